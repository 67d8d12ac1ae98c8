#include "offline.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/report_labels.hpp"
#include "verbatim/text_analysis/sentences.hpp"
#include "verbatim/text_analysis/themes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <utility>

namespace verbatim::analyze_bulk::offline {

namespace {

using namespace text_analysis;

/// Codes whose share changes over the period, with their counts in its halves: `Water (1 → 20)`.
struct code_trends
{
    std::size_t              codes = 0; ///< compared
    std::vector<std::string> growing;
    std::vector<std::string> falling;
};

code_trends compare_codes(const coding_trends& trends, const feedback::redaction& redaction)
{
    std::map<std::string, timeline> by_code;
    timeline                        whole;
    for (const auto& period : trends.periods) whole[period] = 0;
    for (const auto& cell : trends.cells)
    {
        const auto count = static_cast<std::size_t>(cell.count);
        by_code[cell.code][cell.period] += count;
        whole[cell.period] += count;
    }

    constexpr std::size_t max_codes = 12;
    const auto            half      = static_cast<std::ptrdiff_t>(whole.size() / 2);
    code_trends           result{.codes = by_code.size(), .growing = {}, .falling = {}};
    for (const auto& [code, counts] : by_code)
    {
        const auto direction = find_trend(counts, whole);
        auto&      list      = direction == trend::growing ? result.growing : result.falling;
        if ((direction != trend::growing && direction != trend::falling) || list.size() == max_codes) continue;
        const auto count_from = [&](auto begin, auto end) {
            std::size_t sum = 0;
            for (; begin != end; ++begin)
                if (const auto cell = counts.find(begin->first); cell != counts.end()) sum += cell->second;
            return sum;
        };
        const auto before = count_from(whole.begin(), std::next(whole.begin(), half));
        const auto after  = count_from(std::prev(whole.end(), half), whole.end());
        const auto label  = feedback::on_one_line(code);
        list.push_back(std::string{redaction.unescaped_field(label)} + " (" + std::to_string(before) + " → " +
                       std::to_string(after) + ')');
    }
    return result;
}

constexpr std::string_view dash = " — ";

std::string share(std::size_t part, std::size_t whole)
{
    if (whole == 0) return {};
    char text[16];
    std::snprintf(text, sizeof text, " (%.0f%%)", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

/// An id on one line; in brackets if it holds a comma or a bracket.
std::string shown_id(std::string id)
{
    std::replace_if(
        id.begin(), id.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return id.find_first_of(",[]") == std::string::npos ? id : '[' + id + ']';
}

std::string list(const std::vector<named_count>& counts)
{
    std::string text;
    for (const auto& [name, count] : counts)
        text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(count) + ')';
    return text;
}

std::string line(const timeline& counts)
{
    std::string text;
    for (const auto& [label, count] : counts) text += (text.empty() ? "" : ", ") + label + ' ' + std::to_string(count);
    return text;
}

void write_theme(std::string& text, std::size_t number, const theme& entry, const theme_report& whole,
                 const report_labels& labels)
{
    text +=
        std::to_string(number) + ". **" + entry.name + "**" + std::string(dash) + std::string(labels.records) + ": ";
    text += std::to_string(entry.count) + ' ' + std::string(labels.of) + ' ' + std::to_string(whole.documents) +
            share(entry.count, whole.documents);
    const auto direction = find_trend(entry.over_time, whole.over_time);
    if (direction == trend::growing || direction == trend::falling)
        text += std::string(dash) + "**" + std::string(direction == trend::growing ? labels.growing : labels.falling) +
                "**";
    text += '\n';
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("   - ").append(label).append(": ").append(body) += '\n';
    };
    bullet(labels.including, list(entry.parts));
    bullet(labels.mostly_coded, entry.label);
    if (entry.over_time.size() > 1 || (entry.over_time.size() == 1 && whole.over_time.size() > 1))
        bullet(labels.over_time, line(entry.over_time));
    std::string ids;
    for (const auto& id : entry.ids) ids += (ids.empty() ? "" : ", ") + shown_id(id);
    if (!ids.empty() && entry.count > entry.ids.size())
        ids += ' ' + std::string(labels.and_more) + ' ' + std::to_string(entry.count - entry.ids.size());
    bullet(labels.ids, ids);
    bullet(labels.example, entry.example.empty() ? "" : "“" + entry.example + "”");
}

void write_themes(std::string& text, const theme_report& report, const report_labels& labels)
{
    const auto  matching = static_cast<std::size_t>(std::count_if(
         report.themes.begin(), report.themes.end(), [](const theme& entry) { return entry.matches_question; }));
    std::size_t number   = 0;
    for (const auto& entry : report.themes)
    {
        if (number == 0) text += "\n## " + std::string(matching > 0 ? labels.themes_match : labels.themes) + "\n\n";
        else if (matching > 0 && number == matching) text += "\n## " + std::string(labels.themes_other) + "\n\n";
        write_theme(text, ++number, entry, report, labels);
    }
}

std::string names_with_trend(const theme_report& report, trend direction)
{
    std::string names;
    for (const auto& entry : report.themes)
        if (find_trend(entry.over_time, report.over_time) == direction)
            names += (names.empty() ? "" : ", ") + entry.name;
    return names;
}

void write_overview(std::string& text, const theme_report& report, const report_labels& labels)
{
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("- ").append(label).append(": ").append(body) += '\n';
    };
    text += "## " + std::string(labels.overview) + "\n\n";
    bullet(labels.records_read, std::to_string(report.documents));
    bullet(labels.period, line(report.over_time));
    bullet(labels.question, list(report.question));
    bullet(labels.ubiquitous, list(report.ubiquitous));
    const auto growing = names_with_trend(report, trend::growing);
    const auto falling = names_with_trend(report, trend::falling);
    bullet(labels.growing, growing);
    bullet(labels.falling, falling);
    if (growing.empty() && falling.empty() && report.over_time.size() > 1 && !report.themes.empty())
        text.append("- ").append(labels.no_trend) += '\n';
    bullet(labels.labels, list(report.labels));
}

std::string join_names(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : "; ") + name;
    return text;
}

void write_trends(std::string& text, const code_trends& trends, const report_labels& labels)
{
    if (trends.codes == 0) return;
    text += '\n';
    if (trends.growing.empty() && trends.falling.empty())
        text.append("- ").append(labels.trend_steady).append(": ").append(std::to_string(trends.codes)) += '\n';
    if (!trends.growing.empty())
        text.append("- ").append(labels.trend_rising).append(": ").append(join_names(trends.growing)) += '\n';
    if (!trends.falling.empty())
        text.append("- ").append(labels.trend_falling).append(": ").append(join_names(trends.falling)) += '\n';
}

std::string write_report(const theme_report& report, const code_trends& trends, language lang)
{
    const auto& labels = report_labels_of(lang);
    std::string text;
    write_overview(text, report, labels);
    write_trends(text, trends, labels);
    write_themes(text, report, labels);
    if (!report.further.empty()) text += '\n' + std::string(labels.further) + ": " + list(report.further) + '\n';
    text += '\n' + std::string(labels.method);
    return text;
}

/// A report on records of which no two share a phrase: their most central sentences.
std::string write_sentences(const corpus& corpus, const code_trends& trends, language lang)
{
    const auto& labels = report_labels_of(lang);
    auto        text   = "## " + std::string(labels.overview) + "\n\n- " + std::string(labels.records_read) + ": " +
                std::to_string(corpus.documents.size()) + '\n';
    const auto lines = central_sentences(corpus, 6, 200);
    text += "- " + std::string(lines.empty() ? labels.no_words : labels.nothing_shared) + '\n';
    write_trends(text, trends, labels);
    if (!lines.empty()) text += "\n## " + std::string(labels.example) + "\n\n";
    for (const auto& line : lines) text += "- “" + line + "”\n";
    return text;
}

} // namespace

std::string analyze(const analysis_input& input, const feedback::redaction& redaction,
                    std::vector<std::size_t> positions, const coding_trends* trends)
{
    std::ranges::sort(positions);
    tokenizer  tokenizer;
    const auto corpus    = corpus_of(input, redaction, positions, tokenizer);
    const auto question  = redaction.unescaped_text(input.records.size());
    const auto report    = count_themes(corpus, question.text(), tokenizer);
    const auto codes     = trends ? compare_codes(*trends, redaction) : code_trends{};
    const auto requested = input.language ? input.language->labels() : std::nullopt;
    const auto lang      = requested.value_or(corpus.main_language);
    return report.themes.empty() ? write_sentences(corpus, codes, lang) : write_report(report, codes, lang);
}

} // namespace verbatim::analyze_bulk::offline

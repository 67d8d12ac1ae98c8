#include "offline.hpp"

#include "join.hpp"
#include "question_gaps.hpp"
#include "report_language.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/question.hpp"
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

/// The tested changes of the codes, with their counts outside and inside the periods: `Water (1 → 20)`.
struct code_changes
{
    std::size_t              codes = 0; ///< tested
    std::vector<std::string> rising;
    std::vector<std::string> falling;
    std::vector<std::string> peaking;
    std::vector<std::string> new_codes;
};

std::vector<std::string>& list_of(code_changes& changes, change_kind kind)
{
    switch (kind)
    {
    case change_kind::rise: return changes.rising;
    case change_kind::fall: return changes.falling;
    case change_kind::spike: return changes.peaking;
    case change_kind::appearance: break;
    }
    return changes.new_codes;
}

code_changes changes_of(const trend_counts& counts, const feedback::redaction& redaction)
{
    code_changes result;
    if (!counts.trends || !counts.trends->changes || counts.periods.labels.size() < 2) return result;
    result.codes = counts.codes.size();
    for (const auto& [code, change] : *counts.trends->changes)
    {
        constexpr std::size_t max_codes = 12;
        auto&                 list      = list_of(result, change.kind);
        if (list.size() == max_codes) continue;
        const auto label    = feedback::on_one_line(code);
        const bool is_trend = change.kind == change_kind::rise || change.kind == change_kind::fall;
        list.push_back(std::string{redaction.unescaped_field(label)} + " (" +
                       (is_trend ? "" : change.periods[0] + ": ") + std::to_string(change.counts[0]) + " → " +
                       std::to_string(change.counts[1]) + ')');
    }
    return result;
}

/// The most frequent codes with the counts of the coding trends.
std::vector<named_count> frequent_codes(const trend_counts& counts, const feedback::redaction& redaction)
{
    constexpr std::size_t    max_codes = 10;
    std::vector<named_count> result;
    for (const auto& code : counts.codes)
        if (result.size() != max_codes)
            result.push_back(
                {std::string{redaction.unescaped_field(feedback::on_one_line(code.title))}, code.records.size()});
    return result;
}

enum class trend
{
    steady,
    growing,
    falling,
};

/// Whether each theme grows or declines, by tests that regard all themes together.
std::vector<trend> trends_of(const theme_report& report)
{
    std::vector<std::string> labels;
    for (const auto& [label, count] : report.over_time) labels.push_back(label);
    std::vector<time_series> series;
    for (const auto& theme : report.themes)
    {
        auto& counts = series.emplace_back();
        for (const auto& [label, total] : report.over_time)
        {
            const auto count = theme.over_time.find(label);
            counts.push_back({count == theme.over_time.end() ? 0 : count->second, total});
        }
    }
    std::vector<trend> trends;
    for (const auto& changes : find_changes(series, labels))
    {
        auto& direction = trends.emplace_back(trend::steady);
        for (const auto& change : changes)
            if (change.kind == change_kind::fall) direction = trend::falling;
            else if (change.kind != change_kind::spike) direction = trend::growing;
    }
    return trends;
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

void write_theme(std::string& text, std::size_t number, const theme& entry, const theme_report& whole, trend direction,
                 const report_labels& labels)
{
    text +=
        std::to_string(number) + ". **" + entry.name + "**" + std::string(dash) + std::string(labels.records) + ": ";
    text += std::to_string(entry.count) + ' ' + std::string(labels.of) + ' ' + std::to_string(whole.documents) +
            share(entry.count, whole.documents);
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

/// Whether the question names a subject and no record holds a word of it.
bool is_unmatched(const theme_report& report) { return report.question.empty() && !report.missing.empty(); }

void write_themes(std::string& text, const theme_report& report, const std::vector<trend>& trends,
                  const report_labels& labels)
{
    const auto  matching = static_cast<std::size_t>(std::count_if(
         report.themes.begin(), report.themes.end(), [](const theme& entry) { return entry.matches_question; }));
    std::size_t number   = 0;
    for (const auto& entry : report.themes)
    {
        if (number == 0)
            text += "\n## " +
                    std::string(matching > 0           ? labels.themes_match
                                : is_unmatched(report) ? labels.themes_other
                                                       : labels.themes) +
                    "\n\n";
        else if (matching > 0 && number == matching) text += "\n## " + std::string(labels.themes_other) + "\n\n";
        write_theme(text, number + 1, entry, report, trends[number], labels);
        ++number;
    }
}

question_gaps gaps_of(const theme_report& report, const question& question, const analysis_input& input)
{
    return {.missing         = report.missing,
            .is_unmatched    = is_unmatched(report),
            .asks_comparison = question.asks_comparison(),
            .has_comparison  = input.has_comparison,
            .has_periods     = report.over_time.size() > 1};
}

std::string names_with_trend(const theme_report& report, const std::vector<trend>& trends, trend direction)
{
    std::string names;
    for (std::size_t n = 0; n != trends.size(); ++n)
        if (trends[n] == direction) names += (names.empty() ? "" : ", ") + report.themes[n].name;
    return names;
}

void write_overview(std::string& text, const theme_report& report, const question_gaps& gaps,
                    const std::vector<trend>& trends, const std::vector<named_count>& codes,
                    const report_labels& labels)
{
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("- ").append(label).append(": ").append(body) += '\n';
    };
    text += "## " + std::string(labels.overview) + "\n\n";
    text += lines_of(gaps, labels);
    bullet(labels.records_read, std::to_string(report.documents));
    bullet(labels.period, line(report.over_time));
    bullet(labels.question, list(report.question));
    bullet(labels.ubiquitous, list(report.ubiquitous));
    const auto growing = names_with_trend(report, trends, trend::growing);
    const auto falling = names_with_trend(report, trends, trend::falling);
    bullet(labels.growing, growing);
    bullet(labels.falling, falling);
    if (growing.empty() && falling.empty() && report.over_time.size() > 1 && !report.themes.empty())
        text.append("- ").append(labels.no_trend) += '\n';
    bullet(labels.labels, list(codes));
}

void write_changes(std::string& text, const code_changes& changes, const report_labels& labels)
{
    if (changes.codes == 0) return;
    text += '\n';
    const auto bullet = [&](std::string_view label, const std::vector<std::string>& names) {
        if (!names.empty()) text.append("- ").append(label).append(": ").append(join(names, "; ")) += '\n';
    };
    bullet(labels.trend_rising, changes.rising);
    bullet(labels.trend_falling, changes.falling);
    bullet(labels.trend_peaking, changes.peaking);
    bullet(labels.trend_new, changes.new_codes);
    if (text.ends_with("\n\n"))
        text.append("- ").append(labels.trend_steady).append(": ").append(std::to_string(changes.codes)) += '\n';
}

std::string write_report(const theme_report& report, const question_gaps& gaps, const code_changes& changes,
                         const std::vector<named_count>& codes, language lang)
{
    const auto& labels = report_labels_of(lang);
    const auto  trends = trends_of(report);
    std::string text;
    write_overview(text, report, gaps, trends, codes, labels);
    write_changes(text, changes, labels);
    write_themes(text, report, trends, labels);
    if (!report.further.empty()) text += '\n' + std::string(labels.further) + ": " + list(report.further) + '\n';
    text += '\n' + std::string(labels.method);
    return text;
}

/// A report on records of which no two share a phrase: their most central sentences.
std::string write_sentences(const corpus& corpus, const question_gaps& gaps, const code_changes& changes, language lang)
{
    const auto& labels = report_labels_of(lang);
    auto        text   = "## " + std::string(labels.overview) + "\n\n";
    text += lines_of(gaps, labels);
    text += "- " + std::string(labels.records_read) + ": " + std::to_string(corpus.documents.size()) + '\n';
    const auto lines = central_sentences(corpus, 6, 200);
    text += "- " + std::string(lines.empty() ? labels.no_words : labels.nothing_shared) + '\n';
    write_changes(text, changes, labels);
    if (!lines.empty()) text += "\n## " + std::string(labels.example) + "\n\n";
    for (const auto& line : lines) text += "- “" + line + "”\n";
    return text;
}

} // namespace

std::string analyze(const analysis_input& input, const feedback::redaction& redaction,
                    std::vector<std::size_t> positions, const trend_counts* codes)
{
    std::ranges::sort(positions);
    tokenizer      tokenizer;
    const auto     corpus        = corpus_of(input, redaction, positions, tokenizer);
    const auto     question_text = redaction.unescaped_text(input.records.size());
    const question question{question_text.text(), tokenizer};
    const auto     report   = count_themes(corpus, question, tokenizer);
    const auto     changes  = codes ? changes_of(*codes, redaction) : code_changes{};
    const auto     frequent = codes && !codes->codes.empty() ? frequent_codes(*codes, redaction) : report.labels;
    const auto     lang     = report_language(input, redaction, corpus.main_language);
    const auto     gaps     = gaps_of(report, question, input);
    return report.themes.empty() ? write_sentences(corpus, gaps, changes, lang)
                                 : write_report(report, gaps, changes, frequent, lang);
}

} // namespace verbatim::analyze_bulk::offline

#include "analysis_modes.hpp"

#include "question.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/text_analysis/question.hpp"
#include "verbatim/text_analysis/report_labels.hpp"
#include "verbatim/text_analysis/sentences.hpp"
#include "verbatim/text_analysis/themes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <map>
#include <utility>

namespace verbatim::analyze_bulk::offline {

namespace {

using namespace text_analysis;

/// The tested changes of the codes.
struct code_changes
{
    std::size_t               codes = 0; ///< tested
    std::vector<named_change> changes;
};

code_changes changes_of(const trend_counts& counts, const feedback::redaction& redaction)
{
    if (!counts.trends || !counts.trends->changes || counts.periods.labels.size() < 2) return {};
    return {counts.codes.size(), named_changes(counts, redaction)};
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

/// The changes of each theme, by tests that regard all themes together.
std::vector<std::vector<change>> changes_of(const theme_report& report)
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
    return find_changes(series, labels);
}

constexpr std::string_view dash = " — ";

std::string share(std::size_t part, std::size_t whole)
{
    if (whole == 0) return {};
    char       text[16];
    const auto exact = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    std::snprintf(text, sizeof text, " (%.0f%%)", std::round(exact)); // halves up, as on the page
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
                 const std::vector<change>& changes, const report_labels& labels)
{
    text +=
        std::to_string(number) + ". **" + entry.name + "**" + std::string(dash) + std::string(labels.records) + ": ";
    text += std::to_string(entry.count) + ' ' + std::string(labels.of) + ' ' + std::to_string(whole.documents) +
            share(entry.count, whole.documents);
    for (const auto& change : changes) text.append(dash).append("**").append(name_of(change.kind, labels)).append("**");
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

void write_themes(std::string& text, const theme_report& report, const std::vector<std::vector<change>>& changes,
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
        write_theme(text, number + 1, entry, report, changes[number], labels);
        ++number;
    }
}

question_gaps gaps_of(const theme_report& report, const question& question, const analysis_input& input)
{
    return {.missing         = report.missing,
            .is_unmatched    = is_unmatched(report),
            .asks_comparison = question.asks_comparison(),
            .has_comparison  = input.has_comparison,
            .has_periods     = report.over_time.size() > 1,
            .asks_change     = question.asks_change()};
}

std::vector<named_change> theme_changes(const theme_report& report, const std::vector<std::vector<change>>& changes)
{
    std::vector<named_change> result;
    for (std::size_t n = 0; n != changes.size(); ++n)
        for (const auto& change : changes[n]) result.push_back({report.themes[n].name, change});
    return result;
}

/// The changes, or one sentence that there are none. To a question about changes that is no answer: it comes first.
std::string change_lines(const std::vector<named_change>& themes, const code_changes& codes, const question_gaps& gaps,
                         bool has_themes, const report_labels& labels)
{
    const auto text =
        list_of(themes, labels.theme_changes, labels) + list_of(codes.changes, labels.code_changes, labels);
    const bool  steady_themes = themes.empty() && gaps.has_periods && has_themes;
    const bool  steady_codes  = codes.changes.empty() && codes.codes != 0;
    std::string none{steady_themes && steady_codes ? labels.no_change
                     : steady_themes               ? labels.no_trend
                     : steady_codes                ? labels.trend_steady
                                                   : ""};
    if (steady_codes) none += ": " + std::to_string(codes.codes);
    return none.empty() ? text : with_sentence(gaps, none, text);
}

void write_overview(std::string& text, const theme_report& report, const question_gaps& gaps,
                    const std::string& changes, const std::vector<named_count>& codes, const report_labels& labels)
{
    const auto bullet = [&](std::string_view label, std::string_view body) {
        if (!body.empty()) text.append("- ").append(label).append(": ").append(body) += '\n';
    };
    text += "## " + std::string(labels.overview) + "\n\n";
    if (gaps.asks_change) text += changes;
    text += lines_of(gaps, labels);
    bullet(labels.records_read, std::to_string(report.documents));
    bullet(labels.period, line(report.over_time));
    bullet(labels.question, list(report.question));
    bullet(labels.ubiquitous, list(report.ubiquitous));
    if (!gaps.asks_change) text += changes;
    bullet(labels.labels, list(codes));
}

std::string write_report(const theme_report& report, const question_gaps& gaps, const code_changes& changes,
                         const std::vector<named_count>& codes, language lang)
{
    const auto& labels   = report_labels_of(lang);
    const auto  by_theme = changes_of(report);
    std::string text;
    write_overview(text, report, gaps, change_lines(theme_changes(report, by_theme), changes, gaps, true, labels),
                   codes, labels);
    write_themes(text, report, by_theme, labels);
    if (!report.further.empty()) text += '\n' + std::string(labels.further) + ": " + list(report.further) + '\n';
    text += '\n' + std::string(labels.method);
    return text;
}

/// A report on records of which no two share a phrase: their most central sentences.
std::string write_sentences(const corpus& corpus, const question_gaps& gaps, const code_changes& changes, language lang)
{
    const auto& labels        = report_labels_of(lang);
    auto        text          = "## " + std::string(labels.overview) + "\n\n";
    const auto  about_changes = change_lines({}, changes, gaps, false, labels);
    if (gaps.asks_change) text += about_changes;
    text += lines_of(gaps, labels);
    text += "- " + std::string(labels.records_read) + ": " + std::to_string(corpus.documents.size()) + '\n';
    const auto lines = central_sentences(corpus, 6, 200);
    text += "- " + std::string(lines.empty() ? labels.no_words : labels.nothing_shared) + '\n';
    if (!gaps.asks_change) text += about_changes;
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

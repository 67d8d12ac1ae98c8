#include "themes/theme_table.hpp"

#include "prompts.hpp"
#include "question.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"
#include "verbatim/text_analysis/question.hpp"
#include "verbatim/text_analysis/report_labels.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

constexpr std::size_t max_cited_records = 5;
constexpr std::size_t max_shown_periods = 60; ///< of a theme, the latest

std::string sub_theme_id(std::size_t theme, std::size_t sub_theme)
{
    return id_of({.theme = theme, .sub_theme = sub_theme});
}

std::string theme_id(std::size_t theme) { return id_of({.theme = theme, .sub_theme = {}}); }

std::vector<std::vector<change>> changes_of(const counted_themes& themes, const calendar& calendar, std::size_t records)
{
    record_list all(records);
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto               totals = calendar.count_by_period(all);
    std::vector<std::string> labels;
    for (const auto& [period, total] : totals) labels.push_back(period.label());

    std::vector<time_series> series;
    for (const auto& theme : themes.themes)
    {
        auto        counts = theme.is_hidden_over_time ? period_counts{} : calendar.count_by_period(theme.records);
        time_series periods;
        for (const auto& [period, total] : totals) periods.push_back({counts[period], total});
        series.push_back(std::move(periods));
    }
    return find_changes(series, labels);
}

/// `rise in 2026-W10 to 2026-W19: 7 of 410 records in the other periods (1.7 %), 23 of 432 in these (5.3 %)`
std::string change_list(const std::vector<change>& changes)
{
    const auto counts_of = [](const change& change, std::size_t side) {
        return std::to_string(change.counts[side]) + " of " + std::to_string(change.totals[side]);
    };
    std::string text;
    for (const auto& change : changes)
    {
        text.append(text.empty() ? "" : "; ").append(name_of(change.kind)).append(" in ").append(change.periods[0]);
        if (change.periods[1] != change.periods[0]) text.append(" to ").append(change.periods[1]);
        text.append(": ").append(counts_of(change, 0)).append(" records in the other periods (");
        text.append(percent_of(change, 0)).append(" %), ").append(counts_of(change, 1)).append(" in these (");
        text.append(percent_of(change, 1)).append(" %)");
    }
    return text;
}

void add_change(known_numbers& known, const change& change)
{
    for (std::size_t side = 0; side != 2; ++side)
    {
        const auto count = static_cast<std::size_t>(change.counts[side]);
        const auto total = static_cast<std::size_t>(change.totals[side]);
        known.add_count(count);
        known.add_count(total);
        known.add_share(count, total);
    }
}

} // namespace

theme_table::theme_table(const hierarchy::bulk_input& input, const feedback::redaction& redaction,
                         const counted_themes& themes, const calendar& calendar, bool show_dates)
    : input_{input}
    , redaction_{redaction}
    , themes_{themes}
    , calendar_{calendar}
    , show_dates_{show_dates}
    , changes_{changes_of(themes, calendar, input.records.size())}
{}

std::string percentage(std::size_t part, std::size_t whole)
{
    if (whole == 0) return "0";
    const auto exact = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    char       text[16];
    const bool is_small = exact < 1 && part != 0;
    // Halves up, as on the page.
    if (is_small) std::snprintf(text, sizeof text, "%.1f", std::round(10 * exact) / 10);
    else std::snprintf(text, sizeof text, "%.0f", std::round(exact));
    return text;
}

sdk::prompt_text theme_table::counts_of(const record_list& records) const
{
    return redaction_.completion_text(std::to_string(records.size()) + " records, " +
                                      percentage(records.size(), input_.records.size()) + " %");
}

sdk::prompt_text theme_table::period_list(const record_list& records) const
{
    const auto  counts = calendar_.count_by_period(records);
    std::string text;
    auto        skipped = counts.size() > max_shown_periods ? counts.size() - max_shown_periods : 0;
    for (const auto& [period, count] : counts)
    {
        if (skipped != 0 && skipped-- != 0) continue;
        text.append(text.empty() ? "" : ", ").append(period.label()).append("=").append(std::to_string(count));
    }
    return redaction_.completion_text(text);
}

std::vector<std::size_t> theme_table::cited_records(const counted_theme& theme) const
{
    std::vector<std::size_t> cited;
    for (const auto record : theme.records)
    {
        const auto& id = input_.records[record]->id;
        if (cited.size() == max_cited_records) break;
        const bool repeated = std::ranges::any_of(cited, [&](std::size_t at) { return input_.records[at]->id == id; });
        if (!id.empty() && !repeated && feedback::on_one_line(id) == id) cited.push_back(record);
    }
    return cited;
}

sdk::prompt_text theme_table::entry(std::size_t n, detail level) const
{
    const auto&      theme = themes_.themes[n];
    sdk::prompt_text text  = redaction_.completion_text(theme_id(n) + ": " + theme.definition.title);
    if (level != detail::counts) add_line(text, "definition", redaction_.completion_text(theme.definition.definition));
    add_line(text, "records", counts_of(theme.records));
    for (std::size_t s = 0; s != theme.sub_themes.size(); ++s)
    {
        const auto& sub_theme = theme.sub_themes[s];
        text += "\n";
        text += redaction_.completion_text(sub_theme_id(n, s) + ": " + sub_theme.definition.title + ": ");
        text += counts_of(sub_theme.records);
    }
    const bool shows_dates = show_dates_ && !theme.is_hidden_over_time;
    const auto first       = calendar_.first_day(theme.records);
    if (first && shows_dates) add_line(text, "first seen", redaction_.completion_text(label_of(*first)));
    if (shows_dates) add_line(text, "tested changes", redaction_.completion_text(change_list(changes_[n])));
    if (shows_dates && level == detail::full) add_line(text, "records by period", period_list(theme.records));

    sdk::prompt_text ids;
    for (const auto record : cited_records(theme))
    {
        if (!ids.text().empty()) ids += ", ";
        ids += redaction_.field(input_.records[record]->id);
    }
    add_line(text, "some record ids", ids);
    return text;
}

sdk::prompt_text theme_table::block(detail level, std::size_t themes) const
{
    const auto unassigned = themes_.unassigned_count();
    const auto no_theme   = themes_.unassigned_for(unassigned_reason::no_theme).size();
    auto       text =
        redaction_.completion_text("records: " + std::to_string(input_.records.size()) +
                                   "\nrecords in themes: " + std::to_string(input_.records.size() - unassigned) +
                                   "\nrecords that no theme fits: " + std::to_string(no_theme) +
                                   "\nrecords that could not be read: " + std::to_string(unassigned - no_theme));
    for (std::size_t n = 0; n != themes; ++n)
    {
        text += "\n\n";
        text += entry(n, level);
    }
    return feedback::tagged("theme_table", text);
}

sdk::prompt_text theme_table::block(std::size_t max_characters) const
{
    auto       themes = themes_.themes.size();
    const auto fits   = [&](const sdk::prompt_text& text) {
        return sdk::estimation_length(text.text()) <= max_characters;
    };
    for (const auto level : {detail::full, detail::without_periods})
        if (auto text = block(level, themes); fits(text)) return text;
    auto text = block(detail::counts, themes);
    while (themes != 0 && !fits(text)) text = block(detail::counts, --themes);
    return text;
}

known_numbers theme_table::numbers(const record_ids& ids, std::span<const named_change> code_changes) const
{
    const auto    whole = input_.records.size();
    known_numbers known{ids};
    const auto    add_records = [&](std::size_t count) {
        known.add_count(count);
        known.add_share(count, whole);
    };
    for (const auto count :
         {std::size_t{0}, whole, themes_.themes.size(), themes_.unassigned_count(), whole - themes_.unassigned_count()})
        add_records(count);
    for (const auto& records : themes_.unassigned) add_records(records.size());
    for (const auto& theme : themes_.themes)
    {
        add_records(theme.records.size());
        for (const auto& sub_theme : theme.sub_themes)
        {
            add_records(sub_theme.records.size());
            known.add_text(sub_theme.definition.title + ' ' + sub_theme.definition.definition);
        }
        if (!theme.is_hidden_over_time)
            for (const auto& [period, count] : calendar_.count_by_period(theme.records)) known.add_count(count);
        known.add_text(theme.definition.title + ' ' + theme.definition.definition);
    }
    for (const auto& changes : changes_)
        for (const auto& change : changes) add_change(known, change);
    for (const auto& [code, change] : code_changes) add_change(known, change), known.add_text(code);
    for (const auto& day : calendar_.days())
        if (day) known.add_day(*day);
    known.add_text(redaction_.unescaped_text(input_.records.size()).text()); // the analyst's question
    return known;
}

text_analysis::corpus theme_table::texts(text_analysis::tokenizer& tokenizer) const
{
    std::vector<text_analysis::document> documents;
    for (const auto& theme : themes_.themes)
    {
        auto text = theme.definition.title + ". " + theme.definition.definition + ' ' + theme.definition.inclusion;
        for (const auto& sub_theme : theme.sub_themes) text += ". " + sub_theme.definition.title;
        documents.push_back({.id = {}, .content = tokenizer.tokenize(text), .day = {}, .labels = {}});
    }
    return text_analysis::make_corpus(std::move(documents));
}

question_gaps theme_table::gaps(const unmatched_words& unmatched, text_analysis::tokenizer& tokenizer) const
{
    const text_analysis::question question{redaction_.unescaped_text(input_.records.size()).text(), tokenizer};
    record_list                   all(input_.records.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return {.missing         = unmatched(),
            .is_unmatched    = !unmatched().empty(),
            .asks_comparison = question.asks_comparison(),
            .has_comparison  = input_.has_comparison,
            .has_periods     = calendar_.count_by_period(all).size() > 1,
            .asks_change     = question.asks_change()};
}

std::string theme_table::changes(std::span<const named_change> of_codes, const question_gaps& gaps,
                                 const text_analysis::report_labels& labels) const
{
    if (!show_dates_) return {};
    std::vector<named_change> of_themes;
    for (std::size_t n = 0; n != themes_.themes.size(); ++n)
        for (const auto& change : changes_[n]) of_themes.push_back({themes_.themes[n].definition.title, change});
    auto       text = list_of(of_themes, labels.theme_changes, labels) + list_of(of_codes, labels.code_changes, labels);
    const bool is_steady = of_themes.empty() && gaps.has_periods && !themes_.themes.empty();
    return is_steady ? with_sentence(gaps, labels.no_trend, text) : text;
}

std::string theme_table::report(const unmatched_words& unmatched, std::span<const named_change> code_changes) const
{
    text_analysis::tokenizer tokenizer;
    const auto&              labels =
        text_analysis::report_labels_of(report_language(input_, redaction_, texts(tokenizer).main_language));
    const auto  whole         = input_.records.size();
    const auto  gaps          = this->gaps(unmatched, tokenizer);
    const auto  about_changes = changes(code_changes, gaps, labels);
    std::string text          = (gaps.asks_change ? about_changes : "") + lines_of(gaps, labels);
    if (!gaps.asks_change) text += about_changes;
    text += (text.empty() ? "" : "\n") + std::string(labels.records_read) + ": " + std::to_string(whole) + "\n\n";
    const auto count_of = [&](const record_list& records) {
        return std::to_string(records.size()) + ' ' + std::string(labels.of) + ' ' + std::to_string(whole) + " (" +
               percentage(records.size(), whole) + "%)";
    };
    const auto& themes  = themes_.themes;
    const auto  far     = std::ranges::find(themes, true, &counted_theme::is_far_from_question) - themes.begin();
    const auto  heading = [&](std::string_view label) { text += "## " + std::string(label) + "\n\n"; };
    for (std::size_t n = 0; n != themes.size(); ++n)
    {
        const auto& theme = themes[n];
        if (n == 0 && themes.back().is_far_from_question) heading(labels.themes_match);
        if (static_cast<std::ptrdiff_t>(n) == far) text += '\n', heading(labels.themes_other);
        text += std::to_string(n + 1) + ". **" + theme.definition.title + "** — " + count_of(theme.records);
        if (show_dates_)
            for (const auto& change : changes_[n])
                text.append(" — **").append(name_of(change.kind, labels)).append("**");
        text += '\n';
        for (const auto& sub_theme : theme.sub_themes)
            text += "   - " + sub_theme.definition.title + ": " + count_of(sub_theme.records) + '\n';
        std::string ids;
        for (const auto record : cited_records(theme))
            ids.append(ids.empty() ? "" : ", ").append(redaction_.unescaped_field(input_.records[record]->id));
        if (!ids.empty()) text += "   - " + std::string(labels.ids) + ": " + ids + '\n';
    }
    if (themes_.themes.empty()) text += std::string(labels.nothing_shared) + '\n';
    return text;
}

} // namespace verbatim::analyze_bulk::themes

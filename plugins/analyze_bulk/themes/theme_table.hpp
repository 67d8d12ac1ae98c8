#pragma once

#include "breakdown/changes.hpp"
#include "breakdown/record_groups.hpp"
#include "question.hpp"
#include "themes/counted_themes.hpp"
#include "themes/written_numbers.hpp"
#include "trends.hpp"

#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/text_analysis/corpus.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// The counted themes in the forms that the analysis and its checks read. Borrows its arguments.
class theme_table
{
public:
    /// `show_dates`: whether models may see dates of records. Tests the themes for changes: about 2 ms per 1,000
    /// counts by period.
    theme_table(const hierarchy::bulk_input& input, const feedback::redaction& redaction, const counted_themes& themes,
                const calendar& calendar, bool show_dates);

    /// The element `<theme_table>` with at most `max_characters` code points: periods are left out until it fits, then
    /// definitions, then themes, the smallest first.
    sdk::prompt_text block(std::size_t max_characters) const;

    /// Everything in the table, and in changes of codes, that an analysis may repeat as a number. Borrows the ids.
    known_numbers numbers(const record_ids& ids, std::span<const named_change> code_changes) const;

    /// A Markdown report of the table and the changes of codes, without a model.
    std::string report(const unmatched_words& unmatched, std::span<const named_change> code_changes) const;

private:
    enum class detail
    {
        full,
        without_periods,
        counts,
    };

    sdk::prompt_text block(detail level, std::size_t themes) const;
    sdk::prompt_text entry(std::size_t theme, detail level) const;
    sdk::prompt_text counts_of(const record_list& records) const;
    sdk::prompt_text period_list(const record_list& records) const;

    std::string changes(std::span<const named_change> of_codes, const question_gaps& gaps,
                        const text_analysis::report_labels& labels) const;

    question_gaps            gaps(const unmatched_words& unmatched, text_analysis::tokenizer& tokenizer) const;
    std::vector<std::size_t> cited_records(const counted_theme& theme) const;

    /// The themes as texts, for the language of the report.
    text_analysis::corpus texts(text_analysis::tokenizer& tokenizer) const;

    const hierarchy::bulk_input& input_;
    const feedback::redaction&   redaction_;
    const counted_themes&        themes_;
    const calendar&              calendar_;
    const bool                   show_dates_;

    std::vector<std::vector<change>> changes_; ///< of each theme; tested over all themes together
};

/// A share of the records as a percentage with at most one decimal: `40`, `0.4`.
std::string percentage(std::size_t part, std::size_t whole);

} // namespace verbatim::analyze_bulk::themes

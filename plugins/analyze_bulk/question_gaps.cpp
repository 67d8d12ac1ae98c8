#include "question_gaps.hpp"

#include "join.hpp"

#include <string_view>

namespace verbatim::analyze_bulk {

namespace {

std::string unanswered_line(std::string_view sentence) { return "- **" + std::string{sentence} + "**\n"; }

} // namespace

std::string with_sentence(const question_gaps& gaps, std::string_view sentence, const std::string& changes)
{
    if (gaps.asks_change && changes.empty()) return unanswered_line(sentence);
    return "- " + std::string{sentence} + '\n' + changes;
}

std::string lines_of(const question_gaps& gaps, const text_analysis::report_labels& labels)
{
    std::string text;
    if (gaps.is_unmatched)
        text.append("- **").append(labels.unanswered).append(":** ").append(join(gaps.missing, ", ")) += '\n';
    else if (!gaps.missing.empty())
        text.append("- ").append(labels.words_missing).append(": ").append(join(gaps.missing, ", ")) += '\n';
    if (gaps.asks_comparison)
        text.append("- ").append(gaps.has_comparison ? labels.comparison : labels.no_comparison) += '\n';
    if (gaps.has_periods) return text;
    if (gaps.asks_change) text = unanswered_line(labels.no_periods) + text;
    else if (gaps.asks_comparison) text.append("- ").append(labels.no_periods) += '\n';
    return text;
}

} // namespace verbatim::analyze_bulk

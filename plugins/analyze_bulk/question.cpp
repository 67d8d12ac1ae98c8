#include "question.hpp"

#include "verbatim/feedback/language.hpp"
#include "verbatim/text_analysis/question.hpp"
#include "verbatim/text_analysis/tokenizer.hpp"

#include <boost/algorithm/string/join.hpp>

#include <cstddef>
#include <future>
#include <string_view>

namespace verbatim::analyze_bulk {

namespace {

std::vector<std::string> read_unmatched_words(const analysis_input& input, const feedback::redaction& redaction)
{
    text_analysis::tokenizer      tokenizer;
    const text_analysis::question question{redaction.unescaped_text(input.records.size()).text(), tokenizer};
    if (question.words().empty()) return {};
    for (std::size_t n = 0; n != input.records.size(); ++n)
        if (question.occurs_in(tokenizer.tokenize(redaction.unescaped_text(n).text()))) return {};
    return question.words();
}

std::string unanswered_line(std::string_view sentence) { return "- **" + std::string{sentence} + "**\n"; }

} // namespace

text_analysis::language report_language(const analysis_input& input, const feedback::redaction& redaction,
                                        text_analysis::language main_language)
{
    if (const auto requested = input.language ? input.language->labels() : std::nullopt) return *requested;
    const auto question = redaction.unescaped_text(input.records.size());
    if (const auto code = feedback::detect_language(question.text()))
    {
        const auto detected = feedback::find_language(*code);
        return (detected ? detected->labels() : std::nullopt).value_or(main_language);
    }
    text_analysis::tokenizer tokenizer;
    return tokenizer.tokenize(question.text()).detected_language.value_or(main_language);
}

unmatched_words unmatched_words_of(const analysis_input& input, const feedback::redaction& redaction)
{
    const auto read = [&input, &redaction] { return read_unmatched_words(input, redaction); };
    return [result = std::async(std::launch::deferred, read).share()]() -> const std::vector<std::string>& {
        return result.get();
    };
}

std::string with_sentence(const question_gaps& gaps, std::string_view sentence, const std::string& changes)
{
    if (gaps.asks_change && changes.empty()) return unanswered_line(sentence);
    return "- " + std::string{sentence} + '\n' + changes;
}

std::string lines_of(const question_gaps& gaps, const text_analysis::report_labels& labels)
{
    std::string text;
    if (gaps.is_unmatched)
        text.append("- **")
            .append(labels.unanswered)
            .append(":** ")
            .append(boost::algorithm::join(gaps.missing, ", ")) += '\n';
    else if (!gaps.missing.empty())
        text.append("- ")
            .append(labels.words_missing)
            .append(": ")
            .append(boost::algorithm::join(gaps.missing, ", ")) += '\n';
    if (gaps.asks_comparison)
        text.append("- ").append(gaps.has_comparison ? labels.comparison : labels.no_comparison) += '\n';
    if (gaps.has_periods) return text;
    if (gaps.asks_change) text = unanswered_line(labels.no_periods) + text;
    else if (gaps.asks_comparison) text.append("- ").append(labels.no_periods) += '\n';
    return text;
}

} // namespace verbatim::analyze_bulk

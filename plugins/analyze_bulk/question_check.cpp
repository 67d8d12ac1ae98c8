#include "question_check.hpp"

#include "verbatim/text_analysis/question.hpp"

#include <cstddef>
#include <future>

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

} // namespace

unmatched_words unmatched_words_of(const analysis_input& input, const feedback::redaction& redaction)
{
    const auto read = [&input, &redaction] { return read_unmatched_words(input, redaction); };
    return [result = std::async(std::launch::deferred, read).share()]() -> const std::vector<std::string>& {
        return result.get();
    };
}

} // namespace verbatim::analyze_bulk

#include "question_check.hpp"

#include "verbatim/text_analysis/question.hpp"

#include <cstddef>
#include <future>

namespace verbatim::analyze_bulk {

namespace {

bool question_occurs(const analysis_input& input, const feedback::redaction& redaction)
{
    text_analysis::tokenizer      tokenizer;
    const text_analysis::question question{redaction.unescaped_text(input.records.size()).text(), tokenizer};
    bool                          occurs = question.words().empty();
    for (std::size_t n = 0; n != input.records.size() && !occurs; ++n)
        occurs = question.occurs_in(tokenizer.tokenize(redaction.unescaped_text(n).text()));
    return occurs;
}

} // namespace

std::function<bool()> question_check(const analysis_input& input, const feedback::redaction& redaction)
{
    const auto read = [&input, &redaction] { return question_occurs(input, redaction); };
    return [result = std::async(std::launch::deferred, read).share()] { return result.get(); };
}

} // namespace verbatim::analyze_bulk

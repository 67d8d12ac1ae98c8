#include "question_check.hpp"

#include "verbatim/text_analysis/question.hpp"

#include <cstddef>

namespace verbatim::analyze_bulk {

bool question_check::question_occurs() const
{
    const auto read = [this] {
        text_analysis::tokenizer      tokenizer;
        const text_analysis::question question{redaction_.unescaped_text(input_.records.size()).text(), tokenizer};
        occurs_ = question.words().empty();
        for (std::size_t n = 0; n != input_.records.size() && !occurs_; ++n)
            occurs_ = question.occurs_in(tokenizer.tokenize(redaction_.unescaped_text(n).text()));
    };
    std::call_once(once_, read);
    return occurs_;
}

} // namespace verbatim::analyze_bulk

#pragma once

#include "analysis_input.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <mutex>

namespace verbatim::analyze_bulk {

/// Whether the records of an analysis hold a word of its question. Borrows its arguments. [any thread]
class question_check
{
public:
    question_check(const analysis_input& input, const feedback::redaction& redaction)
        : input_{input}
        , redaction_{redaction}
    {}

    /// True if the question names no subject. The first call reads records up to the first that holds a word.
    bool question_occurs() const;

private:
    const analysis_input&      input_;
    const feedback::redaction& redaction_;
    mutable std::once_flag     once_;
    mutable bool               occurs_ = true;
};

} // namespace verbatim::analyze_bulk

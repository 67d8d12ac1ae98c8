#pragma once

#include "analysis_input.hpp"
#include "trends.hpp"

#include "verbatim/feedback/redaction.hpp"

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

/// The output without a provider: counts phrases by record and understands nothing.
namespace verbatim::analyze_bulk::offline {

/// A Markdown report with exact counts of the themes of the records at these positions, and of `codes` if not null. A
/// reduce passes the records of all its chunks.
std::string analyze(const analysis_input& input, const feedback::redaction& redaction,
                    std::vector<std::size_t> positions, const trend_counts* codes = nullptr);

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

} // namespace verbatim::analyze_bulk::offline

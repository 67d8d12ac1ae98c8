#pragma once

#include "assigned_code.hpp"

#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::assign_codes {

/// The way down one picked path: which level is to be judged next, and what its score means. It asks nobody itself. A
/// level below the threshold ends it, a judge that failed loses it; who reaches the bottom is accepted.
class path_evaluation
{
public:
    /// Borrows `along`. Without a threshold no score ends it early.
    path_evaluation(const option& option, std::optional<double> threshold);

    bool        finished() const noexcept;
    std::size_t next_level() const noexcept { return candidate_.levels.size() + 1; } ///< counted from 1; until it ended

    void add_score(level_score score);
    void fail(sdk::error error);

    const option&        path() const noexcept { return *candidate_.picked; }
    const sdk::error*    failure() const noexcept { return failure_ ? &*failure_ : nullptr; }
    const scored_option& candidate() const noexcept { return candidate_; }
    bool                 accepted() const noexcept { return finished() && !failure_ && !rejected_; }
    bool                 rejected() const noexcept { return rejected_; }

private:
    scored_option             candidate_;
    std::optional<double>     threshold_;
    std::optional<sdk::error> failure_;
    bool                      rejected_ = false;
};

/// Where all walks have led. Throws when every one of them was lost: the cause they share when it is a rate limit, an
/// error of the provider or a deadline, else analysis_unavailable.
struct path_outcomes
{
    explicit path_outcomes(std::span<const path_evaluation> evaluations);

    std::vector<scored_option> accepted; ///< both in the order in which they were picked
    std::vector<scored_option> rejected;
};

} // namespace verbatim::assign_codes

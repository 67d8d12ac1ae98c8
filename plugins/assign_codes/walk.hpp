#pragma once

#include "verdict.hpp"

#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::assign_codes {

/// The way down one picked path: which level is to be judged next, and what its score means. It asks nobody itself. A
/// level below the threshold ends it, a judge that failed loses it; who reaches the bottom is accepted.
class walk
{
public:
    /// Borrows `along`. Without a threshold no score ends it early.
    walk(const option& along, std::optional<double> threshold);

    bool        ended() const noexcept;
    std::size_t next_level() const noexcept { return so_far_.levels.size() + 1; } ///< counted from 1; until it ended

    void learn(level_score of_next_level);
    void lose(sdk::error why);

    const option&     path() const noexcept { return *so_far_.picked; }
    const sdk::error* loss() const noexcept { return loss_ ? &*loss_ : nullptr; }
    const candidate&  so_far() const noexcept { return so_far_; }
    bool              accepted() const noexcept { return ended() && !loss_ && !rejected_; }
    bool              rejected() const noexcept { return rejected_; }

private:
    candidate                 so_far_;
    std::optional<double>     threshold_;
    std::optional<sdk::error> loss_;
    bool                      rejected_ = false;
};

/// Where all walks have led. Throws when every one of them was lost: the cause they share when it is a rate limit, an
/// error of the provider or a deadline, else analysis_unavailable.
struct outcome
{
    explicit outcome(std::span<const walk> ended);

    std::vector<candidate> accepted; ///< both in the order in which they were picked
    std::vector<candidate> rejected;
};

} // namespace verbatim::assign_codes

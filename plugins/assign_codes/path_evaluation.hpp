#pragma once

#include "assigned_code.hpp"

#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace verbatim::assign_codes {

/// The state of judging one picked code level by level: which level is next and what its score means. Makes no calls. A
/// level below the threshold rejects the code, a failed judge fails it, and a code with all levels judged is accepted.
class path_evaluation
{
public:
    /// Borrows `option`. Without a threshold no code is rejected.
    path_evaluation(const option& option, std::optional<double> threshold);

    bool        finished() const noexcept;
    std::size_t next_level() const noexcept { return candidate_.levels.size() + 1; } ///< from 1; until finished

    void add_score(level_score score);
    void fail(sdk::error error);
    void take(sdk::result<level_score> result); ///< one of both

    const option&        path() const noexcept { return *candidate_.code; }
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

/// The results of all evaluations. Throws if all failed: the common cause if it is a rate limit, a provider error or a
/// deadline, else analysis_unavailable.
struct path_outcomes
{
    explicit path_outcomes(std::span<const path_evaluation> evaluations);

    std::vector<scored_option> accepted; ///< both in the order of the pick
    std::vector<scored_option> rejected;
};

/// The entries of a response. `not_judged` is the number of picks that were left out. There must be outcomes.
std::vector<assigned_code> report(path_outcomes outcomes, int max_codes, std::optional<double> threshold,
                                  std::size_t not_judged);

} // namespace verbatim::assign_codes

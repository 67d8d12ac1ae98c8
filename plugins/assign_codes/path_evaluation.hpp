#pragma once

#include "assigned_code.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/prompt_text.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
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

/// Scores one level, counted from 1, of a code.
using judge_level = std::function<sdk::task<sdk::result<level_score>>(const option& path, std::size_t level)>;

/// Judges each evaluation until it is finished, level by level, `limit` codes at a time. [call] [may wait]
sdk::task<> judge_in_turn(std::span<path_evaluation> evaluations, std::size_t limit, const judge_level& judge);

/// The same outcome, but all levels are judged at once, `limit` at a time, also those that turn out to be unnecessary.
/// [call] [may wait]
sdk::task<> judge_at_once(std::span<path_evaluation> evaluations, std::size_t limit, const judge_level& judge);

/// The explanation of a judge in one line, restored. [call] [may wait]
sdk::task<feedback::response_text> displayed_explanation(sdk::call& call, const feedback::redaction& names,
                                                         const std::string& explanation);

/// The error of a judge: of its call or, without one, of an unusable output. Logs it.
sdk::error judge_failure(sdk::call& call, const std::optional<sdk::error>& failure);

} // namespace verbatim::assign_codes

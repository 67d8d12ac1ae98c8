#pragma once

#include "path_evaluation.hpp"

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

namespace verbatim::assign_codes {

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

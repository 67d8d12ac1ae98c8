#pragma once

#include "llm/attempt_result.hpp"
#include "llm/model_request.hpp"

#include "verbatim/sdk/error.hpp"

#include <chrono>
#include <span>

/// The errors of model calls: docs/reference/provider.md#error-mapping.
namespace verbatim::core::llm {

/// Of a call whose last attempt failed.
sdk::error attempt_error(const attempt_result& last);

/// Of a call without an attempt, because each of its connections is suspended.
sdk::error suspension_error(std::span<const target_model> connections, std::chrono::steady_clock::time_point now);

/// Of a call without an attempt, because too little time is left for one.
sdk::error deadline_error();

} // namespace verbatim::core::llm

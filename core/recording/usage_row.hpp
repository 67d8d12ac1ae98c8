#pragma once

#include "verbatim/sdk/failure_cause.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::recording {

/// Millionths of a US dollar, as stored.
using micro_usd = std::int64_t;

inline constexpr double micro_usd_per_usd = 1e6;

/// The nearest double.
constexpr double to_usd(micro_usd amount) noexcept { return static_cast<double>(amount) / micro_usd_per_usd; }

/// Why an attempt failed, as stored in the column error_class: docs/reference/accounting.md#error-classes. Finer than
/// the error codes of responses.
enum class error_class
{
    llm_timeout,
    llm_rate_limited,
    content_policy_violation,
    llm_error,
    invalid_response,
    cancelled,
    unfinished, ///< of an intention: the attempt has not ended, or its server died
};

/// In the order of error_class.
inline constexpr std::array<std::string_view, 7> error_class_names{
    "llm_timeout", "llm_rate_limited", "content_policy_violation", "llm_error", "invalid_response",
    "cancelled",   "unfinished"};
static_assert(error_class_names.size() == static_cast<std::size_t>(error_class::unfinished) + 1);

constexpr std::string_view to_string(error_class error) noexcept
{
    return error_class_names[static_cast<std::size_t>(error)];
}

/// The inverse of to_string; none for any other text.
std::optional<error_class> parse_error_class(std::string_view name) noexcept;

/// As stored in the column cause: docs/reference/provider.md#causes. Finer than the class.
using sdk::failure_cause;
using sdk::failure_cause_names;

/// The inverse of to_string; none for any other text.
std::optional<failure_cause> parse_failure_cause(std::string_view name) noexcept;

/// A provider attempt, as stored: docs/reference/accounting.md#columns.
struct usage_row
{
    std::string attempt_id; ///< UUID v4 that the server creates; makes writes idempotent
    std::string tenant_id;
    std::string operation; ///< usage label of the operation
    std::string call_id;   ///< the request id
    std::chrono::sys_time<std::chrono::microseconds> started;
    std::chrono::milliseconds                        duration{0};
    std::string                                      model; ///< of the response; of a failed attempt, as configured
    std::int32_t                                     input_tokens  = 0;
    std::int32_t                                     output_tokens = 0;
    micro_usd                                        cost          = 0;
    std::optional<error_class>                       error;             ///< none: status `ok`
    std::int32_t                                     cached_tokens = 0; ///< part of the input tokens, read from a cache
    bool                                             priced = true; ///< false: `cost` is 0 because no price is known
    std::optional<failure_cause>                     cause{};       ///< of `error`, as far as known
    std::string                                      server_id{};   ///< UUID of the process; empty: unknown
    std::string                                      key_id{};      ///< of the caller; empty: none, or unknown
};

} // namespace verbatim::core::recording

#pragma once

#include "recording/usage_row.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace verbatim::core::llm {

/// Holds back the highest cost of an attempt from the budget of its tenant. Destroyed before begin(), it costs nothing.
/// Destroyed after it without settle(), for example by a cancellation, the attempt costs what was held back.
class cost_reservation
{
public:
    virtual ~cost_reservation() = default;

    /// The attempt is about to be sent.
    virtual void begin() noexcept = 0;

    /// The attempt has ended and costs this. Once.
    virtual void settle(recording::micro_usd cost) noexcept = 0;
};

/// The limits of a tenant that attempts at models count towards. Shared by the calls of the tenant. [any thread]
class tenant_account
{
public:
    virtual ~tenant_account() = default;

    /// An attempt has ended with these tokens in its usage row.
    virtual void add_tokens(std::int64_t tokens) noexcept = 0;

    /// Reserves the highest cost of an attempt. Waits, until `latest`, while other attempts may cost less than they
    /// reserved. Null: no budget limits the tenant. Errors are tenant_limit_exceeded and usage_backend_unavailable.
    /// Throws only for cancellation. [may wait]
    virtual sdk::task<sdk::result<std::unique_ptr<cost_reservation>>>
    reserve(recording::micro_usd highest_cost, std::chrono::steady_clock::time_point latest) = 0;

    /// What the budgets of the tenant hold for further attempts; none: no budget limits it. Throws sdk::error:
    /// usage_backend_unavailable or internal_error. Blocks.
    virtual std::optional<recording::micro_usd> read_left() = 0;
};

} // namespace verbatim::core::llm

#pragma once

#include "gateway/descriptor_facts.hpp"
#include "llm/tenant_account.hpp"

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <memory>
#include <string_view>

namespace verbatim::core::gateway {

/// A call that counts as in flight for its tenant until it is destroyed.
class admitted_call
{
public:
    virtual ~admitted_call() = default;

    /// Counts the attempts of the call; null: the tenant has no limit of them.
    virtual const std::shared_ptr<llm::tenant_account>& account() const noexcept = 0;
};

/// Enforces the limits of tenants: docs/reference/limits.md. Implemented by core/limits. [any thread]
class admission
{
public:
    virtual ~admission() = default;

    /// Admits a request that has just arrived. Null: the tenant has no limits. Throws sdk::error: forbidden or
    /// tenant_limit_exceeded.
    virtual std::unique_ptr<admitted_call> admit(std::string_view tenant_id, const sdk::descriptor& operation) = 0;

    /// Counts a request that becomes a job. Throws like admit().
    virtual void count_job(std::string_view tenant_id, const sdk::descriptor& operation) = 0;

    /// Admits a stored request, which was counted as a request when it arrived. Waits for a limit that frees itself, at
    /// most this time. Throws as admit() does, and when it is cancelled. The arguments are borrowed until the task
    /// ends. [may wait]
    virtual sdk::task<std::unique_ptr<admitted_call>>
    admit_stored(std::string_view tenant_id, const sdk::descriptor& operation, std::chrono::milliseconds most) = 0;
};

/// Whether the limits of tenants apply to the operation: those that take a body, except the ones of superusers.
inline bool has_tenant_limits(const sdk::descriptor& descriptor)
{
    return takes_body(descriptor) && descriptor.access == sdk::access_level::tenant;
}

/// The messages of `forbidden` and `tenant_limit_exceeded`; the latter ends with the name of the limit.
inline constexpr auto operation_not_allowed = "The tenant may not use this operation";
inline constexpr auto limit_reached         = "The tenant has reached its limit: ";

} // namespace verbatim::core::gateway

#pragma once

#include "window.hpp"
#include "wire.hpp"

#include "verbatim/sdk/operation.hpp"

namespace verbatim::usage {

/// GET /v1/usage: what the tenant of the key used.
class own_usage final : public sdk::typed_operation<window, own_response>
{
public:
    sdk::descriptor         describe() const override;
    sdk::task<own_response> run(sdk::call& call, const window& request) const override;
};

/// GET /v1/usage/all/by-tenant: what every tenant used, for superusers.
class usage_by_tenant final : public sdk::typed_operation<window, by_tenant_response>
{
public:
    sdk::descriptor               describe() const override;
    sdk::task<by_tenant_response> run(sdk::call& call, const window& request) const override;
};

/// GET /v1/usage/all/by-operation: what every operation was used for, for superusers.
class usage_by_operation final : public sdk::typed_operation<window, by_operation_response>
{
public:
    sdk::descriptor                  describe() const override;
    sdk::task<by_operation_response> run(sdk::call& call, const window& request) const override;
};

} // namespace verbatim::usage

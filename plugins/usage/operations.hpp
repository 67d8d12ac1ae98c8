#pragma once

#include "window.hpp"
#include "wire.hpp"

#include "verbatim/sdk/operation.hpp"

#include <vector>

namespace verbatim::usage {

/// GET /v1/usage: usage of the key's tenant.
class own_usage final : public sdk::typed_operation<window, own_response>
{
public:
    sdk::descriptor         describe() const override;
    sdk::task<own_response> run(sdk::call& call, const window& request) const override;

    std::vector<sdk::representation<own_response>> representations() const override;
};

/// GET /v1/usage/all/by-tenant: usage of all tenants, for superusers.
class usage_by_tenant final : public sdk::typed_operation<window, by_tenant_response>
{
public:
    sdk::descriptor               describe() const override;
    sdk::task<by_tenant_response> run(sdk::call& call, const window& request) const override;

    std::vector<sdk::representation<by_tenant_response>> representations() const override;
};

/// GET /v1/usage/all/by-operation: usage of all operations, for superusers.
class usage_by_operation final : public sdk::typed_operation<window, by_operation_response>
{
public:
    sdk::descriptor                  describe() const override;
    sdk::task<by_operation_response> run(sdk::call& call, const window& request) const override;

    std::vector<sdk::representation<by_operation_response>> representations() const override;
};

} // namespace verbatim::usage

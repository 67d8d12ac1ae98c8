#pragma once

#include "verbatim/sdk/operation.hpp"

namespace verbatim::usage {

/// GET /v1/usage: what the tenant of the key used.
class own_usage final : public sdk::operation
{
public:
    sdk::descriptor          describe() const override;
    sdk::task<sdk::response> run(sdk::call& call) override;
};

/// GET /v1/usage/all/by-tenant: what every tenant used, for superusers.
class usage_by_tenant final : public sdk::operation
{
public:
    sdk::descriptor          describe() const override;
    sdk::task<sdk::response> run(sdk::call& call) override;
};

/// GET /v1/usage/all/by-operation: what every operation was used for, for superusers.
class usage_by_operation final : public sdk::operation
{
public:
    sdk::descriptor          describe() const override;
    sdk::task<sdk::response> run(sdk::call& call) override;
};

} // namespace verbatim::usage

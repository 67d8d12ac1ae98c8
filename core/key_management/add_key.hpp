#pragma once

#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <optional>
#include <string>

namespace verbatim::core::auth {
class key_watch;
}

namespace verbatim::core::key_management {

struct key_request
{
    std::string                   key_name;
    std::string                   tenant_id;
    bool                          is_superuser = false;
    std::optional<sdk::date_time> expires_at;
};
void declare(sdk::schema_builder& schema, key_request& request);

struct key_response
{
    std::string key_id;
    std::string api_key;
};
void declare(sdk::schema_builder& schema, key_response& response);

/// The descriptor of POST /v1/auth/keys, which the OpenAPI document needs without a database.
sdk::descriptor describe_add_key();

/// POST /v1/auth/keys: creates a key for a tenant and returns it once. Superusers only.
class add_key final : public sdk::typed_operation<key_request, key_response>
{
public:
    explicit add_key(auth::key_watch& keys); ///< borrowed

    sdk::descriptor         describe() const override { return describe_add_key(); }
    sdk::task<key_response> run(sdk::call& call, const key_request& request) const override;

private:
    auth::key_watch& keys_;
};

} // namespace verbatim::core::key_management

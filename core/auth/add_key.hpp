#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string>

namespace verbatim::core::auth {

class key_watch;

struct key_request
{
    std::string key_name;
    std::string tenant_id;
    bool        is_superuser = false;
};
void declare(sdk::declaration& wire, key_request& asked);

struct key_reply
{
    std::string key_id;
    std::string api_key;
};
void declare(sdk::declaration& wire, key_reply& given);

/// What the document says of POST /v1/auth/keys: known before there is a database to store anything in.
sdk::descriptor describe_add_key();

/// POST /v1/auth/keys: makes a key for a tenant, and shows it this once. A superuser's.
class add_key final : public sdk::operation
{
public:
    explicit add_key(key_watch& stored); ///< borrowed

    sdk::descriptor       describe() const override { return describe_add_key(); }
    sdk::task<sdk::reply> run(sdk::call& call) override;

private:
    key_watch& stored_;
};

} // namespace verbatim::core::auth

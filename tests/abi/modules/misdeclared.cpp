// Mistakes an author can make in a descriptor and in a table.
#include "operation.hpp"

namespace {

namespace sdk = verbatim::sdk;

struct broken
{
    std::string first, second;
};
void declare(sdk::schema_builder& schema, broken& request)
{
    schema.name("Broken", "A table that names one member twice.");
    schema.optional("first", request.first, "A text.");
    schema.optional("second", request.first, "Not the second.");
}

class invalid_descriptor final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        return {.name = "Crooked Name", .verb = "FETCH", .path = "v1/crooked/", .tag = "", .deadline = {}};
    }
};

class invalid_schema final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto descriptor    = sample::operation::describe();
        descriptor.name    = "mistaken";
        descriptor.path    = "/v1/mistaken";
        descriptor.request = sdk::type_of<broken>();
        return descriptor;
    }
};

class reserved_path final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto descriptor    = sample::operation::describe();
        descriptor.name    = "reserved";
        descriptor.path    = "/v1/health";
        descriptor.request = {};
        return descriptor;
    }
};

} // namespace

VERBATIM_PLUGIN(plugin)
{
    plugin.add<invalid_descriptor>();
    plugin.add<invalid_schema>();
    plugin.add<reserved_path>();
}

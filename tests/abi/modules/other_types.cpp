// A plugin with a type whose name another plugin uses for a different type.
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"

namespace {

namespace sdk = verbatim::sdk;

struct hello_request
{
    int count = 1;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, hello_request& request)
{
    schema.name("HelloRequest", "How often to greet.");
    schema.optional("count", request.count, "A count.");
}

struct other_response
{
    std::string greeting;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, other_response& response)
{
    schema.name("OtherResponse", "A greeting.");
    schema.field("greeting", response.greeting, "The greeting.");
}

class operation final : public sdk::typed_operation<hello_request, other_response>
{
    sdk::descriptor describe() const override { return {.name = "other", .path = "/v1/other", .summary = "Greets"}; }
    sdk::task<other_response> run(sdk::call&, const hello_request&) const override { co_return other_response{}; }
};

} // namespace

#ifdef EARLIER_SDK
namespace {

void load(sdk::plugin& plugin) { plugin.add<operation>(); }

/// As the first minor version of this major one writes it.
constexpr sdk::abi_tag earlier_tag()
{
    sdk::abi_tag tag VERBATIM_THIS_BUILD;
    tag.sdk_version -= tag.sdk_version % 1000;
    tag.layouts = sdk::layouts::fingerprint(0);
    return tag;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const sdk::plugin_entry verbatim_plugin_entry;
const sdk::plugin_entry                                                   verbatim_plugin_entry{earlier_tag(), &load};
#else
VERBATIM_PLUGIN(plugin) { plugin.add<operation>(); }
#endif

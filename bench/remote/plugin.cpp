// The operation of measured.py, in the server.
#include "verbatim/sdk/plugin.hpp"
#include "verbatim/sdk/call.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace {

namespace sdk = verbatim::sdk;

struct measured_request
{
    std::string text;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, measured_request& request)
{
    schema.name("InProcessRequest", "A text.");
    schema.required("text", request.text, "The text.");
}

struct measured_response
{
    std::int64_t count = 0;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, measured_response& response)
{
    schema.name("InProcessResponse", "The number of blanks.");
    schema.field("count", response.count, "The number of blanks.");
}

class operation final : public sdk::typed_operation<measured_request, measured_response>
{
    sdk::descriptor describe() const override
    {
        return {
            .name = "in_process", .path = "/v1/in-process", .summary = "Count blanks", .description = "Counts blanks."};
    }

    sdk::task<measured_response> run(sdk::call&, const measured_request& request) const override
    {
        measured_response response{std::ranges::count(request.text, ' ')};
        co_return response;
    }
};

} // namespace

VERBATIM_PLUGIN(plugin) { plugin.add<operation>(); }

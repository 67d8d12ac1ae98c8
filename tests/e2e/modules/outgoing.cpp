// An operation that sends what its request says to another server.
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <string>
#include <utility>

namespace {

namespace sdk = verbatim::sdk;

struct outgoing_request
{
    std::string content;
    std::string origin;
    std::string segment;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, outgoing_request& request)
{
    schema.name("OutgoingRequest", "What to send.");
    schema.required("content", request.content, "A text of a record.").screened();
    schema.required("origin", request.origin, "The server.");
    schema.required("segment", request.segment, "A part of the path.");
}

struct outgoing_response
{
    int         status = 0;
    std::string body;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, outgoing_response& response)
{
    schema.name("OutgoingResponse", "What came back.");
    schema.field("status", response.status, "The status.");
    schema.field("body", response.body, "The body.");
}

class operation final : public sdk::typed_operation<outgoing_request, outgoing_response>
{
private:
    sdk::descriptor describe() const override
    {
        return {.name    = "send",
                .path    = "/v1/send",
                .summary = "Send",
                .errors  = {sdk::http_refused, sdk::http_failed, sdk::http_timeout, sdk::http_too_large}};
    }

    sdk::task<outgoing_response> run(sdk::call& call, const outgoing_request& request) const override
    {
        sdk::http_request message;
        message.origin   = request.origin;
        message.path     = "/v1/places";
        message.segments = {request.segment};
        auto answer      = co_await call.http_client().try_send(message);
        if (!answer) throw answer.error();
        co_return outgoing_response{answer->status, std::move(answer->body)};
    }
};

} // namespace

VERBATIM_PLUGIN(plugin) { plugin.add<operation>(); }

// An operation that fails with the error that its request names: declared by its descriptor or not.
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <limits>
#include <stdexcept>

namespace {

namespace sdk = verbatim::sdk;

constexpr sdk::declared_error too_few{.code = "too_few", .status = 409, .message = "Send more records."};
constexpr sdk::declared_error too_many{.code = "too_many", .status = 409, .message = "Send fewer records."};

struct fail_request
{
    std::string way;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, fail_request& request)
{
    schema.name("FailRequest", "How to fail.");
    schema.required("way", request.way, "The error to fail with.");
}

struct fail_response
{
    double number = 1;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, fail_response& response)
{
    schema.name("FailResponse", "A response.");
    schema.field("number", response.number, "A number.");
}

class operation final : public sdk::typed_operation<fail_request, fail_response>
{
public:
    explicit operation(sdk::counter& calls)
        : calls_{calls}
    {}

private:
    sdk::descriptor describe() const override
    {
        return {.name           = "fail",
                .path           = "/v1/fail",
                .summary        = "Fail",
                .description    = {},
                .usage_label    = {},
                .success_status = 202,
                .headers        = {{"Cache-Control", "no-store"}},
                .errors         = {sdk::errc::analysis_unavailable, too_few}};
    }

    sdk::task<fail_response> run(sdk::call&, const fail_request& request) const override
    {
        calls_.increment(request.way == "none" ? 0 : 1);
        if (request.way == "own") throw sdk::error{too_few};
        if (request.way == "undeclared_own") throw sdk::error{too_many};
        if (request.way == "host") throw sdk::error{sdk::errc::analysis_unavailable};
        if (request.way == "undeclared_host") throw sdk::error{sdk::errc::not_found};
        if (request.way == "no_json") co_return fail_response{std::numeric_limits<double>::quiet_NaN()};
        if (request.way == "programming_error") throw sdk::programming_error{"a constant mistake"};
        if (request.way == "other_exception") throw std::runtime_error{"text of a record"};
        co_return fail_response{};
    }

    sdk::counter& calls_;
};

} // namespace

VERBATIM_PLUGIN(plugin)
{
    plugin.add<operation>(plugin.add_counter(
        {.name = "calls", .help = "Calls, by their end.", .label = "end", .values = {"response", "error"}}));
}

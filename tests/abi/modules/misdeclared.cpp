// Invalid descriptors and an invalid schema.
#include "operation.hpp"

namespace {

namespace sdk = verbatim::sdk;

struct broken
{
    std::string first, second;
};
void declare(sdk::schema_builder& schema, broken& request)
{
    schema.name("Broken", "A schema that declares a member twice.");
    schema.optional("first", request.first, "A text.");
    schema.optional("second", request.first, "The same member.");
}

class invalid_descriptor final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        return {.name = "Crooked Name", .verb = "FETCH", .path = "v1/crooked/", .tag = "", .deadline = {}};
    }
};

class invalid_schema final : public sdk::typed_operation<broken, sample::response>
{
    sdk::descriptor describe() const override
    {
        return {.name = "mistaken", .path = "/v1/mistaken", .summary = "Fails", .description = {}, .usage_label = {}};
    }
    sdk::task<sample::response> run(sdk::call&, const broken&) const override { co_return sample::response{}; }
};

struct unexemplary
{
    int number = 1;
};
void declare(sdk::schema_builder& schema, unexemplary& request)
{
    schema.name("Unexemplary", "A schema whose example breaks its rule.");
    schema.optional("number", request.number, "A number.").at_least(1).example("0");
}

class invalid_example final : public sdk::typed_operation<unexemplary, sample::response>
{
    sdk::descriptor describe() const override
    {
        return {.name = "unexemplary", .path = "/v1/unexemplary", .summary = "Fails"};
    }
    sdk::task<sample::response> run(sdk::call&, const unexemplary&) const override { co_return sample::response{}; }
};

class short_deadline final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto descriptor        = sample::operation::describe();
        descriptor.name        = "hasty";
        descriptor.path        = "/v1/hasty";
        descriptor.usage_label = "hasty";
        descriptor.deadline    = std::chrono::seconds{9};
        return descriptor;
    }
};

class reserved_path final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto descriptor = sample::operation::describe();
        descriptor.name = "reserved";
        descriptor.path = "/v1/health";
        return descriptor;
    }
};

class invalid_response final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto descriptor           = sample::operation::describe();
        descriptor.name           = "answering";
        descriptor.path           = "/v1/answering";
        descriptor.success_status = 404;
        descriptor.headers        = {{"X-Split", "a\r\nSet-Cookie: b"}, {"Not A Name", "a"}, {"content-length", "5"}};
        descriptor.errors         = {sdk::errc::conflict,
                                     sdk::declared_error{.code = "Too Few", .status = 422, .message = "Too few."},
                                     sdk::declared_error{.code = "llm_error", .status = 502, .message = "Failed."},
                                     sdk::declared_error{.code = "fine", .status = 200, .message = "Fine."},
                                     sdk::declared_error{.code = "fine", .status = 409, .message = ""}};
        return descriptor;
    }
};

} // namespace

VERBATIM_PLUGIN(plugin)
{
    plugin.add<invalid_descriptor>();
    plugin.add<invalid_schema>();
    plugin.add<reserved_path>();
    plugin.add<invalid_response>();
    plugin.add<invalid_example>();
    plugin.add<short_deadline>();
}

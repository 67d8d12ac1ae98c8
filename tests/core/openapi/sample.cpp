#include "core/openapi/sample.hpp"

namespace verbatim::openapi_test {

void declare(sdk::schema_builder& schema, question& request)
{
    schema.name("Question", "A question.").example(R"({"text": "Why?", "loud": true})").example(R"({"text": "How?"})");
    schema.required("text", request.text, "The text.").at_least(1).screened();
    schema.optional("loud", request.loud, "Whether to use capital letters.");
}

void declare(sdk::schema_builder& schema, window& request)
{
    schema.name("Window", "A range.");
    schema.optional("from", request.from, "The first number.");
}

void declare(sdk::schema_builder& schema, nothing&) { schema.name("Nothing", "No parameters."); }

void declare(sdk::schema_builder& schema, answer& response)
{
    schema.name("Answer", "An answer.");
    schema.field("text", response.text, "The text.").example("Because.");
}

sdk::descriptor model_operation()
{
    return {.name        = "ask",
            .path        = "/v1/ask-all",
            .summary     = "Ask",
            .tag         = "Inference",
            .usage_label = "ask",
            .request     = sdk::type_of<question>(),
            .response    = sdk::type_of<answer>()};
}

sdk::descriptor create_operation()
{
    return {.name           = "make",
            .path           = "/v1/things",
            .summary        = "Make",
            .tag            = "User Management",
            .access         = sdk::access_level::superuser,
            .request        = sdk::type_of<question>(),
            .response       = sdk::type_of<answer>(),
            .success_status = 201,
            .errors         = {sdk::errc::conflict}};
}

sdk::descriptor query_operation()
{
    return {.name     = "read",
            .verb     = "GET",
            .path     = "/v1/things",
            .summary  = "Read",
            .tag      = "Usage Tracking",
            .request  = sdk::type_of<window>(),
            .response = sdk::type_of<answer>()};
}

sdk::descriptor plain_operation()
{
    return {.name     = "plain",
            .verb     = "GET",
            .path     = "/v1/plain",
            .summary  = "Plain",
            .tag      = "Default",
            .request  = sdk::type_of<nothing>(),
            .response = sdk::type_of<answer>()};
}

} // namespace verbatim::openapi_test

#include "core/openapi/sample.hpp"

namespace verbatim::openapi_test {

void declare(sdk::declaration& wire, question& asked)
{
    wire.is("Question", "What is asked.").example(R"({"text": "Why?", "loud": true})").example(R"({"text": "How?"})");
    wire.needs("text", asked.text, "The words.").at_least(1).screened();
    wire.takes("loud", asked.loud, "Whether it is shouted.");
}

void declare(sdk::declaration& wire, window& asked)
{
    wire.is("Window", "Since when.");
    wire.takes("from", asked.from, "The first.");
}

void declare(sdk::declaration& wire, nothing&) { wire.is("Nothing", "No parameters."); }

void declare(sdk::declaration& wire, answer& given)
{
    wire.is("Answer", "What is said.");
    wire.gives("text", given.text, "The words.");
}

sdk::descriptor asking()
{
    return {.name        = "ask",
            .path        = "/v1/ask-all",
            .summary     = "Ask",
            .tag         = "Inference",
            .usage_label = "ask",
            .asks        = sdk::type_of<question>(),
            .answers     = sdk::type_of<answer>()};
}

sdk::descriptor making()
{
    return {.name    = "make",
            .path    = "/v1/things",
            .summary = "Make",
            .tag     = "User Management",
            .who     = sdk::access::superuser,
            .asks    = sdk::type_of<question>(),
            .answers = sdk::type_of<answer>(),
            .success = 201,
            .refuses = {sdk::errc::conflict}};
}

sdk::descriptor reading()
{
    return {.name    = "read",
            .verb    = "GET",
            .path    = "/v1/things",
            .summary = "Read",
            .tag     = "Usage Tracking",
            .asks    = sdk::type_of<window>(),
            .answers = sdk::type_of<answer>()};
}

sdk::descriptor plain()
{
    return {.name    = "plain",
            .verb    = "GET",
            .path    = "/v1/plain",
            .summary = "Plain",
            .tag     = "Default",
            .asks    = sdk::type_of<nothing>(),
            .answers = sdk::type_of<answer>()};
}

} // namespace verbatim::openapi_test

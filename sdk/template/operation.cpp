#include "operation.hpp"

#include <utility>

namespace hello {

namespace sdk = verbatim::sdk;

operation::operation(settings chosen)
    : settings_{std::move(chosen)}
{}

sdk::descriptor operation::describe() const
{
    return {
        .name        = "hello",
        .path        = "/v1/hello",
        .summary     = "Greet a person",
        .description = "Answers with a greeting for the given name.",
        .asks        = sdk::type_of<request>(),
        .answers     = sdk::type_of<answer>(),
    };
}

sdk::task<sdk::reply> operation::run(sdk::call& call)
{
    const auto& asked = call.asked<request>();

    answer given{settings_.salutation + ", " + asked.name + (asked.formal ? "." : "!")};
    co_return sdk::ok(given);
}

} // namespace hello

// Mistakes an author can make in a descriptor and in a table.
#include "operation.hpp"

namespace {

namespace sdk = verbatim::sdk;

struct broken
{
    std::string first, second;
};
void declare(sdk::declaration& wire, broken& asked)
{
    wire.is("Broken", "A table that names one member twice.");
    wire.takes("first", asked.first, "A text.");
    wire.takes("second", asked.first, "Not the second.");
}

class crooked final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        return {.name = "Crooked Name", .verb = "FETCH", .path = "v1/crooked/", .tag = "", .deadline = {}};
    }
};

class mistaken final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto about = sample::operation::describe();
        about.name = "mistaken";
        about.path = "/v1/mistaken";
        about.asks = sdk::type_of<broken>();
        return about;
    }
};

class reserved final : public sample::operation
{
    sdk::descriptor describe() const override
    {
        auto about = sample::operation::describe();
        about.name = "reserved";
        about.path = "/v1/health";
        about.asks = {};
        return about;
    }
};

} // namespace

VERBATIM_PLUGIN(plugin)
{
    plugin.add<crooked>();
    plugin.add<mistaken>();
    plugin.add<reserved>();
}

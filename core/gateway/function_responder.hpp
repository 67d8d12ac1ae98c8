#pragma once

#include "gateway/routes.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace verbatim::core::gateway {

/// The query of a route without parameters.
struct no_query
{};
inline void declare(sdk::schema_builder& schema, no_query&) { schema.name("NoQuery", "No parameters."); }

template <class Object>
using responder_function = sdk::task<http::response> (*)(Object& object, const resource_request& request);

/// Responds by a function of an object, which outlives this. [any thread]
template <class Object>
class function_responder final : public responder
{
public:
    function_responder(Object& object, responder_function<Object> function)
        : object_{object}
        , respond_{function}
    {}

    sdk::task<http::response> respond(const resource_request& request) override { return respond_(object_, request); }

private:
    Object&                    object_;
    responder_function<Object> respond_;
};

/// Adds a route for each descriptor, with the function at the same place. `object` and the returned responders must
/// outlive `routes`.
template <class Object>
std::vector<std::unique_ptr<responder>> add_responders(routes& routes, std::span<const sdk::descriptor> descriptors,
                                                       Object&                                     object,
                                                       std::span<const responder_function<Object>> functions)
{
    std::vector<std::unique_ptr<responder>> responders;
    for (std::size_t n = 0; n != descriptors.size(); ++n)
    {
        responders.push_back(std::make_unique<function_responder<Object>>(object, functions[n]));
        routes.add(descriptors[n], *responders.back());
    }
    return responders;
}

} // namespace verbatim::core::gateway

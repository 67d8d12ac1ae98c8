#pragma once

#include "gateway/routes.hpp"

namespace verbatim::core::gateway {

/// Responds by a function of an object, which outlives this. [any thread]
template <class Object>
class function_responder final : public responder
{
public:
    using function = sdk::task<http::response> (*)(Object& object, const resource_request& request);

    function_responder(Object& object, function implementation)
        : object_{object}
        , respond_{implementation}
    {}

    sdk::task<http::response> respond(const resource_request& request) override { return respond_(object_, request); }

private:
    Object&  object_;
    function respond_;
};

} // namespace verbatim::core::gateway

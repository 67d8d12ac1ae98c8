#pragma once

#include "http/message.hpp"

#include "verbatim/sdk/schema.hpp"

namespace verbatim::core::gateway {

/// 200 with a declared value, which no cache may store.
template <class T>
http::response json_response(const T& value)
{
    http::response response;
    sdk::write(sdk::schema_of<T>(), &value, response.body);
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

} // namespace verbatim::core::gateway

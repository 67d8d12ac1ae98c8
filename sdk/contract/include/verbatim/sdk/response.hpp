#pragma once

#include "verbatim/sdk/schema.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::sdk {

/// What an operation hands back: a status and the JSON text of its body.
struct response
{
    int                                                   status = 200;
    std::string                                           body;
    std::vector<std::pair<std::string_view, std::string>> headers = {}; ///< beside the host's own; names are constants
};

/// 200 with a declared value. Throws std::logic_error when the value breaks its own declaration's type (NaN, infinity).
template <class T>
response ok(const T& value)
{
    response result;
    write(schema_of<T>(), &value, result.body);
    return result;
}

/// 201 with a declared value that no cache may keep: for what is made and shown once.
template <class T>
response created(const T& value)
{
    auto result   = ok(value);
    result.status = 201;
    result.headers.emplace_back("Cache-Control", "no-store");
    return result;
}

} // namespace verbatim::sdk

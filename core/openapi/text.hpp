#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::openapi {

/// The text as a JSON string.
std::string quoted(std::string_view text);

/// `"name":{"$ref":"#/components/headers/name"}`
std::string header(std::string_view name);

} // namespace verbatim::core::openapi

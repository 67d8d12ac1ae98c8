#pragma once

#include "schema/object_schema.hpp"

#include "verbatim/sdk/error.hpp"

#include <string>
#include <string_view>

namespace verbatim::sdk::schema {

/// A value that JSON cannot hold. write_value names the object and the field, if it is in one.
class unwritable final : public programming_error
{
public:
    using programming_error::programming_error;
};

/// Appends JSON text. Boost.JSON's serializer would write 0.86 as 8.6E-1.
void write_value(const type_info& type, const void* source, std::string& output);

/// A JSON value as text: members in their order, numbers as write_value writes them.
std::string json_text(const boost::json::value& source);

} // namespace verbatim::sdk::schema

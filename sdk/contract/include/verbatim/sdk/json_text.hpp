#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Reads declared values from JSON text, such as model output and files, and writes them as JSON text.
namespace verbatim::sdk {

/// Whether a value of this schema borrows texts from the JSON value it was read from, so that both must live as long.
VERBATIM_SDK_API bool has_borrowed_text(const object_schema& schema);

/// The type of the member `name` of an object with this schema. For an unknown member: null if the object is open, so
/// that a parser may drop the value; boolean if it is closed, because reading reports the name and ignores the value.
/// [any thread]
VERBATIM_SDK_API const schema::type_info* type_of_member(const object_schema& schema, std::string_view name) noexcept;

/// Reads JSON text into the default-made value at `target` and returns the problems as `read` does. None if the text is
/// not JSON or is nested more than 64 deep. Throws programming_error for a schema with a string_view member, which
/// would borrow from a JSON value that ends with this call. [any thread]
VERBATIM_SDK_API std::optional<std::vector<field_issue>> read_text(const object_schema& schema, std::string_view text,
                                                                   void* target);

/// The value, or json_invalid, or validation_error with its fields. Nothing of `text` is in the error. [any thread]
template <class T>
result<T> read_json(std::string_view text)
{
    T    value{};
    auto issues = read_text(schema_of<T>(), text, &value);
    if (!issues) return error{errc::json_invalid};
    if (issues->empty()) return value;
    error failure{errc::validation_error};
    failure.fields = std::move(*issues);
    return failure;
}

/// Appends a string in quotes; escapes only the characters that JSON does not allow in it. [any thread]
VERBATIM_SDK_API void append_json_string(std::string_view text, std::string& output);

/// The value as JSON text. Throws programming_error like `write`. [any thread]
template <class T>
std::string to_json(const T& value)
{
    std::string text;
    write(schema_of<T>(), &value, text);
    return text;
}

} // namespace verbatim::sdk

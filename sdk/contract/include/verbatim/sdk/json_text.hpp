#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Declared values from JSON text and back, for what comes from elsewhere than a request: a model's reply, a file.
namespace verbatim::sdk {

/// Whether a value of this table, once read from a tree, has texts in the tree, so that the tree must be kept.
VERBATIM_SDK_API bool has_borrowed_text(const object_schema& schema);

/// What a member of this name is read as in an object of this table. Null when nobody reads it, so that its value need
/// not be kept. A closed object refuses a stranger by its name: that is a shape which holds no others. [any thread]
VERBATIM_SDK_API const schema::type_info* type_of_member(const object_schema& schema, std::string_view name) noexcept;

/// Reads JSON text, nested at most 64 deep, into the default-made value at `into`. Nothing when it is no such JSON,
/// else the problems as `read` tells them. A table with a string_view in it throws std::logic_error: there is no tree
/// left to borrow from. [any thread]
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

/// The value as JSON text. Throws std::logic_error on NaN and infinity.
template <class T>
std::string to_json(const T& value)
{
    std::string text;
    write(schema_of<T>(), &value, text);
    return text;
}

} // namespace verbatim::sdk

#pragma once

#include "schema/object_schema.hpp"
#include "schema/writer.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/openapi.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk::schema {

/// Writes a JSON object member by member.
class json_object
{
public:
    /// `json` is a whole JSON value.
    json_object& member(std::string_view name, std::string_view json)
    {
        text_ += text_.empty() ? '{' : ',';
        append_json_string(name, text_);
        text_ += ':';
        text_.append(json);
        return *this;
    }
    json_object& text(std::string_view name, std::string_view text) { return member(name, quoted(text)); }

    std::string done() && { return text_.empty() ? "{}" : std::move(text_) + '}'; }

    static std::string quoted(std::string_view text)
    {
        std::string output;
        append_json_string(text, output);
        return output;
    }

private:
    std::string text_;
};

/// Writes schemas as JSON Schema 2020-12.
class json_schema_writer
{
public:
    enum class style : unsigned char
    {
        document, ///< OpenAPI 3.1: bounds, formats, defaults, examples; objects are components
        strict ///< for models: closed, all required, no bounds; objects are written in place unless they are recursive
    };

    explicit json_schema_writer(style requested)
        : style_{requested}
    {}

    /// The members of `further` follow those of the schema.
    std::string object(const object_schema& schema, std::span<const object_schema* const> further = {});
    /// A query has no null: `without_null` leaves it out.
    std::string field_schema(const field& field, const object_schema& owner, bool without_null = false);

    /// Object schemas that were referenced, in order; only recursive ones when strict.
    const std::vector<const object_schema*>& referenced() const noexcept { return referenced_; }

    /// Enumerations and open objects that were referenced, as components; none when strict.
    const std::vector<component>& components() const noexcept { return components_; }

private:
    void members(const object_schema& schema, std::span<const object_schema* const> further, json_object& output);
    void value(const type_info& type, const value_bounds& bounds, bool nullable, json_object& output);
    void enumeration(const enum_values& values, bool nullable, json_object& output);
    void open_object(const field& field, const object_schema& owner, bool nullable, json_object& output);
    void refer(std::string_view name, bool nullable, json_object& output) const;
    void integer(const type_info& type, const value_bounds& bounds, json_object& output) const;
    void nested(const object_schema& schema, bool nullable, json_object& output);
    std::string_view reference(const object_schema& schema);
    bool             strict() const noexcept { return style_ == style::strict; }

    style                             style_;
    std::vector<const object_schema*> referenced_;
    std::vector<component>            components_;
};

/// The description of the field; for an enumeration also those of its values.
std::string field_description(const field& field);

/// Whether a value of the schema can hold another value of it.
bool is_recursive(const object_schema& schema);

} // namespace verbatim::sdk::schema

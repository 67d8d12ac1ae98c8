#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

namespace schema {

/// The bounds of a field's value, inclusive. Doubles are for a number; integers for an integer, the characters of a
/// text and the items of a list.
struct value_bounds
{
    std::optional<double>       minimum;
    std::optional<double>       maximum;
    std::optional<std::int64_t> minimum_count;
    std::optional<std::int64_t> maximum_count;
    bool                        without_null_byte = false; ///< of a text
};

struct field
{
    std::string                name;
    std::string                description;
    const type_info*           type     = nullptr;
    std::size_t                offset   = 0;
    field_presence             presence = field_presence::optional;
    value_bounds               bounds;
    screening                  screened       = screening::none;
    bool                       null_as_absent = false;
    bool                       reject_null    = false;
    bool                       absent_if_null = false;
    std::optional<std::string> example; ///< as the author wrote it: text or JSON

    const void* member_of(const void* value) const noexcept { return static_cast<const char*>(value) + offset; }
    void*       member_of(void* value) const noexcept { return static_cast<char*>(value) + offset; }

    bool is_required() const noexcept { return presence != field_presence::optional && !absent_if_null; }

    /// Whether the member of this value is left out of the JSON.
    bool is_absent(const void* value) const { return absent_if_null && !type->first(member_of(value)); }
};

struct rule
{
    void (*function)();
    rule_call* call;
};

/// The type of a nullable's value, or the type itself.
inline const type_info& unwrap_nullable(const type_info& type) noexcept
{
    return type.kind == value_kind::nullable ? *type.element : type;
}

/// Whether the field's example is text rather than JSON.
bool is_textual(const type_info& type) noexcept;

} // namespace schema

class object_schema final
{
public:
    const schema::field* find_field(std::string_view name) const noexcept;

    std::string                name;
    std::string                description;
    bool                       closed = false;
    std::vector<std::string>   examples;
    std::vector<schema::field> fields;
    std::vector<schema::rule>  rules;
    const schema::type_info*   info = nullptr;
    type                       erased;
    const void*                defaults = nullptr; ///< default-made; holds the defaults
};

namespace schema {

/// Whether `predicate` holds for a field of `schema`, or of any schema that its fields refer to.
bool any_field_of(const object_schema& schema, bool (*predicate)(const field&));

/// Whether a member at any depth borrows from the body.
bool borrows_text(const object_schema& schema);

/// Whether the type is, or holds, a secret.
bool holds_secret(const type_info& type);

} // namespace schema
} // namespace verbatim::sdk

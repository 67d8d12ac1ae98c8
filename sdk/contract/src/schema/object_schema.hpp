#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::sdk {

namespace schema {

/// What a field's author said of its value. Bounds are inclusive; which pair holds depends on the shape: doubles for a
/// number, integers for an integer, a text's characters, a list's items.
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
    std::optional<std::string> example; ///< as the author wrote it: text or JSON

    const void* member_of(const void* value) const noexcept { return static_cast<const char*>(value) + offset; }
    void*       member_of(void* value) const noexcept { return static_cast<char*>(value) + offset; }
};

struct rule
{
    void (*function)();
    rule_call* call;
};

/// A nullable's value or the shape itself.
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

/// Tells whether `wanted` holds for a field of `from`, or of any table that is reached from it.
bool any_field_of(const object_schema& schema, bool (*predicate)(const field&));

/// Whether some member, however deep, borrows from the body.
bool borrows_text(const object_schema& schema);

/// Whether the shape is, or holds, a secret.
bool holds_secret(const type_info& type);

} // namespace schema
} // namespace verbatim::sdk

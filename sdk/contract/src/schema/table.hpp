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
struct limits
{
    std::optional<double>       least_number;
    std::optional<double>       most_number;
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> most;
    bool                        without_null_byte = false; ///< of a text
};

struct field
{
    std::string                name;
    std::string                sentence;
    const shape*               is     = nullptr;
    std::size_t                offset = 0;
    presence                   when   = presence::taken;
    limits                     within;
    screening                  screened       = screening::none;
    bool                       null_is_absent = false;
    bool                       null_is_wrong  = false;
    std::optional<std::string> example; ///< as the author wrote it: text or JSON

    const void* in(const void* value) const noexcept { return static_cast<const char*>(value) + offset; }
    void*       in(void* value) const noexcept { return static_cast<char*>(value) + offset; }
};

struct rule
{
    void (*asked)();
    rule_call* call;
};

/// A nullable's value or the shape itself.
inline const shape& beneath(const shape& of) noexcept { return of.is == kind::nullable ? *of.of : of; }

/// Whether the field's example is text rather than JSON.
bool is_textual(const shape& of) noexcept;

} // namespace schema

class table final
{
public:
    const schema::field* named(std::string_view name) const noexcept;

    std::string                name;
    std::string                sentence;
    bool                       closed = false;
    std::vector<std::string>   examples;
    std::vector<schema::field> fields;
    std::vector<schema::rule>  rules;
    const schema::shape*       is = nullptr;
    type                       made;
    const void*                blank = nullptr; ///< default-made; holds the defaults
};

namespace schema {

/// Tells whether `wanted` holds for a field of `from`, or of any table that is reached from it.
bool any_field_of(const table& from, bool (*wanted)(const field&));

/// Whether some member, however deep, borrows from the body.
bool borrows(const table& one);

/// Whether the shape is, or holds, a secret.
bool holds_secret(const shape& of);

} // namespace schema
} // namespace verbatim::sdk

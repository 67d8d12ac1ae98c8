#pragma once

#include "document.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/type_info.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Values whose members a document declares. A schema needs a C++ type, so each object of a document takes one of the
/// types `value<0> … value<max_objects - 1>`, and each choice one of `choice<0> … choice<max_choices - 1>`.
namespace verbatim::remote {

/// Of all documents together. The n-th operation has the request `value<2 * n>` and the response `value<2 * n + 1>`;
/// outputs and items of lists have the numbers after those.
inline constexpr std::size_t max_operations = 16;
inline constexpr std::size_t max_objects    = 2 * max_operations + 32;
inline constexpr std::size_t max_choices    = 24;

struct member_type;

/// The members of an object of a document. Made at load, never destroyed.
struct object_layout
{
    struct member
    {
        const field_declaration* field;
        const member_type*       type;
        std::size_t              offset;
    };

    std::string         type_name;
    std::string         description;
    std::string         example; ///< JSON; empty without one
    bool                in_request = false;
    std::vector<member> members;
};

/// A value with the members of a layout, in its own storage.
class object_value
{
public:
    static constexpr std::size_t capacity = 1'024;
    /// Values at a time, which bounds their memory: a list of objects in JSON may be a hundred times smaller.
    static constexpr std::size_t max_values = 262'144;

    /// Throws sdk::error (overloaded) beyond max_values.
    explicit object_value(const object_layout& layout);
    object_value(const object_value& other);
    object_value(object_value&& other) noexcept;
    object_value& operator=(const object_value&) = delete;
    ~object_value();

    void declare_members(sdk::schema_builder& schema);

    /// The parts of a value that redaction and restoration change, nested ones included, in declared order.
    struct visitor
    {
        std::function<void(std::string& text, const field_declaration& field)> text      = {};
        std::function<void(std::string& id)>                                   record_id = {};
        std::function<void(feedback::record& record)>                          record    = {};
    };
    void visit(const visitor& visitor);

private:
    void* at(const object_layout::member& member) noexcept { return storage_.data() + member.offset; }

    const object_layout* layout_;
    alignas(std::max_align_t) std::array<std::byte, capacity> storage_;
};

/// A C++ type of a member, erased. `at` points to the member.
struct member_type
{
    std::size_t size;
    std::size_t alignment;
    void (*make)(void* at, const field_declaration& field); ///< with its default
    void (*copy)(void* at, const void* source);
    void (*move)(void* at, void* source);
    void (*destroy)(void* at) noexcept;
    void (*declare)(sdk::schema_builder& schema, const field_declaration& field, void* at, bool in_request);
    void (*visit)(void* at, const field_declaration& field, const object_value::visitor& use);
};

/// Stores the layout of a declared object and of those in it as that of `value<number>`. Throws std::runtime_error when
/// there are too many, or when a value would be too large. [load]
void add_object(std::size_t number, const object_declaration& object, const std::string& type_name, bool in_request);

/// The next number for an output or an item. [load]
std::size_t next_object_number();

const object_layout& layout_at(std::size_t number) noexcept;

template <std::size_t Number>
class value : public object_value
{
public:
    value()
        : object_value{layout_at(Number)}
    {}

    friend void declare(sdk::schema_builder& schema, value& declared)
    {
        declared.declare_members(schema);
        schema.skip(static_cast<const object_value&>(declared));
    }
};

/// `value<number>`, erased.
sdk::type type_at(std::size_t number);

} // namespace verbatim::remote

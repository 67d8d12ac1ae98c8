#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/literal.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace boost::json {
class object;
class value;
} // namespace boost::json

namespace verbatim::sdk {

class schema_builder;
class validation_issues;

/// The schema of a declared type: made once by its `declare` function, at first use, and never destroyed.
class object_schema;

template <class T>
VERBATIM_SDK_HIDDEN const object_schema& schema_of();

struct erased_deleter
{
    void (*destroy)(void*) noexcept = nullptr;

    void operator()(void* value) const noexcept { destroy(value); }
};

/// A value of a declared type, known by its schema alone.
using erased_value = std::unique_ptr<void, erased_deleter>;

template <class T>
erased_value erase_type(T value)
{
    return {new T{std::move(value)}, {[](void* held) noexcept { delete static_cast<T*>(held); }}};
}

/// A declared type, erased: a descriptor holds it, and the host works with it.
struct type
{
    const object_schema& (*schema)() = nullptr;
    erased_value (*make)()           = nullptr; ///< a default-made value

    explicit operator bool() const noexcept { return schema != nullptr; }
};

template <class T>
constexpr type type_of()
{
    return {&schema_of<T>, [] { return erase_type(T{}); }};
}

/// One value of an enumeration, its name in JSON and its description.
struct enum_value
{
    template <class E>
    requires std::is_enum_v<E>
    constexpr enum_value(literal value_name, E enumerator, literal value_description)
        : name{value_name}
        , value{static_cast<std::int64_t>(enumerator)}
        , description{value_description}
    {}

    literal      name;
    std::int64_t value;
    literal      description;
};

/// The result of `sdk::enum_values declare(E)`: the enumeration's name in the OpenAPI document and all its values.
/// Throws programming_error when a name or a value occurs twice, or there is none.
class VERBATIM_SDK_API enum_values
{
public:
    enum_values(std::string_view name, std::initializer_list<enum_value> values);

    const std::string& name() const noexcept { return name_; }

    const enum_value*              find_by_name(std::string_view name) const noexcept; ///< null when there is none
    const enum_value*              find_by_value(std::int64_t value) const noexcept;
    const std::vector<enum_value>& values() const noexcept { return values_; }

    /// `'day', 'week' or 'month'`
    const std::string& quoted_list() const noexcept { return quoted_list_; }

private:
    friend struct layouts;

    std::string             name_;
    std::vector<enum_value> values_;
    std::string             quoted_list_;
};

/// The result of `sdk::text_format declare(const T&)` for a type that is text in JSON.
struct text_format
{
    /// `parse_function` sets the value from a text, or returns false; `print_function` is its inverse. `format_name` is
    /// the `format` in JSON Schema. `issue_text` is the problem that the caller gets when parsing fails.
    template <class T>
    text_format(std::string_view format_name, std::string_view issue_text, bool (*parse_function)(std::string_view, T&),
                std::string (*print_function)(const T&))
        : format{format_name}
        , issue{issue_text}
        , parser_{reinterpret_cast<void (*)()>(parse_function)}
        , printer_{reinterpret_cast<void (*)()>(print_function)}
        , call_parser_{[](void (*function)(), std::string_view text, void* target) {
            return reinterpret_cast<bool (*)(std::string_view, T&)>(function)(text, *static_cast<T*>(target));
        }}
        , call_printer_{[](void (*function)(), const void* value) {
            return reinterpret_cast<std::string (*)(const T&)>(function)(*static_cast<const T*>(value));
        }}
    {}

    /// The value is never shown: it is written as `***`.
    text_format hidden() && noexcept
    {
        secret = true;
        return *this;
    }

    bool        parse(std::string_view text, void* target) const { return call_parser_(parser_, text, target); }
    std::string print(const void* value) const { return call_printer_(printer_, value); }

    std::string_view format;
    std::string_view issue;
    bool             secret = false;

private:
    friend struct layouts;

    void (*parser_)();
    void (*printer_)();
    bool (*call_parser_)(void (*)(), std::string_view, void*);
    std::string (*call_printer_)(void (*)(), const void*);
};

class plain_field;
class number_field;
class integer_field;
class list_field;
class text_field;

/// C++ types as the schema sees them: one constant for each. Not for authors.
namespace schema {

class draft;

enum class field_presence : unsigned char
{
    required,
    optional,
    always,
};

enum class value_kind : unsigned char
{
    boolean,
    integer,
    number,
    text,
    borrowed_text,
    enumeration,
    formatted_text,
    object,
    open_object,
    list,
    nullable,
};

struct type_info
{
    value_kind       kind;
    bool             is_signed = false;
    std::uint32_t    size;
    std::uint32_t    alignment;
    const type_info* element = nullptr; ///< of a list: of its items; of a nullable: of its value

    const object_schema& (*object)()         = nullptr;
    const sdk::enum_values& (*enumeration)() = nullptr;
    const text_format& (*format)()           = nullptr;

    /// Of a list: one more item, default-made. Of a nullable: its value, default-made.
    void* (*add)(void*) = nullptr;
    /// Of a list: its first item. Of a nullable: its value, or null.
    const void* (*first)(const void*)   = nullptr;
    std::size_t (*count)(const void*)   = nullptr;
    void (*clear)(void*)                = nullptr;
    void (*reserve)(void*, std::size_t) = nullptr;
};

template <class T>
concept declares_object = requires(schema_builder& builder, T& value)
{
    declare(builder, value);
};
template <class T>
concept declares_enum_values = std::is_enum_v<T> && requires(T value)
{
    {
        declare(value)
        } -> std::same_as<sdk::enum_values>;
};
template <class T>
concept declares_text_format = requires(const T& value)
{
    {
        declare(value)
        } -> std::same_as<text_format>;
};
template <class T>
concept duration = requires
{
    typename T::rep;
    typename T::period;
    requires sizeof(T) == sizeof(typename T::rep);
};

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
inline constexpr bool is_nullable = false;
template <class T>
inline constexpr bool is_nullable<std::optional<T>> = true;

template <class T>
VERBATIM_SDK_HIDDEN const sdk::enum_values& enum_values_of()
{
    static const sdk::enum_values& values = *new sdk::enum_values{declare(T{})};
    return values;
}

template <class T>
VERBATIM_SDK_HIDDEN const text_format& text_format_of()
{
    static const text_format& format = *new text_format{declare(T{})};
    return format;
}

template <class T>
constexpr type_info make_type_info();

template <class T>
VERBATIM_SDK_HIDDEN inline constexpr type_info type_info_of = make_type_info<T>();

template <class T>
constexpr type_info list_type_info()
{
    using list = std::vector<T>;
    static_assert(!std::same_as<T, bool>,
                  "a std::vector<bool> cannot be declared, because its items have no address; use an enumeration");
    return {.kind      = value_kind::list,
            .size      = sizeof(list),
            .alignment = alignof(list),
            .element   = &type_info_of<T>,
            .add       = [](void* target) -> void* { return &static_cast<list*>(target)->emplace_back(); },
            .first     = [](const void* source) -> const void* { return static_cast<const list*>(source)->data(); },
            .count     = [](const void* source) { return static_cast<const list*>(source)->size(); },
            .clear     = [](void* target) { static_cast<list*>(target)->clear(); },
            .reserve   = [](void* target, std::size_t count) { static_cast<list*>(target)->reserve(count); }};
}

template <class T>
constexpr type_info nullable_type_info()
{
    using maybe = std::optional<T>;
    static_assert(!is_nullable<T>, "a std::optional of a std::optional cannot be declared: JSON has only one null");
    return {.kind      = value_kind::nullable,
            .size      = sizeof(maybe),
            .alignment = alignof(maybe),
            .element   = &type_info_of<T>,
            .add       = [](void* target) -> void* { return &static_cast<maybe*>(target)->emplace(); },
            .first     = [](const void* source) -> const void* {
                const auto& value = *static_cast<const maybe*>(source);
                return value ? &*value : nullptr;
            },
            .clear = [](void* target) { static_cast<maybe*>(target)->reset(); }};
}

template <class T>
constexpr type_info make_type_info()
{
    constexpr auto basic = [](value_kind kind, bool is_signed = false) {
        return type_info{.kind = kind, .is_signed = is_signed, .size = sizeof(T), .alignment = alignof(T)};
    };
    if constexpr (is_list<T>) return list_type_info<typename T::value_type>();
    else if constexpr (is_nullable<T>) return nullable_type_info<typename T::value_type>();
    else if constexpr (std::same_as<T, bool>) return basic(value_kind::boolean);
    else if constexpr (std::integral<T>) return basic(value_kind::integer, std::is_signed_v<T>);
    else if constexpr (std::same_as<T, double>) return basic(value_kind::number);
    else if constexpr (duration<T>) return type_info_of<typename T::rep>; // by its count
    else if constexpr (std::same_as<T, std::string>) return basic(value_kind::text);
    else if constexpr (std::same_as<T, std::string_view>) return basic(value_kind::borrowed_text);
    else if constexpr (std::same_as<T, boost::json::object>) return basic(value_kind::open_object);
    else if constexpr (declares_enum_values<T>)
    {
        type_info info   = basic(value_kind::enumeration, std::is_signed_v<std::underlying_type_t<T>>);
        info.enumeration = &enum_values_of<T>;
        return info;
    }
    else if constexpr (declares_text_format<T>)
    {
        type_info info = basic(value_kind::formatted_text);
        info.format    = &text_format_of<T>;
        return info;
    }
    else
    {
        static_assert(declares_object<T>,
                      "this type cannot be declared. Supported: bool, integers, double, std::string, "
                      "std::string_view, boost::json::object, std::chrono durations, std::vector and std::optional of "
                      "supported types, and structs, enumerations and text types with a `declare` function that is "
                      "declared in their namespace before this use");
        type_info info = basic(value_kind::object);
        if constexpr (declares_object<T>) info.object = &schema_of<T>;
        return info;
    }
}

/// The options of a member of type T.
template <class T>
struct field_of
{
    static constexpr value_kind kind = type_info_of<T>.kind;
    using type                       = std::conditional_t<
        kind == value_kind::integer, integer_field,
        std::conditional_t<
            kind == value_kind::number, number_field,
            std::conditional_t<kind == value_kind::list, list_field,
                               std::conditional_t<kind == value_kind::text || kind == value_kind::borrowed_text,
                                                  text_field, plain_field>>>>;
};
template <class T>
struct field_of<std::optional<T>> : field_of<T>
{};
template <class T>
using field_for = typename field_of<T>::type;

using rule_call = void(void (*rule)(), const void* value, validation_issues& issues);

/// Runs `declare` on a default-made value and checks the schema; both live as long as the program.
VERBATIM_SDK_API const object_schema& make_schema(const type_info& info, bool is_empty, const type& erased,
                                                  void (*declare)(schema_builder&, void*));

} // namespace schema
} // namespace verbatim::sdk

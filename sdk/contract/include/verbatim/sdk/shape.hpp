#pragma once

#include "verbatim/sdk/export.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace boost::json {
class object;
class value;
} // namespace boost::json

namespace verbatim::sdk {

class declaration;
class faults;

/// What a declared type's `declare` function said of it: made once, at first use, never destroyed.
class table;

template <class T>
VERBATIM_SDK_HIDDEN const table& declared();

/// A declared type, erased: what a descriptor holds and the host works with.
struct type
{
    const table& (*declared)()   = nullptr;
    void* (*make)()              = nullptr; ///< a default-made value
    void (*drop)(void*) noexcept = nullptr;

    explicit operator bool() const noexcept { return declared != nullptr; }
};

template <class T>
constexpr type type_of()
{
    return {&declared<T>, [] { return static_cast<void*>(new T{}); },
            [](void* one) noexcept { delete static_cast<T*>(one); }};
}

/// One word of an enumeration. Its texts are constants of the program.
struct word
{
    template <class E>
    requires std::is_enum_v<E>
    constexpr word(std::string_view named, E means, std::string_view saying)
        : name{named}
        , value{static_cast<std::int64_t>(means)}
        , sentence{saying}
    {}

    std::string_view name;
    std::int64_t     value;
    std::string_view sentence;
};

/// What `sdk::words declare(E)` returns: every value of the enumeration that travels. Throws std::logic_error when a
/// name or a value occurs twice, or there is none.
class VERBATIM_SDK_API words
{
public:
    words(std::initializer_list<word> all);

    const word*              named(std::string_view name) const noexcept; ///< null when there is no such word
    const word*              meaning(std::int64_t value) const noexcept;
    const std::vector<word>& all() const noexcept { return all_; }

    /// `'day', 'week' or 'month'`
    const std::string& listed() const noexcept { return listed_; }

private:
    std::vector<word> all_;
    std::string       listed_;
};

/// What `sdk::spelling declare(const T&)` returns for a type that travels as text.
struct spelling
{
    /// `reads` makes the value of a text and says whether it could; `prints` is its inverse. `named` is JSON Schema's
    /// format, and what the manual calls it; `told` is the issue when `reads` said no.
    template <class T>
    spelling(std::string_view named, std::string_view told, bool (*reads)(std::string_view, T&),
             std::string (*prints)(const T&))
        : format{named}
        , issue{told}
        , reader_{reinterpret_cast<void (*)()>(reads)}
        , printer_{reinterpret_cast<void (*)()>(prints)}
        , call_reader_{[](void (*with)(), std::string_view from, void* into) {
            return reinterpret_cast<bool (*)(std::string_view, T&)>(with)(from, *static_cast<T*>(into));
        }}
        , call_printer_{[](void (*with)(), const void* from) {
            return reinterpret_cast<std::string (*)(const T&)>(with)(*static_cast<const T*>(from));
        }}
    {}

    /// The value is never shown: wherever it is written there is `***`.
    spelling hidden() && noexcept
    {
        secret = true;
        return *this;
    }

    bool        read(std::string_view from, void* into) const { return call_reader_(reader_, from, into); }
    std::string print(const void* from) const { return call_printer_(printer_, from); }

    std::string_view format;
    std::string_view issue;
    bool             secret = false;

private:
    void (*reader_)();
    void (*printer_)();
    bool (*call_reader_)(void (*)(), std::string_view, void*);
    std::string (*call_printer_)(void (*)(), const void*);
};

class plain_field;
class number_field;
class integer_field;
class list_field;
class text_field;

/// What the engine knows of C++ types: one constant for each. Authors do not name it.
namespace schema {

class draft;

enum class presence : unsigned char
{
    needed,
    taken,
    given,
};

enum class kind : unsigned char
{
    boolean,
    integer,
    number,
    text,
    borrowed_text,
    words,
    spelled,
    object,
    open_object,
    list,
    nullable,
};

struct shape
{
    kind          is;
    bool          is_signed = false;
    std::uint32_t size;
    std::uint32_t alignment;
    const shape*  of = nullptr; ///< what a list or a nullable holds

    const table& (*object)()     = nullptr;
    const sdk::words& (*words)() = nullptr;
    const spelling& (*spelled)() = nullptr;

    /// Of a list: one more item, default-made. Of a nullable: its value, default-made.
    void* (*add)(void*) = nullptr;
    /// Of a list: its first item. Of a nullable: its value, or null.
    const void* (*first)(const void*)   = nullptr;
    std::size_t (*count)(const void*)   = nullptr;
    void (*clear)(void*)                = nullptr;
    void (*reserve)(void*, std::size_t) = nullptr;
};

template <class T>
concept declares_object = requires(declaration& wire, T& one)
{
    declare(wire, one);
};
template <class T>
concept declares_words = std::is_enum_v<T> && requires(T one)
{
    {
        declare(one)
        } -> std::same_as<sdk::words>;
};
template <class T>
concept declares_spelling = requires(const T& one)
{
    {
        declare(one)
        } -> std::same_as<spelling>;
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
VERBATIM_SDK_HIDDEN const sdk::words& words_of()
{
    static const sdk::words& made = *new sdk::words{declare(T{})};
    return made;
}

template <class T>
VERBATIM_SDK_HIDDEN const spelling& spelling_of()
{
    static const spelling& made = *new spelling{declare(T{})};
    return made;
}

template <class T>
constexpr shape make_shape();

template <class T>
VERBATIM_SDK_HIDDEN inline constexpr shape shape_of = make_shape<T>();

template <class T>
constexpr shape list_shape()
{
    using list = std::vector<T>;
    static_assert(!std::same_as<T, bool>,
                  "std::vector<bool> holds no bools; declare a vector of an enumeration instead");
    return {.is        = kind::list,
            .size      = sizeof(list),
            .alignment = alignof(list),
            .of        = &shape_of<T>,
            .add       = [](void* to) -> void* { return &static_cast<list*>(to)->emplace_back(); },
            .first     = [](const void* in) -> const void* { return static_cast<const list*>(in)->data(); },
            .count     = [](const void* in) { return static_cast<const list*>(in)->size(); },
            .clear     = [](void* in) { static_cast<list*>(in)->clear(); },
            .reserve   = [](void* in, std::size_t count) { static_cast<list*>(in)->reserve(count); }};
}

template <class T>
constexpr shape nullable_shape()
{
    using maybe = std::optional<T>;
    static_assert(!is_nullable<T>, "an optional in an optional has two nulls, JSON has one");
    return {.is        = kind::nullable,
            .size      = sizeof(maybe),
            .alignment = alignof(maybe),
            .of        = &shape_of<T>,
            .add       = [](void* to) -> void* { return &static_cast<maybe*>(to)->emplace(); },
            .first     = [](const void* in) -> const void* {
                const auto& one = *static_cast<const maybe*>(in);
                return one ? &*one : nullptr;
            },
            .clear = [](void* in) { static_cast<maybe*>(in)->reset(); }};
}

template <class T>
constexpr shape make_shape()
{
    constexpr auto plain = [](kind is, bool is_signed = false) {
        return shape{.is = is, .is_signed = is_signed, .size = sizeof(T), .alignment = alignof(T)};
    };
    if constexpr (is_list<T>) return list_shape<typename T::value_type>();
    else if constexpr (is_nullable<T>) return nullable_shape<typename T::value_type>();
    else if constexpr (std::same_as<T, bool>) return plain(kind::boolean);
    else if constexpr (std::integral<T>) return plain(kind::integer, std::is_signed_v<T>);
    else if constexpr (std::same_as<T, double>) return plain(kind::number);
    else if constexpr (duration<T>) return shape_of<typename T::rep>; // by its count
    else if constexpr (std::same_as<T, std::string>) return plain(kind::text);
    else if constexpr (std::same_as<T, std::string_view>) return plain(kind::borrowed_text);
    else if constexpr (std::same_as<T, boost::json::object>) return plain(kind::open_object);
    else if constexpr (declares_words<T>)
    {
        shape made = plain(kind::words, std::is_signed_v<std::underlying_type_t<T>>);
        made.words = &words_of<T>;
        return made;
    }
    else if constexpr (declares_spelling<T>)
    {
        shape made   = plain(kind::spelled);
        made.spelled = &spelling_of<T>;
        return made;
    }
    else
    {
        static_assert(declares_object<T>,
                      "no `declare` for this type is seen before the table that names it: put the prototype "
                      "under its struct or enumeration");
        shape made = plain(kind::object);
        if constexpr (declares_object<T>) made.object = &declared<T>;
        return made;
    }
}

/// The words that make sense for a member of type T: the type gives the unit.
template <class T>
struct field_of
{
    static constexpr kind is = shape_of<T>.is;
    using type               = std::conditional_t<
        is == kind::integer, integer_field,
        std::conditional_t<is == kind::number, number_field,
                           std::conditional_t<is == kind::list, list_field,
                                              std::conditional_t<is == kind::text || is == kind::borrowed_text,
                                                                 text_field, plain_field>>>>;
};
template <class T>
struct field_of<std::optional<T>> : field_of<T>
{};
template <class T>
using field_for = typename field_of<T>::type;

using rule_call = void(void (*rule)(), const void* value, faults& found);

/// Asks `declare` about a blank and checks what it said; the table and the blank live as long as the program.
VERBATIM_SDK_API const table& make_table(const shape& of, bool is_empty, const type& made,
                                         void (*declare)(declaration&, void*));

} // namespace schema
} // namespace verbatim::sdk

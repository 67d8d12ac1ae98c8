#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boost::json {
class value;
}

namespace verbatim::sdk {

/// What a declared type's `declare` function said of it: made once, at first use, never destroyed.
class table;

/// The table of a declared type. Throws std::logic_error with one sentence that names the type and the author's mistake.
template <class T>
const table& declared();

/// A declared type, erased: what a descriptor holds and the host works with.
struct type
{
    const table& (*declared)()    = nullptr;
    void* (*make)()               = nullptr; ///< a default-made value
    void (*drop)(void*) noexcept  = nullptr;

    explicit operator bool() const noexcept { return declared != nullptr; }
};

template <class T>
constexpr type type_of()
{
    return {&declared<T>, [] { return static_cast<void*>(new T{}); }, [](void* one) noexcept { delete static_cast<T*>(one); }};
}

/// Reads `from` into the default-made value at `into`. Returns every problem, in order (at most 1,000); with any, the value must not
/// be used. Members of type string_view borrow from `from`. [any thread]
VERBATIM_SDK_API std::vector<field_issue> read(const table& what, const boost::json::value& from, void* into);

/// The same from named texts: a query string, the environment. Lists and objects are given as JSON text. Absent: nullopt.
VERBATIM_SDK_API std::vector<field_issue> read(const table& what,
                                               const std::function<std::optional<std::string>(std::string_view)>& from,
                                               void* into);

/// Checks the texts marked `.screened()`, after a read without problems: contract 3.5.
VERBATIM_SDK_API std::vector<field_issue> screen(const table& what, const void* value);

/// Appends the value as JSON text, members in declared order. Throws std::logic_error on NaN and infinity.
VERBATIM_SDK_API void write(const table& what, const void* value, std::string& to);

/// The closed JSON Schema, all members required and no bounds, that a model is asked to fill: contract 17.2.
VERBATIM_SDK_API std::string strict_schema(const table& what);

} // namespace verbatim::sdk

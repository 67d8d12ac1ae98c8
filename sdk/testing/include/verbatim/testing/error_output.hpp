#pragma once

#include "verbatim/sdk/error.hpp"

#include <ostream>

namespace verbatim::sdk {

/// For messages of tests, such as those of `BOOST_TEST(result)`: the code, and of a model call the cause; the fields of
/// a 422; the note. In the namespace of the type, where test frameworks find it.
inline std::ostream& operator<<(std::ostream& output, const error& error)
{
    output << error.code_name();
    if (error.cause) output << " (" << to_string(*error.cause) << ")";
    for (const auto& field : error.fields) output << "; " << field.field << ": " << field.issue;
    if (!error.message.empty()) output << "; " << error.message;
    if (!error.note().empty()) output << "; " << error.note();
    return output;
}

} // namespace verbatim::sdk

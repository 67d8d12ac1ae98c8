#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// A reply to a form that is known by its schema alone, so that an operation of anybody's can be tried without a
/// provider: texts are the most central sentences of the message's records, a word of an enumeration is the one whose
/// name the records share most, a list of them those that are shared at all. What counting words cannot tell is null
/// where the form allows it, and otherwise 0, false or an empty list. A schema that is none gives an empty object.
std::string fill_schema(std::string_view schema, std::string_view message);

} // namespace verbatim::core::extractive

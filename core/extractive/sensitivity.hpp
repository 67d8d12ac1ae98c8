#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// Reply `sensitivity`: the types of whose word lists the record holds something, those with most first. Lists err on
/// the side of too many. The explanation names what kind of words were found, never the words.
std::string detect_sensitivity(std::string_view message);

} // namespace verbatim::core::extractive

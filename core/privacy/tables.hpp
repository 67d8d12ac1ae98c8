#pragma once

#include <string_view>

/// The word lists of data/ and the names of ISO 3166, compiled into the program by generate/tables.cpp: nothing is read
/// at run time. The word lists keep their form: `[section]` lines, `#` comments, entries between blanks, `_` for the
/// blank within an entry. The two ISO tables hold one name a line.
namespace verbatim::core::privacy::tables {

extern const std::string_view given_names;
extern const std::string_view family_names;
extern const std::string_view ordinary_words;
extern const std::string_view peoples;
extern const std::string_view cues;
extern const std::string_view countries;
extern const std::string_view subdivisions;
extern const std::string_view countries_elsewhere;
extern const std::string_view cities;

} // namespace verbatim::core::privacy::tables

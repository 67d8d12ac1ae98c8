#pragma once

#include <string_view>

/// The word lists of data/ and the names of ISO 3166 and CLDR, compiled in by generate/tables.cpp; no file is read at
/// run time. Word lists have `[section]` lines, `#` comments, and entries between blanks with `_` for a blank within an
/// entry. The other tables have one name per line.
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

#pragma once

#include "verbatim/sdk/export.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace verbatim::sdk {

/// A text for a cell of a CSV file, with an apostrophe wherever a spreadsheet would begin to compute a formula: at the
/// beginning, and behind each character that a spreadsheet with other settings takes for the end of a cell (comma,
/// semicolon, tab, `|`, line end).
VERBATIM_SDK_API std::string without_formulas(std::string_view text);

/// A text as a cell of a CSV file: RFC 4180, without formulas.
VERBATIM_SDK_API std::string csv_cell(std::string_view text);

/// A number: the shortest form that reads as the same number, without an exponent.
VERBATIM_SDK_API std::string csv_cell(std::int64_t number);
VERBATIM_SDK_API std::string csv_cell(double number);

} // namespace verbatim::sdk

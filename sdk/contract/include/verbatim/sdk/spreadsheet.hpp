#pragma once

#include "verbatim/sdk/export.hpp"

#include <string>
#include <string_view>

namespace verbatim::sdk {

/// A text for a cell of a CSV file, with an apostrophe wherever a spreadsheet would begin to compute a formula: at the
/// beginning, and behind each character that a spreadsheet with other settings takes for the end of a cell (comma,
/// semicolon, tab, `|`, line end).
VERBATIM_SDK_API std::string without_formulas(std::string_view text);

} // namespace verbatim::sdk

#pragma once

#include "cli/table.hpp"

#include <optional>
#include <string_view>

namespace verbatim::cli::input {

/// The delimiter of CSV text: the one of comma, semicolon, tab and bar that divides the first records into the most
/// cells of equal number. A first line `sep=;` names it.
char guess_delimiter(std::string_view text);

/// Parses CSV as RFC 4180 describes it, with line ends of any system. `text` is UTF-8 without a byte order mark. The
/// first record that is not blank names the columns; blank records are left out. The place of a row is its row in a
/// spreadsheet. Throws failure with the row of a problem, and with nothing of its text.
table parse_csv(std::string_view text, std::optional<char> delimiter = {});

} // namespace verbatim::cli::input

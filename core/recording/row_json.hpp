#pragma once

#include "recording/usage_row.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::recording {

/// The text as any database takes it: what is not UTF-8, and U+0000, becomes U+FFFD, and at most `longest` characters
/// remain. A provider's reply names the model, and a row is never lost to what it says.
std::string storable_text(std::string_view text, std::size_t max_characters);

/// The start of the attempt as it is stored: within what every database counts in whole microseconds, 1970 to 2255.
std::chrono::sys_time<std::chrono::microseconds>
storable_time(std::chrono::sys_time<std::chrono::microseconds> time) noexcept;

/// The rows as one JSON array of arrays, in the order of the columns of contract 23.1 without created_at; money in
/// millionths. Numbers outside what a column holds are moved to its nearest bound.
std::string rows_to_json(std::span<const usage_row> rows);

/// The rows of such a text. Throws std::exception when it is none.
std::vector<usage_row> rows_from_json(std::string_view text);

} // namespace verbatim::core::recording

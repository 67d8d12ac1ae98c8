#pragma once

#include <cstddef>
#include <string_view>

/// Lists and weights in header fields: RFC 9110 sections 5.6 and 12.4.2.
namespace verbatim::core::gateway {

/// Removes the part before the next separator outside of quoted strings, and returns it without blanks around it.
std::string_view take_item(std::string_view& list, char separator);

/// The position after a quoted string that begins at `start`, or the end of an unfinished one.
std::size_t skip_quoted(std::string_view text, std::size_t start);

/// The weight in parameters such as `level=1;q=0.5`, in thousandths: 1000 if absent, 0 if invalid.
int weight_of(std::string_view parameters);

} // namespace verbatim::core::gateway

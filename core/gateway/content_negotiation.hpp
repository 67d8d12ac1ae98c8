#pragma once

#include "verbatim/sdk/operation.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

/// Lists and weights in header fields: RFC 9110 sections 5.6 and 12.4.2.
namespace verbatim::core::gateway {

/// Removes the part before the next separator outside of quoted strings, and returns it without blanks around it.
std::string_view take_item(std::string_view& list, char separator);

/// The position after a quoted string that begins at `start`, or the end of an unfinished one.
std::size_t skip_quoted(std::string_view text, std::size_t start);

/// The weight in parameters such as `level=1;q=0.5`, in thousandths: 1000 if absent, 0 if invalid.
int weight_of(std::string_view parameters);

/// The representation that the caller prefers to JSON by `Accept`: docs/reference/http.md#content-negotiation. Null for
/// JSON, also if the caller accepts none of them. Borrows from `available`.
const sdk::erased_representation* preferred_to_json(const std::vector<sdk::erased_representation>& available,
                                                    std::string_view                               accept);

/// A content type without parameters.
std::string_view media_type_of(std::string_view content_type);

} // namespace verbatim::core::gateway

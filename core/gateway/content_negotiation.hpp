#pragma once

#include "verbatim/sdk/operation.hpp"

#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// The representation that the caller prefers to JSON by `Accept`: docs/reference/http.md#content-negotiation. Null for
/// JSON, also if the caller accepts none of them. Borrows from `available`.
const sdk::erased_representation* preferred_to_json(const std::vector<sdk::erased_representation>& available,
                                                    std::string_view                               accept);

/// A content type without parameters.
std::string_view media_type_of(std::string_view content_type);

} // namespace verbatim::core::gateway

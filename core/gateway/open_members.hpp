#pragma once

#include "verbatim/sdk/operation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::gateway {

/// The members of open objects that an operation reads from this body: descriptor::open_members, and those that the
/// body names in descriptor::open_member_fields. Parses the body once more if it has such a field; throws what
/// json_body throws. [any thread]
std::optional<std::vector<std::string>> open_members_of(const sdk::descriptor& descriptor, std::string_view body);

} // namespace verbatim::core::gateway

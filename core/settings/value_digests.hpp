#pragma once

#include "settings/reader.hpp"
#include "settings/source.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::settings {

/// A digest of the text of each setting, or of its default, to find changes without a copy of a secret.
using value_digests = std::map<std::string, std::size_t, std::less<>>;

/// Of all settings of these sections but the secrets whose files cannot be read.
value_digests digest_values(std::span<const reader::section> sections, const source& values);

/// The names in both with different digests, sorted.
std::vector<std::string> changed_names(const value_digests& before, const value_digests& now);

} // namespace verbatim::core::settings

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::reporting {

/// A call id: the sixteen bytes of a UUID, in big-endian halves.
using call_key = std::array<std::uint64_t, 2>;

/// Parses a UUID, as sixteen bytes or as canonical lower-case text. None for anything else.
std::optional<call_key> parse_call_key(std::string_view uuid) noexcept;

/// Canonical lower-case text.
std::string to_string(const call_key& call);

} // namespace verbatim::core::reporting

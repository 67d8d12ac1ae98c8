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

/// The columns of a usage row that a report needs. Borrows the texts.
struct report_row
{
    std::string_view tenant_id;
    std::string_view operation;
    call_key         call{};             ///< the invocation it belongs to
    std::int64_t     started        = 0; ///< microseconds since 1970
    std::int32_t     duration_ms    = 0;
    std::int32_t     input_tokens   = 0;
    std::int32_t     output_tokens  = 0;
    std::int64_t     cost_micro_usd = 0;
    bool             failed         = false;
    std::int32_t     cached_tokens  = 0;
    bool             priced         = true;
    std::string_view model          = {};
};

} // namespace verbatim::core::reporting

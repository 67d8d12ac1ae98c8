#pragma once

#include "reporting/call_key.hpp"

#include <cstdint>
#include <string_view>

namespace verbatim::core::reporting {

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

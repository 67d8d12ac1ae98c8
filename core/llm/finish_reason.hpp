#pragma once

#include <string_view>

namespace verbatim::core::llm {

/// Why a model stopped: docs/reference/provider.md#finish-reasons.
enum class finish_reason
{
    complete, ///< also where a server names no reason
    full,     ///< at the limit of the output or of the context
    filtered, ///< a content policy
    broken,   ///< the generation broke off
    unknown,
};

/// In any letter case, in the spelling of any server.
finish_reason to_finish_reason(std::string_view reason);

} // namespace verbatim::core::llm

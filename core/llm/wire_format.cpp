#include "llm/wire_format.hpp"

namespace verbatim::core::llm {

const wire_format& wire_format_of(provider_kind kind) noexcept
{
    switch (kind)
    {
    case provider_kind::anthropic: return anthropic_messages;
    case provider_kind::azure:
    case provider_kind::azure_ai:
    case provider_kind::openai:
    case provider_kind::local: break;
    }
    return chat_completions;
}

} // namespace verbatim::core::llm

#include "llm/finish_reason.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::core::llm {

finish_reason to_finish_reason(std::string_view reason)
{
    using enum finish_reason;
    constexpr struct
    {
        std::string_view word;
        finish_reason    meaning;
    } reasons[]{{"", complete},
                {"stop", complete},
                {"end_turn", complete},
                {"stop_sequence", complete},
                {"eos", complete},
                {"eos_token", complete},
                {"end", complete},
                {"complete", complete},
                {"completed", complete},
                {"normal", complete},
                {"tool_calls", complete},
                {"tool_use", complete},
                {"function_call", complete},
                {"length", full},
                {"max_tokens", full},
                {"max_output_tokens", full},
                {"model_length", full},
                {"model_context_window_exceeded", full},
                {"context_length", full},
                {"refusal", filtered},
                {"safety", filtered},
                {"recitation", filtered},
                {"blocklist", filtered},
                {"prohibited_content", filtered},
                {"spii", filtered},
                {"sensitive", filtered},
                {"guardrail_intervened", filtered},
                {"error", broken},
                {"abort", broken},
                {"aborted", broken},
                {"cancelled", broken},
                {"network_error", broken},
                {"malformed_function_call", broken},
                {"insufficient_system_resource", broken}};
    const auto found = std::ranges::find_if(
        reasons, [&](const auto& known) { return sdk::ascii::equals_ignoring_case(reason, known.word); });
    if (found != std::end(reasons)) return found->meaning;
    constexpr std::string_view content_filter = "content_filter"; // also "content_filtered", or with a reason after a colon
    return sdk::ascii::equals_ignoring_case(reason.substr(0, content_filter.size()), content_filter) ? filtered
                                                                                                     : unknown;
}

} // namespace verbatim::core::llm

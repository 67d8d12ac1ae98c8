#include "llm/refused_members.hpp"

namespace verbatim::core::llm {

// The forms of these errors differ between services and versions, and share only the name of the member. A body may
// quote the request, so that this is a guess: the provider believes it when the request without the members succeeds.
optional_members refused_members(int status, std::string_view body, const request_options& options)
{
    if (status != 400 && status != 422) return {};
    const auto names = [&](std::string_view text) { return body.find(text) != body.npos; };
    return {.temperature = options.temperature && names("temperature"),
            .max_tokens =
                options.max_tokens != 0 && (names(options.max_tokens_name) || names("maximum context length"))};
}

request_options without(const optional_members& members, request_options options) noexcept
{
    if (members.temperature) options.temperature.reset();
    if (members.max_tokens) options.max_tokens = 0;
    return options;
}

} // namespace verbatim::core::llm

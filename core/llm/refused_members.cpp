#include "llm/refused_members.hpp"

#include <utility>

namespace verbatim::core::llm {

// The forms of these errors differ between services and versions, and share only the name of the member. A body may
// quote the request, so that this is a guess: the provider believes it when the request without the members succeeds.
optional_members refused_members(int status, std::string_view body, const request_options& options, bool has_schema)
{
    if (status != 400 && status != 422) return {};
    const auto names       = [&](std::string_view text) { return body.find(text) != body.npos; };
    const bool has_limit   = options.max_tokens != 0;
    const bool names_limit = has_limit && names(options.max_tokens_name);
    const bool exceeds     = has_limit && names("maximum context length");
    const bool has_format  = has_schema && options.structure != structured_output::none;
    return {.temperature     = options.temperature && names("temperature"),
            .max_tokens      = exceeds || (names_limit && options.other_max_tokens_name.empty()),
            .max_tokens_name = !exceeds && names_limit && !options.other_max_tokens_name.empty(),
            .structure = has_format && (names("response_format") || names("json_schema") || names("json_object") ||
                                        names("output_config") || names("structured output") || names("grammar")),
            .stream    = options.stream &&
                      (names("stream_options") || names("\"stream") || names("'stream") || names("streaming"))};
}

request_options without(const optional_members& members, request_options options) noexcept
{
    if (members.temperature) options.temperature.reset();
    if (members.max_tokens) options.max_tokens = 0;
    if (members.max_tokens_name) options.max_tokens_name = std::exchange(options.other_max_tokens_name, {});
    if (members.stream) options.stream = false;
    if (members.structure)
        options.structure = options.structure == structured_output::json_schema && !options.lacks_json_object
                                ? structured_output::json_object
                                : structured_output::none;
    return options;
}

} // namespace verbatim::core::llm

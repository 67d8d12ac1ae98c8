// Trace headers of callers. The first line is a traceparent, the rest a tracestate; both are also read as a list of
// settings.
#include "target.hpp"

#include "tracing/settings.hpp"
#include "tracing/trace_context.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>

namespace verbatim::fuzz {

using namespace core::tracing;

void run(std::string_view input)
{
    const auto line_end    = std::min(input.find('\n'), input.size());
    const auto traceparent = input.substr(0, line_end);
    const auto tracestate  = input.substr(std::min(line_end + 1, input.size()));

    if (const auto parent = parse_traceparent(traceparent))
    {
        const auto header = to_header(*parent);
        require(parse_traceparent(header) == parent, "a written traceparent is read back");
        require(traceparent.substr(2, 51) == std::string_view{header}.substr(2, 51), "the ids stay as they were");
    }
    if (is_valid_tracestate(tracestate))
    {
        require(tracestate.size() <= max_tracestate_length, "a valid tracestate is bounded");
        require(std::ranges::all_of(tracestate, [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); }),
                "a valid tracestate fits in a header");
    }
    if (const auto values = parse_key_values(input))
        for (const auto& [key, value] : *values)
        {
            require(!key.empty(), "every value has a key");
            require(sdk::utf8::is_valid(key + value), "keys and values are UTF-8");
        }
}

} // namespace verbatim::fuzz

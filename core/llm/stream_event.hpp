#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// What an event of a stream says. Texts are empty where the event has none.
struct stream_event
{
    std::string type; ///< of the Messages format
    std::string block_type;
    std::string content; ///< of the first choice, or of a block
    std::string partial_json;
    std::string refusal;
    std::string reasoning_content;
    std::string reasoning;
    std::string finish_reason;
    std::string model; ///< as reported
    std::string service_tier;
    std::string usage; ///< members of an object whose values are numbers or such objects, as JSON
    std::string error; ///< of the event or its first choice: its text, or a brace for an object
    bool        has_choices = false;

    void clear() noexcept;
};

/// Reads an event in one pass, without a tree of its values: docs/reference/provider.md#streams. False if it is no JSON
/// object; `event` is then unspecified.
bool read_event(std::string_view data, stream_event& event);

} // namespace verbatim::core::llm

#pragma once

#include "verbatim/sdk/llm.hpp"

namespace verbatim::analyze_bulk::themes {

/// Adds the line `label: value` to a message, unless the value is empty.
inline void add_line(sdk::prompt_text& text, sdk::literal label, const sdk::prompt_text& value)
{
    if (value.text().empty()) return;
    text += "\n";
    text += label;
    text += ": ";
    text += value;
}

} // namespace verbatim::analyze_bulk::themes

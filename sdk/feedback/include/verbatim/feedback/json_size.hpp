#pragma once

#include <cstddef>
#include <string_view>

namespace verbatim::feedback {

/// Bytes of the text in a JSON string, without its quotation marks; an upper bound.
constexpr std::size_t json_size(std::string_view text) noexcept
{
    std::size_t size = text.size();
    for (const char c : text)
    {
        if (static_cast<unsigned char>(c) < 0x20) size += 5; // \u0001
        if (c == '"' || c == '\\') ++size;
    }
    return size;
}

} // namespace verbatim::feedback

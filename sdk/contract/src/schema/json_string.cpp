#include "verbatim/sdk/json_text.hpp"

#include <cstdint>

namespace verbatim::sdk {

namespace {

void write_escaped(char byte, std::string& output)
{
    constexpr std::string_view hex = "0123456789abcdef";
    switch (byte)
    {
    case '"': output.append("\\\""); return;
    case '\\': output.append("\\\\"); return;
    case '\b': output.append("\\b"); return;
    case '\f': output.append("\\f"); return;
    case '\n': output.append("\\n"); return;
    case '\r': output.append("\\r"); return;
    case '\t': output.append("\\t"); return;
    default: break;
    }
    const auto code = static_cast<unsigned char>(byte);
    output.append("\\u00");
    output += hex[code >> 4U];
    output += hex[code & 0xFU];
}

/// Without branches, so that compilers test the sixteen bytes of a block at once.
bool needs_escape(char c) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20) | (byte == '"') | (byte == '\\');
}

constexpr std::size_t block = 16; ///< bytes

bool any_needs_escape(const char* bytes) noexcept
{
    std::uint8_t found = 0;
    for (std::size_t i = 0; i != block; ++i) found |= static_cast<std::uint8_t>(needs_escape(bytes[i]));
    return found != 0;
}

/// The first byte from `start` on that must be escaped, or the end.
std::size_t next_escape(std::string_view text, std::size_t start) noexcept
{
    while (start + block <= text.size() && !any_needs_escape(text.data() + start)) start += block;
    while (start < text.size() && !needs_escape(text[start])) ++start;
    return start;
}

} // namespace

void append_json_string(std::string_view text, std::string& output)
{
    output += '"';
    for (std::size_t start = 0;;)
    {
        const auto next = next_escape(text, start);
        output.append(text, start, next - start);
        if (next == text.size()) break;
        write_escaped(text[next], output);
        start = next + 1;
    }
    output += '"';
}

} // namespace verbatim::sdk

#include "verbatim/sdk/json_text.hpp"

#include <cstdint>
#include <cstring>

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

bool needs_escape(char byte) noexcept { return static_cast<unsigned char>(byte) < 0x20 || byte == '"' || byte == '\\'; }

/// Whether one of the eight bytes must be escaped. Subtracting borrows into the high bit of a byte below the
/// subtrahend; bytes above 0x7F, which have that bit anyway, are masked out.
bool any_needs_escape(std::uint64_t eight) noexcept
{
    constexpr std::uint64_t ones  = 0x0101010101010101;
    constexpr std::uint64_t highs = ones * 0x80;
    const auto              below = [&](std::uint64_t bytes, std::uint64_t limit) {
        return (bytes - ones * limit) & ~bytes & highs;
    };
    return (below(eight, 0x20) | below(eight ^ (ones * '"'), 1) | below(eight ^ (ones * '\\'), 1)) != 0;
}

/// The first byte from `start` on that must be escaped, or the end.
std::size_t next_escape(std::string_view text, std::size_t start) noexcept
{
    std::uint64_t eight = 0;
    for (; start + sizeof eight <= text.size(); start += sizeof eight)
    {
        std::memcpy(&eight, text.data() + start, sizeof eight);
        if (any_needs_escape(eight)) break;
    }
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

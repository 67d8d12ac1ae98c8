#include "verbatim/sdk/json_text.hpp"

#include "byte_search.hpp"

namespace verbatim::sdk {

namespace {

/// The letter after the backslash; 0: the character has no short escape.
constexpr char escape_letter(char byte) noexcept
{
    switch (byte)
    {
    case '"':
    case '\\': return byte;
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

void write_escaped(char byte, std::string& output)
{
    if (const char letter = escape_letter(byte); letter != 0)
    {
        output.append({'\\', letter});
        return;
    }
    constexpr std::string_view hex  = "0123456789abcdef";
    const auto                 code = static_cast<unsigned char>(byte);
    output.append({'\\', 'u', '0', '0', hex[code >> 4U], hex[code & 0xFU]});
}

constexpr auto needs_escape = [](char c) noexcept {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20) | (byte == '"') | (byte == '\\');
};

} // namespace

void append_json_string(std::string_view text, std::string& output)
{
    output += '"';
    for (std::size_t start = 0;;)
    {
        const auto next = find_byte(text, start, needs_escape);
        output.append(text, start, next - start);
        if (next == text.size()) break;
        write_escaped(text[next], output);
        start = next + 1;
    }
    output += '"';
}

} // namespace verbatim::sdk

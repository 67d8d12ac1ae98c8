#include "verbatim/feedback/unicode.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>

namespace verbatim::feedback {

std::size_t code_points(std::string_view utf8) noexcept
{
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

std::string_view trimmed(std::string_view utf8)
{
    const auto*  bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
    std::int32_t begin = 0;
    auto         end   = static_cast<std::int32_t>(utf8.size());
    for (auto at = begin; at < end;)
    {
        UChar32 c{};
        U8_NEXT(bytes, at, end, c);
        if (c < 0 || !u_isUWhiteSpace(c)) break;
        begin = at;
    }
    for (auto at = end; at > begin;)
    {
        UChar32 c{};
        U8_PREV(bytes, begin, at, c);
        if (c < 0 || !u_isUWhiteSpace(c)) break;
        end = at;
    }
    return utf8.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

bool blank(std::string_view utf8) { return trimmed(utf8).empty(); }

std::string_view first_code_points(std::string_view utf8, std::size_t limit) noexcept
{
    std::size_t at = 0;
    for (; at < utf8.size(); ++at)
        if ((static_cast<unsigned char>(utf8[at]) & 0xC0) != 0x80 && limit-- == 0) break;
    return utf8.substr(0, at);
}

} // namespace verbatim::feedback

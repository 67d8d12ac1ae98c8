#include "schema/utf8.hpp"

#include <algorithm>

namespace verbatim::sdk::schema {

std::size_t count_code_points(std::string_view text) noexcept
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !is_continuation(byte); }));
}

std::string_view truncate_utf8(std::string_view text, std::size_t bytes) noexcept
{
    if (text.size() <= bytes) return text;
    auto end = bytes;
    while (end > 0 && is_continuation(text[end])) --end;
    return text.substr(0, end);
}

namespace {

/// The length of the sequence that `text` begins with, or 0 when it is ill-formed.
std::size_t sequence_length(std::string_view text) noexcept
{
    const auto byte_at = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
    const auto lead    = byte_at(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                               : lead >= 0xE0 && lead <= 0xEF ? 3
                               : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                              : 0;
    if (length == 0 || text.size() < length ||
        !std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), is_continuation))
        return 0;
    const auto second  = byte_at(1);
    const bool invalid = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                         (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
    return invalid ? 0 : length;
}

} // namespace

bool is_utf8(std::string_view text) noexcept
{
    while (!text.empty())
    {
        const auto length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace verbatim::sdk::schema

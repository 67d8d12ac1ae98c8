#include "schema/utf8.hpp"

#include <algorithm>

namespace verbatim::sdk::schema {

std::size_t characters(std::string_view text) noexcept
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !continues(byte); }));
}

std::string_view cut(std::string_view text, std::size_t bytes) noexcept
{
    if (text.size() <= bytes) return text;
    auto end = bytes;
    while (end > 0 && continues(text[end])) --end;
    return text.substr(0, end);
}

namespace {

/// The length of the sequence that `text` begins with, or 0 when it is ill-formed.
std::size_t sequence(std::string_view text) noexcept
{
    const auto at   = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[i])); };
    const auto head = at(0);
    if (head < 0x80) return 1;
    const std::size_t length = head >= 0xC2 && head <= 0xDF   ? 2
                               : head >= 0xE0 && head <= 0xEF ? 3
                               : head >= 0xF0 && head <= 0xF4 ? 4
                                                              : 0;
    if (length == 0 || text.size() < length ||
        !std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), continues))
        return 0;
    const auto second  = at(1);
    const bool refused = (head == 0xE0 && second < 0xA0) || (head == 0xED && second > 0x9F) ||
                         (head == 0xF0 && second < 0x90) || (head == 0xF4 && second > 0x8F);
    return refused ? 0 : length;
}

} // namespace

bool is_utf8(std::string_view text) noexcept
{
    while (!text.empty())
    {
        const auto length = sequence(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace verbatim::sdk::schema

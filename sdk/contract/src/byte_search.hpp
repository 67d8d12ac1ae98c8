#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::sdk {

/// The first byte from `start` on that fulfils the predicate, or the end. Pass a lambda without branches: compilers
/// then test sixteen bytes at once. They inline a pointer to a function too late for that.
template <class Predicate>
std::size_t find_byte(std::string_view text, std::size_t start, Predicate predicate) noexcept
{
    constexpr std::size_t           block = 16;
    std::array<std::uint8_t, block> matches{};
    for (; start + block <= text.size(); start += block)
    {
        const char* bytes = text.data() + start; // unchecked, because a check of each byte prevents that
        for (std::size_t i = 0; i != block; ++i) matches[i] = predicate(bytes[i]) ? 1 : 0;
        const auto words = std::bit_cast<std::array<std::uint64_t, 2>>(matches);
        if ((words[0] | words[1]) != 0)
            return start + static_cast<std::size_t>(std::ranges::find(matches, 1) - matches.begin());
    }
    while (start < text.size() && !predicate(text[start])) ++start;
    return start;
}

} // namespace verbatim::sdk

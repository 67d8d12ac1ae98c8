#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace verbatim::sdk {

/// The first byte from `start` on that fulfils the predicate, or the end. Compilers test sixteen bytes at once if the
/// predicate is a lambda (they do not inline a function in time) without branches.
template <class Predicate>
std::size_t find_byte(std::string_view text, std::size_t start, Predicate predicate) noexcept
{
    constexpr std::size_t           block = 16;
    std::array<std::uint8_t, block> found{};
    for (; start + block <= text.size(); start += block)
    {
        const char* bytes = text.data() + start; // unchecked, because a check of each byte prevents that
        for (std::size_t i = 0; i != block; ++i) found[i] = predicate(bytes[i]) ? 1 : 0;
        const auto words = std::bit_cast<std::array<std::uint64_t, 2>>(found);
        if ((words[0] | words[1]) != 0)
            return start + static_cast<std::size_t>(std::ranges::find(found, 1) - found.begin());
    }
    while (start < text.size() && !predicate(text[start])) ++start;
    return start;
}

} // namespace verbatim::sdk

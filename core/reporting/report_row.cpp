#include "reporting/report_row.hpp"

#include <cstddef>

namespace verbatim::core::reporting {
namespace {

constexpr std::uint8_t no_hexadecimal_digit = 0xFF;

constexpr auto hexadecimal_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_hexadecimal_digit);
    for (std::uint8_t n = 0; n < 10; ++n) values['0' + n] = n;
    for (std::uint8_t n = 0; n < 6; ++n) values['a' + n] = 10 + n;
    return values;
}();

/// Offsets of the digit pairs in the form 8-4-4-4-12.
constexpr std::array<std::uint8_t, 16> pairs{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};

std::optional<call_key> key_of_text(std::string_view text) noexcept
{
    const auto digit = [&](std::size_t at) { return hexadecimal_values[static_cast<unsigned char>(text[at])]; };
    call_key   key{};
    unsigned   all_bits = 0; // above 0xF if a character is no digit
    for (std::size_t n = 0; n < pairs.size(); ++n)
    {
        const auto high = digit(pairs[n]), low = digit(pairs[n] + 1U);
        all_bits |= high | low;
        key[n / 8] = key[n / 8] << 8U | static_cast<unsigned>(high << 4U | low);
    }
    if (all_bits > 0xF || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return std::nullopt;
    return key;
}

std::optional<call_key> key_of_bytes(std::string_view bytes) noexcept
{
    call_key key{};
    for (std::size_t at = 0; at < bytes.size(); ++at)
        key[at / 8] = key[at / 8] << 8U | static_cast<unsigned char>(bytes[at]);
    return key;
}

} // namespace

std::optional<call_key> parse_call_key(std::string_view uuid) noexcept
{
    if (uuid.size() == 36) return key_of_text(uuid);
    if (uuid.size() == 16) return key_of_bytes(uuid);
    return std::nullopt;
}

std::string to_string(const call_key& call)
{
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    std::string                text(36, '-');
    for (std::size_t n = 0; n < pairs.size(); ++n)
    {
        const auto byte      = call[n / 8] >> (56 - 8 * (n % 8)) & 0xFFU;
        text[pairs[n]]       = hexadecimal[byte >> 4U];
        text[pairs[n] + 1UL] = hexadecimal[byte & 0xFU];
    }
    return text;
}

} // namespace verbatim::core::reporting

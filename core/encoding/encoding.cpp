#include "encoding/encoding.hpp"

#include <boost/algorithm/hex.hpp>

#include <openssl/evp.h>

#include <iterator>
#include <stdexcept>

namespace verbatim::core::encoding {

namespace {

constexpr std::size_t text_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

unsigned char*       bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

/// The value of a lower-case digit, or a value above 15.
constexpr unsigned digit_value(char c) noexcept
{
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    return c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10) : 16;
}

} // namespace

std::string to_hexadecimal(std::span<const unsigned char> bytes)
{
    std::string digits;
    digits.reserve(2 * bytes.size());
    boost::algorithm::hex_lower(bytes.begin(), bytes.end(), std::back_inserter(digits));
    return digits;
}

bool read_hexadecimal(std::string_view digits, std::span<unsigned char> bytes) noexcept
{
    if (digits.size() != 2 * bytes.size()) return false;
    unsigned all_bits = 0; // above 15 if a character is no digit
    for (std::size_t n = 0; n != bytes.size(); ++n)
    {
        const auto high = digit_value(digits[2 * n]);
        const auto low  = digit_value(digits[2 * n + 1]);
        bytes[n]        = static_cast<unsigned char>(high << 4U | low);
        all_bits |= high | low;
    }
    return all_bits <= 15;
}

std::string to_base64(std::string_view bytes)
{
    if (bytes.size() > max_base64_bytes) throw std::length_error{"base64"};
    std::string text(text_size(bytes.size()), '\0');
    EVP_EncodeBlock(bytes_of(text), bytes_of(bytes), static_cast<int>(bytes.size())); // ends with a NUL, too
    return text;
}

std::optional<std::string> from_base64(std::string_view text)
{
    if (text.empty()) return std::string{}; // EVP_DecodeBlock reads the first character of any text
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    // EVP_DecodeBlock reads '=' as 'A' everywhere.
    if (text.size() > text_size(max_base64_bytes) || text.find('=') < text.size() - padding) return std::nullopt;

    std::string bytes(text.size() / 4 * 3, '\0');
    const auto  size = EVP_DecodeBlock(bytes_of(bytes), bytes_of(text), static_cast<int>(text.size()));
    // It ignores blanks at both ends, and bits after the last byte.
    if (text.size() % 4 != 0 || size != static_cast<int>(bytes.size())) return std::nullopt;
    const auto last_group = bytes.size() - 3;
    bytes.resize(bytes.size() - padding);
    if (to_base64(std::string_view{bytes}.substr(last_group)) != text.substr(text.size() - 4)) return std::nullopt;
    return bytes;
}

} // namespace verbatim::core::encoding

#include "privacy/checksums.hpp"

#include "verbatim/sdk/text.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace verbatim::core::privacy {

namespace {

namespace ascii = sdk::ascii;

bool all_digits(std::string_view text) noexcept { return !text.empty() && std::ranges::all_of(text, ascii::is_digit); }

// From the IBAN registry of SWIFT.
// clang-format off
constexpr std::pair<std::string_view, int> iban_lengths[] = {
    {"AD", 24}, {"AE", 23}, {"AL", 28}, {"AT", 20}, {"AZ", 28}, {"BA", 20}, {"BE", 16}, {"BG", 22}, {"BH", 22}, {"BI", 27},
    {"BR", 29}, {"BY", 28}, {"CH", 21}, {"CR", 22}, {"CY", 28}, {"CZ", 24}, {"DE", 22}, {"DJ", 27}, {"DK", 18}, {"DO", 28},
    {"EE", 20}, {"EG", 29}, {"ES", 24}, {"FI", 18}, {"FK", 18}, {"FO", 18}, {"FR", 27}, {"GB", 22}, {"GE", 22}, {"GI", 23},
    {"GL", 18}, {"GR", 27}, {"GT", 28}, {"HR", 21}, {"HU", 28}, {"IE", 22}, {"IL", 23}, {"IQ", 23}, {"IS", 26}, {"IT", 27},
    {"JO", 30}, {"KW", 30}, {"KZ", 20}, {"LB", 28}, {"LC", 32}, {"LI", 21}, {"LT", 20}, {"LU", 20}, {"LV", 21}, {"LY", 25},
    {"MC", 27}, {"MD", 24}, {"ME", 22}, {"MK", 19}, {"MN", 20}, {"MR", 27}, {"MT", 31}, {"MU", 30}, {"NI", 28}, {"NL", 18},
    {"NO", 15}, {"OM", 23}, {"PK", 24}, {"PL", 28}, {"PS", 29}, {"PT", 25}, {"QA", 29}, {"RO", 24}, {"RS", 22}, {"RU", 33},
    {"SA", 24}, {"SC", 31}, {"SD", 18}, {"SE", 24}, {"SI", 19}, {"SK", 24}, {"SM", 27}, {"SO", 23}, {"ST", 25}, {"SV", 28},
    {"TL", 23}, {"TN", 24}, {"TR", 26}, {"UA", 29}, {"VA", 22}, {"VG", 24}, {"XK", 20}, {"YE", 30},
};
// clang-format on

bool passes_base58check(std::string_view text)
{
    constexpr std::string_view alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    if (text.size() < 26 || text.size() > 35) return false;

    std::array<std::uint8_t, 25> bytes{}; // version, 20 of hash, 4 of check
    for (const char c : text)
    {
        const auto value = alphabet.find(c);
        if (value == std::string_view::npos) return false;
        auto carry = static_cast<unsigned>(value);
        for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
        {
            carry += *byte * 58U;
            *byte = static_cast<std::uint8_t>(carry & 0xFFU);
            carry >>= 8U;
        }
        if (carry != 0) return false;
    }
    std::array<std::uint8_t, SHA256_DIGEST_LENGTH> hash{}, double_hash{};
    SHA256(bytes.data(), 21, hash.data());
    SHA256(hash.data(), hash.size(), double_hash.data());
    return std::ranges::equal(std::span(double_hash).first(4), std::span(bytes).last(4));
}

bool passes_bech32(std::string_view text)
{
    constexpr std::string_view alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    if (text.size() < 14 || text.size() > 90) return false;
    const auto lowercase = ascii::lowercase(text);
    if (text != lowercase && text != ascii::uppercase(text)) return false;
    if (!lowercase.starts_with("bc1") && !lowercase.starts_with("tb1")) return false;

    std::uint32_t check = 1;
    const auto    feed  = [&check](std::uint32_t value) {
        constexpr std::uint32_t generator[] = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
        const auto              top         = check >> 25U;
        check                               = ((check & 0x1ffffffU) << 5U) ^ value;
        for (unsigned i = 0; i != 5; ++i)
            if (((top >> i) & 1U) != 0) check ^= generator[i];
    };
    for (const char c : lowercase.substr(0, 2)) feed(static_cast<std::uint32_t>(c) >> 5U);
    feed(0);
    for (const char c : lowercase.substr(0, 2)) feed(static_cast<std::uint32_t>(c) & 31U);
    for (const char c : lowercase.substr(3))
    {
        const auto value = alphabet.find(c);
        if (value == std::string_view::npos) return false;
        feed(static_cast<std::uint32_t>(value));
    }
    return check == 1 || check == 0x2bc830a3;
}

} // namespace

bool passes_luhn(std::string_view digits) noexcept
{
    if (!all_digits(digits)) return false;
    int  sum       = 0;
    bool double_it = false;
    for (auto c = digits.rbegin(); c != digits.rend(); ++c, double_it = !double_it)
    {
        const int value = (*c - '0') * (double_it ? 2 : 1);
        sum += value > 9 ? value - 9 : value;
    }
    return sum % 10 == 0;
}

int iban_length(std::string_view country) noexcept
{
    if (country.size() < 2) return 0;
    const char code[] = {ascii::to_upper(country[0]), ascii::to_upper(country[1])};
    const auto entry  = std::ranges::find(iban_lengths, std::string_view(code, 2),
                                          [](const auto& country_length) { return country_length.first; });
    return entry == std::end(iban_lengths) ? 0 : entry->second;
}

bool passes_iban(std::string_view compact) noexcept
{
    const auto length = iban_length(compact);
    if (length == 0 || compact.size() != static_cast<std::size_t>(length)) return false;
    if (!ascii::is_digit(compact[2]) || !ascii::is_digit(compact[3])) return false;

    unsigned remainder = 0;
    for (std::size_t i = 0; i != compact.size(); ++i)
    {
        const char c = ascii::to_upper(compact[(i + 4) % compact.size()]);
        if (ascii::is_digit(c)) remainder = (remainder * 10 + static_cast<unsigned>(c - '0')) % 97;
        else if (ascii::is_letter(c)) remainder = (remainder * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
        else return false;
    }
    return remainder == 1;
}

bool passes_nhs(std::string_view digits) noexcept
{
    if (digits.size() != 10 || !all_digits(digits)) return false;
    if (std::ranges::all_of(digits, [&](char c) { return c == digits[0]; })) return false;
    int sum = 0;
    for (int i = 0; i != 9; ++i) sum += (digits[static_cast<std::size_t>(i)] - '0') * (10 - i);
    const int check = (11 - sum % 11) % 11;
    return check == digits[9] - '0';
}

bool passes_dea(std::string_view compact) noexcept
{
    constexpr std::string_view registrants = "ABCDEFGHJKLMPRSTUX";
    if (compact.size() != 9 || registrants.find(ascii::to_upper(compact[0])) == std::string_view::npos) return false;
    if (!ascii::is_letter(compact[1]) || !all_digits(compact.substr(2))) return false;
    const auto digit = [&](std::size_t i) { return compact[i + 1] - '0'; };
    const int  sum   = digit(1) + digit(3) + digit(5) + 2 * (digit(2) + digit(4) + digit(6));
    return sum % 10 == digit(7);
}

bool passes_snils(std::string_view digits) noexcept
{
    if (digits.size() != 11 || !all_digits(digits)) return false;
    int sum = 0;
    for (int i = 0; i != 9; ++i) sum += (digits[static_cast<std::size_t>(i)] - '0') * (9 - i);
    return sum != 0 && sum % 101 % 100 == (digits[9] - '0') * 10 + (digits[10] - '0');
}

bool passes_nit(std::string_view digits) noexcept
{
    constexpr std::array<int, 9> weights{41, 37, 29, 23, 19, 17, 13, 7, 3};
    if (digits.size() != 10 || !all_digits(digits)) return false;
    int sum = 0;
    for (std::size_t i = 0; i != weights.size(); ++i) sum += (digits[i] - '0') * weights[i];
    const int rest = sum % 11;
    return (rest < 2 ? rest : 11 - rest) == digits[9] - '0';
}

bool is_crypto_address(std::string_view text)
{
    if (text.size() == 42 && text.starts_with("0x")) return std::ranges::all_of(text.substr(2), ascii::is_hex_digit);
    if (text.starts_with('1') || text.starts_with('3')) return passes_base58check(text);
    return passes_bech32(text);
}

} // namespace verbatim::core::privacy

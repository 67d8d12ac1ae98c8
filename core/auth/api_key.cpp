#include "auth/api_key.hpp"

#include "encoding/encoding.hpp"

#include <boost/crc.hpp>

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>

namespace verbatim::core::auth {

namespace {

constexpr std::string_view digits =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"; // base62, in ASCII order
constexpr std::string_view prefix        = "vb_";
constexpr std::string_view digest_prefix = "sha256:";

constexpr std::size_t random_characters   = 30;
constexpr std::size_t checksum_characters = 6; // 62^6 > 2^32

/// Larger bytes are rejected: they would make the first eight digits more likely than the others.
constexpr unsigned char unbiased_limit = 256 / digits.size() * digits.size();

void append_random(std::string& text, std::size_t count)
{
    std::array<unsigned char, 64> bytes{};
    while (count != 0)
    {
        if (RAND_bytes(bytes.data(), bytes.size()) != 1)
            throw std::bad_alloc{}; // no entropy, which does not happen on a running system
        for (const auto byte : bytes)
        {
            if (byte >= unbiased_limit || count == 0) continue;
            text += digits[byte % digits.size()];
            --count;
        }
    }
}

std::array<char, checksum_characters> checksum_of(std::string_view text) noexcept
{
    boost::crc_32_type crc;
    crc.process_bytes(text.data(), text.size());

    std::array<char, checksum_characters> result{};
    std::uint32_t                         remainder = crc.checksum();
    for (auto at = result.rbegin(); at != result.rend(); ++at, remainder /= digits.size())
        *at = digits[remainder % digits.size()];
    return result;
}

} // namespace

std::string make_api_key()
{
    std::string key{prefix};
    append_random(key, random_characters);
    const auto checksum = checksum_of(key);
    return key.append(checksum.begin(), checksum.end());
}

bool is_api_key(std::string_view text) noexcept
{
    if (text.size() != prefix.size() + random_characters + checksum_characters || !text.starts_with(prefix))
        return false;
    const auto body = text.substr(prefix.size());
    if (!std::ranges::all_of(body, [](char c) { return digits.find(c) != digits.npos; })) return false;
    return std::ranges::equal(checksum_of(text.substr(0, text.size() - checksum_characters)),
                              text.substr(text.size() - checksum_characters));
}

std::string format_digest(const digest& value) { return std::string{digest_prefix} + encoding::to_hexadecimal(value); }

std::optional<digest> parse_digest(std::string_view text) noexcept
{
    digest result{};
    if (!text.starts_with(digest_prefix)) return std::nullopt;
    if (!encoding::read_hexadecimal(text.substr(digest_prefix.size()), result)) return std::nullopt;
    return result;
}

} // namespace verbatim::core::auth

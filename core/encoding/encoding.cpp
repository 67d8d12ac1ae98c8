#include "encoding/encoding.hpp"

#include <boost/algorithm/hex.hpp>

#include <openssl/evp.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
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

struct context_deleter
{
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

/// OpenSSL would fetch EVP_sha256() at each use.
const EVP_MD* sha256()
{
    static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return fetched;
}

/// OpenSSL fails here without memory only.
void require(bool success)
{
    if (!success) throw std::bad_alloc{};
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

sha256_digest sha256_of(std::string_view text)
{
    sha256_digest digest{};
    require(EVP_Digest(text.data(), text.size(), digest.data(), nullptr, sha256(), nullptr) == 1);
    return digest;
}

sha256_digest sha256_of_list(std::span<const std::string_view> texts)
{
    const std::unique_ptr<EVP_MD_CTX, context_deleter> context{EVP_MD_CTX_new()};
    require(context && EVP_DigestInit_ex(context.get(), sha256(), nullptr) == 1);
    for (const auto text : texts)
    {
        const std::uint64_t size = text.size(); // so that no text continues the one before it
        require(EVP_DigestUpdate(context.get(), &size, sizeof(size)) == 1);
        require(EVP_DigestUpdate(context.get(), text.data(), text.size()) == 1);
    }
    sha256_digest digest{};
    require(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);
    return digest;
}

} // namespace verbatim::core::encoding

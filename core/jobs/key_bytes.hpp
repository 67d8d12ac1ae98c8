#pragma once

#include <openssl/crypto.h>

#include <array>
#include <string>
#include <string_view>

namespace verbatim::core::jobs {

/// A key of 256 bits. Each copy is wiped when it is destroyed.
struct key_bytes
{
    ~key_bytes() { OPENSSL_cleanse(bytes.data(), bytes.size()); }

    std::string_view view() const noexcept { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

    std::array<unsigned char, 32> bytes{};
};

/// A text that contains keys, wiped when it is destroyed. Must not grow: that would leave a copy behind.
struct wiped_text
{
    ~wiped_text() { OPENSSL_cleanse(text.data(), text.size()); }

    std::string text;
};

} // namespace verbatim::core::jobs

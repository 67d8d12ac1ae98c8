#pragma once

#include <openssl/rand.h>

#include <array>
#include <cstddef>
#include <stdexcept>

namespace verbatim::core::jobs {

/// Unpredictable bytes. Throws std::runtime_error if the system has no random numbers. [any thread]
template <std::size_t Size>
std::array<unsigned char, Size> random_bytes()
{
    std::array<unsigned char, Size> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(Size)) != 1) throw std::runtime_error{"no random numbers"};
    return bytes;
}

} // namespace verbatim::core::jobs

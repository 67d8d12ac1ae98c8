#pragma once

#include "support/temporary_directory.hpp"

#include <openssl/sha.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::embedding {

/// The bytes of a table of word vectors. The words must be in order.
struct word_table
{
    using entry = std::pair<std::string, std::vector<std::int8_t>>;

    std::string   format = "verbatim words 1";
    std::uint32_t words{};
    std::uint32_t dimensions{};
    std::uint64_t text_bytes{};
    std::string   body;

    explicit word_table(const std::vector<entry>& entries, float step = 0.01f)
        : words(static_cast<std::uint32_t>(entries.size()))
        , dimensions(static_cast<std::uint32_t>(entries.front().second.size()))
    {
        std::string ends, steps, text, coordinates;
        for (const auto& [word, vector] : entries)
        {
            text += word;
            ends += bytes_of(static_cast<std::uint32_t>(text.size()));
            steps += bytes_of(step);
            for (const auto coordinate : vector) coordinates += static_cast<char>(coordinate);
        }
        text_bytes = text.size();
        body       = ends + steps + text + coordinates;
    }

    template <class Number>
    static std::string bytes_of(Number number)
    {
        std::string bytes(sizeof number, '\0');
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    }

    /// With the digest of the body.
    std::string file() const
    {
        std::string digest(SHA256_DIGEST_LENGTH, '\0');
        SHA256(reinterpret_cast<const unsigned char*>(body.data()), body.size(),
               reinterpret_cast<unsigned char*>(digest.data()));
        return format + bytes_of(words) + bytes_of(dimensions) + bytes_of(text_bytes) + digest + body;
    }
};

inline std::string write_file(const support::temporary_directory& folder, const std::string& bytes)
{
    const auto file = folder.path() / "word_vectors";
    std::ofstream{file, std::ios::binary} << bytes;
    return file.native();
}

} // namespace verbatim::core::embedding

#pragma once

#include "jobs/master_keys.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::jobs {

/// HMAC-SHA-256.
using keyed_digest = std::array<unsigned char, 32>;

/// Throws std::bad_alloc only. [any thread]
keyed_digest digest_of(std::string_view text, std::span<const unsigned char, 32> key);

/// A text that is compared by its digest. Each kind has its own key.
enum class digested_text : unsigned char
{
    idempotency_key,
    body,
};

/// The digests of a text of the tenant, in 64 hexadecimal digits: one for each master key, in their order. Store the
/// first, and search for all of them: a digest of an earlier master key is then found too. [any thread]
std::vector<std::string> digests_of(digested_text kind, std::string_view tenant, std::string_view text,
                                    const master_keys& keys);

} // namespace verbatim::core::jobs

#include "jobs/keyed_digests.hpp"

#include "encoding/encoding.hpp"
#include "jobs/length_prefixed.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <new>

namespace verbatim::core::jobs {

namespace {

std::string_view purpose_of(digested_text kind) noexcept
{
    switch (kind)
    {
    case digested_text::idempotency_key: return "verbatim job idempotency key";
    case digested_text::body: break;
    }
    return "verbatim job body";
}

} // namespace

keyed_digest digest_of(std::string_view text, std::span<const unsigned char, 32> key)
{
    keyed_digest digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), &size) == nullptr)
        throw std::bad_alloc{};
    return digest;
}

std::vector<std::string> digests_of(digested_text kind, std::string_view tenant, std::string_view text,
                                    const master_keys& keys)
{
    const auto               purpose = length_prefixed({purpose_of(kind), tenant});
    std::vector<std::string> digests;
    for (const auto& master : keys.all())
    {
        const key_bytes key{digest_of(purpose, master.key.bytes)};
        digests.push_back(encoding::to_hexadecimal(digest_of(text, key.bytes)));
    }
    return digests;
}

} // namespace verbatim::core::jobs

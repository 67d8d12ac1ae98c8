#include "llm/request_digest.hpp"

#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <new>

namespace verbatim::core::llm {

namespace {

struct context_deleter
{
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

/// OpenSSL fails here without memory only.
void require(bool success)
{
    if (!success) throw std::bad_alloc{};
}

} // namespace

request_digest digest_of(std::span<const std::string_view> texts)
{
    const std::unique_ptr<EVP_MD_CTX, context_deleter> context{EVP_MD_CTX_new()};
    require(context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1);
    for (const auto text : texts)
    {
        const std::uint64_t size = text.size(); // so that no text continues the one before it
        require(EVP_DigestUpdate(context.get(), &size, sizeof(size)) == 1);
        require(EVP_DigestUpdate(context.get(), text.data(), text.size()) == 1);
    }
    request_digest digest{};
    require(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) == 1);
    return digest;
}

request_digest sha256_of(std::string_view text)
{
    request_digest digest{};
    require(EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) == 1);
    return digest;
}

} // namespace verbatim::core::llm

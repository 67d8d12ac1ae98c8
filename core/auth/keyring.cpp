#include "auth/keyring.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <new>
#include <utility>

namespace verbatim::core::auth {

namespace {

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept
{
    if (text.size() != lower_case.size()) return false;
    for (std::size_t at = 0; at < text.size(); ++at)
        if ((static_cast<unsigned char>(text[at]) | 0x20U) != static_cast<unsigned char>(lower_case[at])) return false;
    return true;
}

} // namespace

digest digest_of(std::string_view key)
{
    digest result{};
    // It fails for want of memory only.
    if (EVP_Digest(key.data(), key.size(), result.data(), nullptr, EVP_sha256(), nullptr) != 1) throw std::bad_alloc{};
    return result;
}

std::optional<std::string_view> bearer_token(std::string_view authorization) noexcept
{
    constexpr std::string_view blanks = " \t";

    const auto begin = authorization.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return std::nullopt;
    authorization.remove_prefix(begin);
    const auto scheme_end = authorization.find_first_of(blanks);
    if (scheme_end == std::string_view::npos || !equals_ignoring_case(authorization.substr(0, scheme_end), "bearer"))
        return std::nullopt;

    const auto token = authorization.substr(scheme_end);
    const auto first = token.find_first_not_of(blanks);
    const auto last  = token.find_last_not_of(blanks);
    if (first == std::string_view::npos) return std::nullopt;
    return token.substr(first, last - first + 1);
}

struct keyring::key_set
{
    std::vector<digest>   digests; ///< side by side, so that a search is a walk through memory
    std::vector<identity> owners;  ///< of the digest at the same index

    /// The later of two with the same digest is found.
    void append(const std::vector<known_key>& keys)
    {
        for (const known_key& key : keys)
        {
            digests.push_back(key.key_digest);
            owners.push_back(key.owner);
        }
    }

    /// The last index of the digest; the number of digests when it is not there.
    std::size_t index_of(const digest& wanted) const noexcept
    {
        std::size_t position = digests.size();
        for (std::size_t at = 0; at < digests.size(); ++at)
        {
            const bool same = CRYPTO_memcmp(digests[at].data(), wanted.data(), wanted.size()) == 0;
            position        = same ? at : position;
        }
        return position;
    }
};

class keyring::reader_scope
{
public:
    explicit reader_scope(const keyring& owner) noexcept
        : owner_{owner}
    {
        owner_.readers_.fetch_add(1);
    }
    ~reader_scope() { owner_.readers_.fetch_sub(1); }
    reader_scope(const reader_scope&)            = delete;
    reader_scope& operator=(const reader_scope&) = delete;

    const key_set& keys() const noexcept { return *owner_.current_.load(); }

private:
    const keyring& owner_;
};

keyring::keyring(std::vector<known_key> startup)
    : startup_{std::move(startup)}
{
    publish();
}

keyring::~keyring() = default;

std::optional<identity> keyring::find(std::string_view key) const
{
    const digest       wanted = digest_of(key);
    const reader_scope reader{*this};
    const key_set&     keys = reader.keys();

    const std::size_t at = keys.index_of(wanted);
    if (at == keys.owners.size()) return std::nullopt;
    return keys.owners[at];
}

void keyring::replace_startup(std::vector<known_key> keys)
{
    const std::scoped_lock lock{mutex_};
    startup_ = std::move(keys);
    publish();
}

void keyring::replace_stored(std::vector<known_key> keys)
{
    const std::scoped_lock lock{mutex_};
    if (complete_ && stored_ == keys) return;
    stored_ = std::move(keys);
    publish();
    complete_ = true; // after the keys: who sees this and finds nothing may say so
}

void keyring::add_stored(known_key key)
{
    const std::scoped_lock lock{mutex_};
    if (std::ranges::find(stored_, key) != stored_.end()) return; // read meanwhile
    stored_.push_back(std::move(key));
    publish();
}

void keyring::publish()
{
    auto next = std::make_unique<key_set>();
    next->append(stored_);
    next->append(startup_);
    key_sets_.push_back(std::move(next));
    current_.store(key_sets_.back().get());
    // With readers inside, the old ones wait for the next replacement.
    if (readers_.load() == 0) key_sets_.erase(key_sets_.begin(), key_sets_.end() - 1);
}

std::size_t keyring::size() const
{
    const reader_scope reader{*this};
    return reader.keys().digests.size();
}

} // namespace verbatim::core::auth

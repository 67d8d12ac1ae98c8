#include "auth/keyring.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <new>
#include <utility>

namespace verbatim::core::auth {

namespace {

bool same_letters(std::string_view one, std::string_view lower_case) noexcept
{
    if (one.size() != lower_case.size()) return false;
    for (std::size_t at = 0; at < one.size(); ++at)
        if ((static_cast<unsigned char>(one[at]) | 0x20U) != static_cast<unsigned char>(lower_case[at])) return false;
    return true;
}

} // namespace

digest digest_of(std::string_view key)
{
    digest made{};
    // It fails for want of memory only.
    if (EVP_Digest(key.data(), key.size(), made.data(), nullptr, EVP_sha256(), nullptr) != 1) throw std::bad_alloc{};
    return made;
}

std::optional<std::string_view> bearer_token(std::string_view authorization) noexcept
{
    constexpr std::string_view blanks = " \t";

    const auto begin = authorization.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return std::nullopt;
    authorization.remove_prefix(begin);
    const auto scheme_end = authorization.find_first_of(blanks);
    if (scheme_end == std::string_view::npos || !same_letters(authorization.substr(0, scheme_end), "bearer"))
        return std::nullopt;

    const auto token = authorization.substr(scheme_end);
    const auto first = token.find_first_not_of(blanks);
    const auto last  = token.find_last_not_of(blanks);
    if (first == std::string_view::npos) return std::nullopt;
    return token.substr(first, last - first + 1);
}

struct keyring::bunch
{
    std::vector<digest>   digests; ///< side by side, so that a search is a walk through memory
    std::vector<identity> owners;  ///< of the digest at the same index

    /// The later of two with the same digest is found.
    void append(const std::vector<known_key>& keys)
    {
        for (const known_key& one : keys)
        {
            digests.push_back(one.of);
            owners.push_back(one.speaks_for);
        }
    }

    /// The last index of the digest; the number of digests when it is not there.
    std::size_t index_of(const digest& wanted) const noexcept
    {
        std::size_t found = digests.size();
        for (std::size_t at = 0; at < digests.size(); ++at)
        {
            const bool same = CRYPTO_memcmp(digests[at].data(), wanted.data(), wanted.size()) == 0;
            found           = same ? at : found;
        }
        return found;
    }
};

class keyring::visit
{
public:
    explicit visit(const keyring& of) noexcept
        : of_{of}
    {
        of_.readers_.fetch_add(1);
    }
    ~visit() { of_.readers_.fetch_sub(1); }
    visit(const visit&)            = delete;
    visit& operator=(const visit&) = delete;

    const bunch& keys() const noexcept { return *of_.current_.load(); }

private:
    const keyring& of_;
};

keyring::keyring(std::vector<known_key> startup)
    : startup_{std::move(startup)}
{
    put_in_force();
}

keyring::~keyring() = default;

std::optional<identity> keyring::find(std::string_view presented) const
{
    const digest wanted = digest_of(presented);
    const visit  reading{*this};
    const bunch& keys = reading.keys();

    const std::size_t at = keys.index_of(wanted);
    if (at == keys.owners.size()) return std::nullopt;
    return keys.owners[at];
}

void keyring::replace_startup(std::vector<known_key> keys)
{
    const std::scoped_lock lock{replacing_};
    startup_ = std::move(keys);
    put_in_force();
}

void keyring::replace_stored(std::vector<known_key> keys)
{
    const std::scoped_lock lock{replacing_};
    if (complete_ && stored_ == keys) return;
    stored_ = std::move(keys);
    put_in_force();
    complete_ = true; // after the keys: who sees this and finds nothing may say so
}

void keyring::add_stored(known_key one)
{
    const std::scoped_lock lock{replacing_};
    if (std::ranges::find(stored_, one) != stored_.end()) return; // read meanwhile
    stored_.push_back(std::move(one));
    put_in_force();
}

void keyring::put_in_force()
{
    auto next = std::make_unique<bunch>();
    next->append(stored_);
    next->append(startup_);
    kept_.push_back(std::move(next));
    current_.store(kept_.back().get());
    // With readers inside, the old ones wait for the next replacement.
    if (readers_.load() == 0) kept_.erase(kept_.begin(), kept_.end() - 1);
}

std::size_t keyring::size() const
{
    const visit reading{*this};
    return reading.keys().digests.size();
}

} // namespace verbatim::core::auth

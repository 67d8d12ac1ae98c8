#include "auth/keyring.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace verbatim::core::auth {

namespace {

using words = std::array<std::uint64_t, sizeof(digest) / sizeof(std::uint64_t)>;

words words_of(const digest& bytes) noexcept
{
    words result;
    std::memcpy(result.data(), bytes.data(), sizeof result);
    return result;
}

/// All bits if the digests are equal, otherwise none. Takes the same time for all digests. That is an eighth of the
/// time of CRYPTO_memcmp, since a request is compared with every key.
std::uint64_t equality_mask(const words& a, const words& b) noexcept
{
    const auto difference = (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
    return ((difference | (0 - difference)) >> 63U) - 1;
}

} // namespace

std::optional<std::string_view> bearer_token(std::string_view authorization) noexcept
{
    constexpr std::string_view blanks = " \t";

    const auto begin = authorization.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return std::nullopt;
    authorization.remove_prefix(begin);
    const auto scheme_end = authorization.find_first_of(blanks);
    if (scheme_end == std::string_view::npos ||
        !sdk::ascii::equals_ignoring_case(authorization.substr(0, scheme_end), "bearer"))
        return std::nullopt;

    const auto token = authorization.substr(scheme_end);
    const auto first = token.find_first_not_of(blanks);
    const auto last  = token.find_last_not_of(blanks);
    if (first == std::string_view::npos) return std::nullopt;
    return token.substr(first, last - first + 1);
}

/// Startup keys come last: index_of() finds the last one of equal digests.
keyring::key_set::key_set(const std::vector<known_key>& stored, const std::vector<known_key>& startup)
{
    for (const auto* set : {&stored, &startup})
        for (const known_key& key : *set)
        {
            digests.push_back(key.key_digest);
            entries.push_back(key);
        }
    used_hours = std::make_unique<std::atomic<std::int64_t>[]>(digests.size());
}

std::size_t keyring::key_set::index_of(const digest& key_digest) const noexcept
{
    const auto  key      = words_of(key_digest);
    std::size_t position = digests.size();
    for (std::size_t at = 0; at < digests.size(); ++at)
    {
        const auto mask = equality_mask(words_of(digests[at]), key);
        position        = (position & ~mask) | (at & mask);
    }
    return position;
}

keyring::keyring(std::vector<known_key> startup)
    : keys_{key_set{{}, startup}}
    , startup_{std::move(startup)}
{}

std::optional<identity> keyring::find(std::string_view key, key_time now) const
{
    const digest      key_digest = digest_of(key);
    const auto        keys       = keys_.get();
    const std::size_t at         = keys->index_of(key_digest);
    if (at == keys->entries.size()) return std::nullopt;
    const auto& entry = keys->entries[at];
    if (entry.expires && *entry.expires <= now) return std::nullopt;
    note_use(*keys, at, now);
    return entry.owner;
}

bool keyring::is_expired(std::string_view key, key_time now) const
{
    const auto        keys = keys_.get();
    const std::size_t at   = keys->index_of(digest_of(key));
    return at != keys->entries.size() && keys->entries[at].expires && *keys->entries[at].expires <= now;
}

void keyring::note_use(const key_set& keys, std::size_t index, key_time now) const
{
    const auto hour      = std::chrono::floor<std::chrono::hours>(now);
    const auto count     = std::int64_t{hour.time_since_epoch().count()};
    auto&      used_hour = keys.used_hours[index];
    if (used_hour.load(std::memory_order_relaxed) == count) return; // every request but the first of an hour
    used_hour.store(count, std::memory_order_relaxed);
    const std::scoped_lock lock{uses_mutex_};
    uses_.insert_or_assign(keys.entries[index].owner.key_id, hour);
}

key_uses keyring::take_uses()
{
    const std::scoped_lock lock{uses_mutex_};
    return std::exchange(uses_, {});
}

void keyring::put_back(const key_uses& uses)
{
    const std::scoped_lock lock{uses_mutex_};
    uses_.insert(uses.begin(), uses.end());
}

void keyring::replace_startup(std::vector<known_key> keys)
{
    const std::scoped_lock lock{mutex_};
    startup_ = std::move(keys);
    keys_.replace({stored_, startup_});
}

void keyring::replace_stored(std::vector<known_key> keys)
{
    const std::scoped_lock lock{mutex_};
    if (complete_ && stored_ == keys) return;
    stored_ = std::move(keys);
    keys_.replace({stored_, startup_});
    complete_ = true; // last: a thread that reads true finds every stored key
}

void keyring::remove_stored(std::string_view key_id)
{
    const std::scoped_lock lock{mutex_};
    std::erase_if(stored_, [&](const known_key& key) { return key.owner.key_id == key_id; });
    keys_.replace({stored_, startup_});
}

std::vector<known_key> keyring::startup_keys() const
{
    const std::scoped_lock lock{mutex_};
    return startup_;
}

void keyring::add_stored(known_key key)
{
    const std::scoped_lock lock{mutex_};
    if (std::ranges::find(stored_, key) != stored_.end()) return; // the table was read meanwhile
    stored_.push_back(std::move(key));
    keys_.replace({stored_, startup_});
}

} // namespace verbatim::core::auth

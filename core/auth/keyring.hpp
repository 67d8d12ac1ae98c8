#pragma once

#include "encoding/encoding.hpp"
#include "exec/published_value.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::auth {

/// SHA-256 of a key. Keys are long random secrets, so a slow hash would add nothing.
using digest = encoding::sha256_digest;

/// Throws std::bad_alloc only.
inline digest digest_of(std::string_view key) { return encoding::sha256_of(key); }

/// The identity that a key proves.
struct identity
{
    std::string tenant_id;
    std::string key_id;
    bool        is_superuser = false;

    /// As in the header X-Key-Access.
    std::string_view access() const noexcept { return is_superuser ? "superuser" : "tenant"; }

    friend bool operator==(const identity&, const identity&) = default;
};

/// UTC.
using key_time = std::chrono::sys_time<std::chrono::microseconds>;

inline key_time current_time() { return std::chrono::floor<key_time::duration>(std::chrono::system_clock::now()); }

/// A key by its digest; the key itself is not stored.
struct known_key
{
    digest                  key_digest;
    identity                owner;
    std::string             name    = {};
    std::optional<key_time> expires = {}; ///< refused from then on; none: valid until it is removed

    friend bool operator==(const known_key&, const known_key&) = default;
};

/// The token of an Authorization header: `Bearer` in any case, blanks, the token, without surrounding blanks. None for
/// another scheme and for an empty token. Borrows from the value.
std::optional<std::string_view> bearer_token(std::string_view authorization) noexcept;

/// The hours in which keys were last accepted, by key_id.
using key_uses = std::map<std::string, key_time, std::less<>>;

/// The accepted keys: the startup keys of the settings, and the stored keys that were created at run time. Each set is
/// replaced on its own. A key in both sets has the identity of its startup key. [any thread]
class keyring
{
public:
    explicit keyring(std::vector<known_key> startup);

    /// Compares with every known key, in constant time and without an early stop, so that the time taken reveals
    /// nothing about the known keys. Does not wait while keys are replaced. None for an expired key. Notes the use.
    std::optional<identity> find(std::string_view key, key_time now = current_time()) const;

    /// Whether the whole key is known and has expired. Takes as long for an unknown key.
    bool is_expired(std::string_view key, key_time now = current_time()) const;

    /// Replaces the startup keys. Searches in progress finish with the old ones.
    void replace_startup(std::vector<known_key> keys);

    /// Replaces the stored keys.
    void replace_stored(std::vector<known_key> keys);

    /// Adds a stored key unless it is known already.
    void add_stored(known_key key);

    void remove_stored(std::string_view key_id);

    std::vector<known_key> startup_keys() const;

    /// The uses since the last call, one per key and hour.
    key_uses take_uses();

    /// Adds uses that could not be stored, unless the key was used later.
    void put_back(const key_uses& uses);

    /// Whether the stored keys were read since the start. Until then an unknown key may be valid, and must not be
    /// rejected as wrong.
    bool is_complete() const noexcept { return complete_; }

    std::size_t size() const { return keys_.get()->digests.size(); }

private:
    struct key_set
    {
        key_set(const std::vector<known_key>& stored, const std::vector<known_key>& startup);

        std::size_t index_of(const digest& key_digest) const noexcept; ///< digests.size() if there is none

        std::vector<digest>    digests; ///< contiguous, so that a search scans memory
        std::vector<known_key> entries; ///< of the digest at the same index

        /// The hour of the last use of the key at the same index, since the epoch, so that each is noted once.
        std::unique_ptr<std::atomic<std::int64_t>[]> used_hours;
    };

    void note_use(const key_set& keys, std::size_t index, key_time now) const;

    exec::published_value<key_set> keys_;
    std::atomic<bool>              complete_ = false;
    mutable std::mutex             uses_mutex_;
    mutable key_uses               uses_;  ///< guarded by uses_mutex_
    mutable std::mutex             mutex_; ///< guards all that follows
    std::vector<known_key>         startup_;
    std::vector<known_key>         stored_;
};

/// Tenant of the calls that operators request, such as probes. No key may have it.
inline constexpr std::string_view operator_tenant = "verbatim-operator";

} // namespace verbatim::core::auth

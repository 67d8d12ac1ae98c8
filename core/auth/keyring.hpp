#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::auth {

/// SHA-256 of a key. Keys are long random secrets: a slow digest would add nothing.
using digest = std::array<unsigned char, 32>;

/// Throws std::bad_alloc and nothing else.
digest digest_of(std::string_view key);

/// Whom a key speaks for.
struct identity
{
    std::string tenant_id;
    std::string key_id;
    bool        is_superuser = false;

    friend bool operator==(const identity&, const identity&) = default;
};

/// A key that is accepted; the key itself is forgotten.
struct known_key
{
    digest   key_digest;
    identity owner;

    friend bool operator==(const known_key&, const known_key&) = default;
};

/// The token of an Authorization header's value: `Bearer`, in any case, blanks, the token; blanks around it are cut.
/// None for another scheme and for an empty token. Borrows from the value.
std::optional<std::string_view> bearer_token(std::string_view authorization) noexcept;

/// The keys that are accepted now: those of the settings, and those that were made while servers ran and are stored.
/// Each of the two sets is replaced by itself. Where a key stands in both, the settings say whom it speaks for. [any
/// thread]
class keyring
{
public:
    /// With the keys of the settings.
    explicit keyring(std::vector<known_key> startup);
    ~keyring();
    keyring(const keyring&)            = delete;
    keyring& operator=(const keyring&) = delete;

    /// Compares with every known key, in constant time and to the end, so that the time taken tells nothing of what is
    /// known. Waits for nobody, also while the keys are replaced.
    std::optional<identity> find(std::string_view key) const;

    /// From now on these are the keys of the settings. Searches under way end with the old ones.
    void replace_startup(std::vector<known_key> keys);

    /// From now on these are the stored keys.
    void replace_stored(std::vector<known_key> keys);

    /// One more stored key, unless it is there already.
    void add_stored(known_key key);

    /// Whether the stored keys have been read since the start. Until then a key that is not found may still be good,
    /// and nobody must be told that it is not.
    bool is_complete() const noexcept { return complete_; }

    std::size_t size() const;

private:
    struct key_set;

    /// Counts a reader in while it lives.
    class reader_scope;

    void publish(); ///< with replacing_ held

    // A reader counts itself in, and only then reads the pointer. A writer exchanges the pointer first: when it then
    // sees no reader, later ones read the new pointer, and what was exchanged is nobody's. (std::atomic<shared_ptr> of
    // g++ 12 takes a lock.)
    mutable std::atomic<int>    readers_ = 0;
    std::atomic<const key_set*> current_;
    std::atomic<bool>           complete_ = false;
    std::mutex                  mutex_;
    std::vector<known_key>      startup_;
    std::vector<known_key>      stored_;
    std::vector<std::unique_ptr<const key_set>>
        key_sets_; ///< the current one is the last; before it, those that may still be read
};

} // namespace verbatim::core::auth

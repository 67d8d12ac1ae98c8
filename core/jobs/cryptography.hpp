#pragma once

#include "jobs/job.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// The keys, digests and sealed texts of jobs: docs/reference/jobs.md#keys.
namespace verbatim::core::jobs {

/// Unpredictable bytes. Throws std::runtime_error if the system has no random numbers. [any thread]
template <std::size_t Size>
std::array<unsigned char, Size> random_bytes()
{
    std::array<unsigned char, Size> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(Size)) != 1) throw std::runtime_error{"no random numbers"};
    return bytes;
}

/// A key of 256 bits. Each copy is wiped when it is destroyed.
struct key_bytes
{
    ~key_bytes() { OPENSSL_cleanse(bytes.data(), bytes.size()); }

    std::string_view view() const noexcept { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

    std::array<unsigned char, 32> bytes{};
};

/// A text that contains keys, wiped when it is destroyed. Must not grow: that would leave a copy behind.
struct wiped_text
{
    ~wiped_text() { OPENSSL_cleanse(text.data(), text.size()); }

    std::string text;
};

/// A key of the operator. Its id is public: 16 hexadecimal digits that reveal nothing about the key.
struct master_key
{
    std::string id;
    key_bytes   key;
};

/// The keys of the file that JOBS_KEY_FILE names, at least one. The first key seals; the others open what they sealed
/// before. Constant after construction. [any thread]
class master_keys
{
public:
    /// Each line of the file is empty or a key of 64 hexadecimal digits; blanks around it are ignored. Throws
    /// settings::setting_error with the line, never with its content.
    explicit master_keys(const std::filesystem::path& file);

    const master_key& sealing_key() const noexcept { return keys_.front(); }

    /// In the order of the file.
    std::span<const master_key> all() const noexcept { return keys_; }
    std::vector<std::string>    ids() const;

    /// Null if the file has no such key. Lives as long as this object.
    const master_key* find(std::string_view id) const noexcept;

private:
    void add_line(std::string_view text, std::size_t number);

    std::vector<master_key> keys_;
};

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

/// Stored data that was changed, cut, exchanged or sealed with another key, or that cannot be read. Holds no content.
class sealed_data_error final : public std::runtime_error
{
public:
    sealed_data_error()
        : runtime_error{"sealed data cannot be opened"}
    {}
};

struct job_identity
{
    std::string id;
    std::string tenant;
};

struct part
{
    part_kind   kind;
    std::size_t number = 0; ///< among the parts of this kind
};

/// The key of a job as it is stored, sealed with a master key.
struct wrapped_key
{
    std::string master_id;
    std::string text; ///< base64
};

/// The number of bytes that seal() adds before it makes base64 text of them.
inline constexpr std::size_t sealing_overhead = 28;

/// Seals and opens the parts of one job with AES-256-GCM and a key of its own. A part opens only as the same part of
/// the same job of the same tenant. Sealing the same bytes again makes another text. [any thread]
class data_key
{
public:
    /// A new random key. Throws std::runtime_error if the system has no random numbers.
    explicit data_key(job_identity owner);

    /// Throws sealed_data_error, also if the master key is not among `keys`.
    data_key(const wrapped_key& stored_key, const master_keys& keys, job_identity owner);

    /// Sealed with the sealing key.
    wrapped_key wrap(const master_keys& keys) const;

    /// Base64 text. Encrypts `bytes` in place, without a copy if its capacity has room for sealing_overhead. Throws
    /// std::length_error over 512 MiB.
    std::string seal(const part& place, std::string bytes) const;

    /// The inverse. Throws sealed_data_error.
    std::string open(const part& place, std::string_view text) const;

private:
    job_identity owner_;
    key_bytes    key_;
};

} // namespace verbatim::core::jobs

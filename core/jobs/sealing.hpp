#pragma once

#include "jobs/key_bytes.hpp"
#include "jobs/master_keys.hpp"
#include "jobs/part_kind.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace verbatim::core::jobs {

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

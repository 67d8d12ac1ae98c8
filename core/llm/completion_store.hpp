#pragma once

#include "encoding/encoding.hpp"

#include "verbatim/sdk/llm.hpp"

#include <optional>

namespace verbatim::core::llm {

/// SHA-256 of a chat request and of the settings that determine its answer.
using request_digest = encoding::sha256_digest;

/// The accepted completions of a call, for the same call when it runs again:
/// docs/reference/provider.md#accepted-answers. Each run opens its own. [any thread]
class completion_store
{
public:
    virtual ~completion_store() = default;

    /// Removes a completion of an equal request that an earlier run accepted, in any order, so that equal requests get
    /// a completion each. None if there is none, or it cannot be read. Never returns a completion of this run: an
    /// operation that repeats a request wants another answer.
    virtual std::optional<sdk::completion> take(const request_digest& request) noexcept = 0;

    /// Stores a completion that this run accepted, for later ones, after the usage rows of its attempts are durable.
    /// Returns without waiting for the storage.
    virtual void add(const request_digest& request, const sdk::completion& accepted) noexcept = 0;
};

} // namespace verbatim::core::llm

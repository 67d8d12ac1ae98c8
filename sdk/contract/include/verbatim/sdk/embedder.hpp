#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/sdk/vectors.hpp"

#include <cstddef>
#include <span>

namespace verbatim::sdk {

/// Turns texts into vectors of which near ones mean near texts, as one call sees it. An engine that an operator may
/// swap; a remote one is metered, retried and kept within the call's deadline like a model.
class VERBATIM_SDK_API embedder
{
public:
    embedder()                           = default;
    embedder(const embedder&)            = delete;
    embedder& operator=(const embedder&) = delete;
    virtual ~embedder();

    /// As many vectors as there are texts; the same texts give the same vectors with the built-in engine. All texts of
    /// one request are given at once: words that stand in most of them count for little. The texts carry no tags and no
    /// entities. A remote engine is asked in batches, at most `at_once` at a time. Fails with what a model call fails
    /// with; cancellation throws. `texts` are borrowed until the task has ended. [call] [may wait]
    virtual task<result<vectors>> try_embed(std::span<const prompt_text> texts, std::size_t concurrency) = 0;
};

} // namespace verbatim::sdk

#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"
#include "verbatim/sdk/vectors.hpp"

#include <cstddef>
#include <span>

namespace verbatim::sdk {

/// Turns texts into vectors that are near for texts about similar things; near is no proof of the same statement: a
/// denial is near its claim. The operator chooses the engine, so width and scale differ: compare vectors of one call
/// only. Words can be guessed from a vector, so treat it like its text. A remote engine is metered, retried and kept
/// within the call's deadline like a model.
class VERBATIM_SDK_API embedder
{
public:
    embedder()                           = default;
    embedder(const embedder&)            = delete;
    embedder& operator=(const embedder&) = delete;
    virtual ~embedder();

    /// One vector for each text. The built-in engine gives the same vectors for the same texts. Pass all texts of one
    /// request together: words that occur in most of them get a small weight. The texts have no tags and no escaped
    /// characters. A remote engine gets them in batches, at most `concurrency` at a time. Returns the errors of a model
    /// call; cancellation throws. `texts` are borrowed until the task has ended. [call] [may wait]
    virtual task<result<vectors>> try_embed(std::span<const prompt_text> texts, std::size_t concurrency) = 0;
};

} // namespace verbatim::sdk

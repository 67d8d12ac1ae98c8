#pragma once

#include "embedding/engine.hpp"
#include "embedding/word_vectors.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::embedding {

/// The built-in engines; see text_vectorizer.hpp. Cuts texts to `max_characters`, which bounds the time on a thread.
/// Writes no usage row, because it calls no provider. The semantic engine has a table, the lexical one has none.
std::unique_ptr<engine> make_local_engine(std::size_t max_characters, exec::pool_runner run_on_pool,
                                          std::unique_ptr<const word_vectors> table = nullptr);

/// A provider's /embeddings: docs/reference/provider.md#embeddings. Every request is queued, retried, priced and
/// recorded like a model call. Writes bodies and parses responses on the pool, because they are large.
std::unique_ptr<engine> make_remote_engine(const settings& configuration, const llm::settings& llm_configuration,
                                           llm::model_client& model_client, exec::pool_runner run_on_pool);

/// Texts cut to a number of code points. Borrows from the original texts.
struct shortened_texts
{
    std::vector<std::string_view> texts;
    std::size_t                   cut_count = 0; ///< texts that were longer
};
shortened_texts shorten(std::span<const sdk::prompt_text> texts, std::size_t max_characters);

/// Logs one line if any text was cut.
void log_cut_texts(sdk::log& log, std::size_t cut_count, std::size_t max_characters);

} // namespace verbatim::core::embedding

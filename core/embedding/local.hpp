#pragma once

#include "embedding/engine.hpp"
#include "embedding/word_vectors.hpp"

namespace verbatim::core::embedding {

/// The built-in engines; see text_vectorizer.hpp. Cuts texts to `max_characters`, which bounds the time on a thread.
/// Writes no usage row, because it calls no provider. The semantic engine has a table, the lexical one has none.
std::unique_ptr<engine> make_local_engine(std::size_t max_characters, exec::pool_runner run_on_pool,
                                          std::unique_ptr<const word_vectors> table = nullptr);

} // namespace verbatim::core::embedding

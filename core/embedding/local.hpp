#pragma once

#include "embedding/engine.hpp"

namespace verbatim::core::embedding {

/// The built-in engine; see lexical_vectorizer.hpp. Cuts texts to `max_characters`, which bounds the time on a thread.
/// Writes no usage row, because it calls no provider.
std::unique_ptr<engine> make_local_engine(std::size_t max_characters, exec::pool_runner run_on_pool);

} // namespace verbatim::core::embedding

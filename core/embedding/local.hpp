#pragma once

#include "embedding/engine.hpp"

namespace verbatim::core::embedding {

/// The built-in engine; see lexical_vectorizer.hpp. Texts are cut to `max_characters`, so that no single one occupies
/// a thread for long. Leaves no usage row, since no provider is called.
std::unique_ptr<engine> make_local_engine(std::size_t max_characters, llm::pool_runner run_on_pool);

} // namespace verbatim::core::embedding

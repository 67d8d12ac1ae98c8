#pragma once

#include "embedding/engine.hpp"

namespace verbatim::core::embedding {

/// The built-in engine, contract 19.3.4; see lexical.hpp for what it does. Texts are cut to `max_characters`, so that
/// no single one holds a thread for long. Leaves no usage row: nobody is asked.
std::unique_ptr<engine> make_local_engine(std::size_t max_characters, llm::pool_runner run_on_pool);

} // namespace verbatim::core::embedding

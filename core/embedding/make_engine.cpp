#include "embedding/engine.hpp"
#include "embedding/local.hpp"

#include <stdexcept>
#include <utility>

namespace verbatim::core::embedding {

std::unique_ptr<engine> make_engine(const settings& from, const llm::settings&, llm::door&, llm::computing elsewhere)
{
    if (engine_of(from) == switched_off) return nullptr;
    if (engine_of(from) != built_in_engine)
        throw std::invalid_argument{"EMBEDDING_MODEL names a provider, which this build does not ask."};
    return make_local_engine(from.max_characters, std::move(elsewhere));
}

} // namespace verbatim::core::embedding

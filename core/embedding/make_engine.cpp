#include "embedding/engine.hpp"
#include "embedding/local.hpp"
#include "embedding/remote.hpp"

#include <utility>

namespace verbatim::core::embedding {

std::unique_ptr<engine> make_engine(const settings& from, const llm::settings& models, llm::door& door,
                                    llm::computing elsewhere)
{
    const auto chosen = engine_of(from);
    if (chosen == switched_off) return nullptr;
    if (chosen == built_in_engine) return make_local_engine(from.max_characters, std::move(elsewhere));
    return make_remote_engine(from, models, door, std::move(elsewhere));
}

} // namespace verbatim::core::embedding

#pragma once

#include "embedding/settings.hpp"
#include "llm/door.hpp"
#include "llm/provider.hpp"

#include "verbatim/sdk/embedder.hpp"

#include <memory>

namespace verbatim::core::embedding {

/// Whatever turns texts into vectors. Lives as long as the process; used from every I/O thread.
class engine
{
public:
    virtual ~engine() = default;

    /// The engine as one call sees it; used on the call's thread, and gone before the call's log is.
    virtual std::unique_ptr<sdk::embedder> open(llm::client who) = 0;
};

/// The engine that the settings name, in which `problems` finds nothing; none where it is switched off. A remote one
/// asks through the door, the built-in one computes `elsewhere`; both outlive it.
std::unique_ptr<engine> make_engine(const settings& from, const llm::settings& models, llm::door& door,
                                    llm::computing elsewhere);

} // namespace verbatim::core::embedding

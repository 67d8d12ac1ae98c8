#pragma once

#include "llm/clock.hpp"
#include "llm/door.hpp"
#include "llm/prices.hpp"
#include "llm/provider.hpp"
#include "llm/settings.hpp"
#include "llm/transport.hpp"

#include <memory>

namespace verbatim::core::llm {

/// What a door is built of, besides its settings.
struct door_parts
{
    std::shared_ptr<const price_list> prices;    ///< whoever reloads them keeps it too
    answering                         built_in;  ///< the model behind local/extractive
    computing                         elsewhere; ///< where that model computes
    std::unique_ptr<transport>        wire;      ///< none: libcurl
    clock&                            time = system_clock();
};

/// The door of the process: queue, retries, meter and providers, from settings in which `problems` finds nothing. Every
/// io_context that asks through it outlives the calls, and it outlives every io_context.
std::unique_ptr<door> make_door(const settings& from, door_parts parts);

} // namespace verbatim::core::llm

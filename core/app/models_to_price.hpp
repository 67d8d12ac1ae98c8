#pragma once

#include "app/configuration.hpp"
#include "llm/prices.hpp"

#include <vector>

namespace verbatim::core::app {

/// The models of all connections, which need a price; none if LLM_PRICE_UNKNOWN is `allow`.
std::vector<llm::configured_model> models_to_price(const configuration& config);

} // namespace verbatim::core::app

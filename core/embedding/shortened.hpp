#pragma once

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::embedding {

/// Texts of at most so many characters. They borrow from those they were made of.
struct shortened
{
    std::vector<std::string_view> texts;
    std::size_t                   cut = 0; ///< how many were longer
};
shortened shorten(std::span<const sdk::outbound> texts, std::size_t max_characters);

/// One line for a request, when a text was cut.
void tell_of_cuts(sdk::log& to, std::size_t cut, std::size_t max_characters);

} // namespace verbatim::core::embedding

#pragma once

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::core::embedding {

/// Texts cut to a number of code points. Borrows from the original texts.
struct shortened_texts
{
    std::vector<std::string_view> texts;
    std::size_t                   cut_count = 0; ///< texts that were longer
};
shortened_texts shorten(std::span<const sdk::prompt_text> texts, std::size_t max_characters);

/// Logs one line if any text was cut.
void log_cut_texts(sdk::log& log, std::size_t cut_count, std::size_t max_characters);

} // namespace verbatim::core::embedding

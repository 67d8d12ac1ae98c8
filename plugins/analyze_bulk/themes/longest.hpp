#pragma once

#include "dimensions/dimension.hpp"
#include "themes/theme_list.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Outputs of at most about `max_characters` code points after which an analysis makes the most and the longest
/// further calls: sdk::chat_request::longest.
namespace verbatim::analyze_bulk::themes::longest {

std::string candidates(std::size_t max_characters);

std::string themes(std::size_t max_themes, std::size_t max_characters);

/// Each record holds every theme, as far as they fit; with `reads_rest_again`, where records without a theme are read
/// again, as long a text in which none holds one.
std::string assignments(const std::vector<theme>& themes, std::size_t records, std::size_t max_characters,
                        bool reads_rest_again = false, std::span<const dimensions::dimension> dimensions = {});

} // namespace verbatim::analyze_bulk::themes::longest

#pragma once

#include "themes/theme_list.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// The outputs about themes without a provider, in the form of a model's: phrases that records share.
namespace verbatim::analyze_bulk::themes::offline {

using positions = std::span<const std::size_t>;

/// The phrases that these records share, as candidates.
std::string candidates(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records);

/// The same as a list of themes. A theme's criteria are its phrases, separated by semicolons.
std::string themes(const hierarchy::bulk_input& input, const feedback::redaction& redaction, positions records,
                   std::size_t max_themes);

/// The themes of these records: those of which a record holds the title or a phrase of the criteria.
std::string assignments(const feedback::redaction& redaction, positions records, const std::vector<theme>& themes);

} // namespace verbatim::analyze_bulk::themes::offline

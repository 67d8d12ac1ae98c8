#pragma once

#include "extractive/report.hpp"
#include "extractive/tokenizer.hpp"

#include <string_view>
#include <vector>

namespace verbatim::core::extractive {

/// One report of several about different records: counts and times of a phrase are summed, never guessed. A phrase that
/// a partial does not list counts nothing there, so that sums over several partials are lower bounds.
report merge_reports(const std::vector<report>& partials, std::string_view question, tokenizer& with);

/// Reads the grid of coding trends (a header `code,` with periods, then one line of counts for each code) into `into`.
void read_trends(std::string_view grid, report& into);

} // namespace verbatim::core::extractive

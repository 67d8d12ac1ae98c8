#pragma once

#include "verbatim/codebook/options.hpp"
#include "verbatim/feedback/response_text.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::assign_codes {

using codebook::framework;
using codebook::node;
using codebook::option;

/// The judge's score of one level of a code.
struct level_score
{
    double      score = 0.0; ///< 0..1
    std::string explanation;
};

/// A picked option with the scores of its judged levels, from level 1 down. Complete if all levels are judged or the
/// last one is below the threshold.
struct scored_option
{
    const option*            code = nullptr;
    std::vector<level_score> levels;

    double aggregate() const; ///< the lowest score of the judged levels
};

/// An entry of the response: docs/reference/operations/assign-codes.md#response. Reports up to three levels.
struct assigned_code
{
    std::optional<std::string> level_id[3];
    std::optional<std::string> level_name[3];
    std::optional<double>      confidence[3];
    std::optional<double>      aggregate;
    feedback::response_text    explanation;
};

/// Reports accepted candidates, best first, at most `max_codes`; equal ones in the order of the pick.
std::vector<assigned_code> report_codes(std::vector<scored_option> accepted, std::size_t max_codes);

enum class no_code_reason
{
    empty_content,
    none_picked,
};

/// The entry of a response without codes: docs/reference/operations/assign-codes.md#no-code-applied.
assigned_code report_no_code(no_code_reason reason);

/// The entry if every picked code is below `threshold`, with the nearest misses. `rejected` must not be empty;
/// `not_judged` is the number of picks that were left out.
assigned_code report_no_code(double threshold, std::vector<scored_option> rejected, std::size_t not_judged = 0);

} // namespace verbatim::assign_codes

#pragma once

#include "options.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::assign_codes {

/// What the judge said of one level of a path.
struct level_score
{
    double      score = 0.0; ///< 0..1
    std::string explanation;
};

/// One picked option with the levels judged so far, from level 1 down. Complete when all levels are judged or one fell
/// below the threshold.
struct scored_option
{
    const option*            picked = nullptr;
    std::vector<level_score> levels;

    double aggregate() const; ///< the lowest score of the judged levels
};

/// What an answer reports of a coding: contract 9.2. Three levels at most are reported.
struct assigned_code
{
    std::optional<std::string> level_id[3];
    std::optional<std::string> level_name[3];
    std::optional<double>      confidence[3];
    std::optional<double>      aggregate;
    std::string                explanation;
};

/// The accepted candidates, best first; equal ones in the order they were picked; at most `most`.
std::vector<assigned_code> report_codes(std::vector<scored_option> accepted, std::size_t max_codes);

enum class no_code_reason
{
    empty_content,
    none_picked,
};

/// The one entry of an answer without codes: contract 9.3.
assigned_code report_no_code(no_code_reason reason);

/// The same when every picked path fell below `threshold`, with the nearest misses: one for each node of the framework
/// at which paths ended. `rejected` is not empty; `not_judged` is how many picks were left out, which the entry says.
assigned_code report_no_code(double threshold, std::vector<scored_option> rejected, std::size_t not_judged = 0);

} // namespace verbatim::assign_codes

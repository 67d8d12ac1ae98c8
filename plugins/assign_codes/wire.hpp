#pragma once

#include "framework.hpp"
#include "verdict.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/schema.hpp"

#include <optional>
#include <vector>

namespace verbatim::assign_codes {

/// How many codes an answer may hold.
inline constexpr int most_codes = 50;

struct request
{
    feedback::record         record;
    std::optional<framework> coding_levels; ///< none: the one on the server
    int                      max_codes = 1;
    std::optional<double>    confidence_threshold; ///< none: nothing is filtered
};
void declare(sdk::declaration& wire, request& asked);

void declare(sdk::declaration& wire, assigned_code& given);

struct reply
{
    std::vector<assigned_code> assigned_codes; ///< never empty
};
void declare(sdk::declaration& wire, reply& given);

} // namespace verbatim::assign_codes

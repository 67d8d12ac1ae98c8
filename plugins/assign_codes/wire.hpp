#pragma once

#include "assigned_code.hpp"
#include "framework.hpp"

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
void declare(sdk::schema_builder& schema, request& request);

void declare(sdk::schema_builder& schema, assigned_code& code);

struct response
{
    std::vector<assigned_code> assigned_codes; ///< never empty
};
void declare(sdk::schema_builder& schema, response& response);

} // namespace verbatim::assign_codes

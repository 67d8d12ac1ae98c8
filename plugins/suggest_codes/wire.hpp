#pragma once

#include "verbatim/codebook/framework.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Request and response: docs/reference/operations/suggest-codes.md.
namespace verbatim::suggest_codes {

struct request
{
    std::vector<feedback::record>      records;
    std::optional<codebook::framework> coding_levels; ///< none: the server's framework
    std::size_t                        max_codes = 10;
};
void declare(sdk::schema_builder& schema, request& request);

/// Ids of records in request order, bounded in bytes.
struct record_list
{
    std::size_t              count = 0;
    std::vector<std::string> ids;
    std::size_t              omitted = 0; ///< ids beyond the bound
};

/// An existing code that is like a proposed one.
struct overlap
{
    std::string              id;
    std::vector<std::string> names; ///< from the first level
    double                   similarity     = 0;
    bool                     named_by_model = false;
};
void declare(sdk::schema_builder& schema, overlap& overlap);

struct proposed_code
{
    std::optional<std::string> parent_id;
    std::vector<std::string>   parent_names;
    feedback::response_text    name;
    feedback::response_text    definition;
    feedback::response_text    inclusion;
    record_list                records;
    std::vector<overlap>       overlaps;
};
void declare(sdk::schema_builder& schema, proposed_code& code);

struct response
{
    std::vector<proposed_code> proposed_codes;
    record_list                unassigned;
    std::size_t                dropped_codes      = 0;
    std::size_t                dropped_references = 0;
};
void declare(sdk::schema_builder& schema, response& response);

} // namespace verbatim::suggest_codes

#pragma once

#include "wire.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::assign_codes {

/// Records of a request: a response to more would be too large.
inline constexpr std::size_t max_records = 5'000;

struct bulk_request
{
    std::vector<feedback::record> records;
    std::optional<framework>      coding_levels;        ///< none: the server's framework
    int                           max_codes = 1;        ///< of each record
    std::optional<double>         confidence_threshold; ///< none: no filter
};
void declare(sdk::schema_builder& schema, bulk_request& request);

/// Why a record has no codes.
struct record_error
{
    std::string code; ///< of docs/reference/errors.md#error-codes
};
void declare(sdk::schema_builder& schema, record_error& error);

struct coded_record
{
    std::string                 id;
    std::vector<assigned_code>  assigned_codes; ///< empty with an error only
    std::optional<record_error> error;
};
void declare(sdk::schema_builder& schema, coded_record& record);

struct bulk_response
{
    std::vector<coded_record> records; ///< those of the request, in its order
};
void declare(sdk::schema_builder& schema, bulk_response& response);

} // namespace verbatim::assign_codes

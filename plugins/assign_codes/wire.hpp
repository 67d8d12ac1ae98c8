#pragma once

#include "assigned_code.hpp"

#include "verbatim/codebook/framework.hpp"
#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::assign_codes {

/// Maximum number of codes in a response.
inline constexpr int most_codes = 50;

/// The number of picks that are judged for a response of up to `max_codes` codes: some fall below the threshold or
/// fail.
constexpr std::size_t judged_picks(int max_codes) { return static_cast<std::size_t>(std::max(2 * max_codes, 5)); }

struct request
{
    feedback::record         record;
    std::optional<framework> coding_levels; ///< none: the server's framework
    int                      max_codes = 1;
    std::optional<double>    confidence_threshold; ///< none: no filter
};
void declare(sdk::schema_builder& schema, request& request);

/// Declares the members that requests for one record and for many share.
void declare_choice(sdk::schema_builder& schema, std::optional<framework>& coding_levels, int& max_codes,
                    std::optional<double>& confidence_threshold);

void declare(sdk::schema_builder& schema, assigned_code& code);

struct response
{
    std::vector<assigned_code> assigned_codes; ///< never empty
};
void declare(sdk::schema_builder& schema, response& response);

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

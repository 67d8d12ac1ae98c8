#pragma once

#include "sensitivity.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::detect_sensitive {

struct request
{
    feedback::record record;
};
void declare(sdk::schema_builder& schema, request& request);

struct response
{
    std::string              id;
    bool                     is_sensitive = false;
    feedback::response_text  explanation;
    std::vector<sensitivity> types;
};
void declare(sdk::schema_builder& schema, response& response);

/// Records of a request: a response to more would be too large.
inline constexpr std::size_t max_records = 5'000;

struct bulk_request
{
    std::vector<feedback::record> records;
};
void declare(sdk::schema_builder& schema, bulk_request& request);

/// Why a record was not checked.
struct record_error
{
    std::string code; ///< of docs/reference/errors.md#error-codes
};
void declare(sdk::schema_builder& schema, record_error& error);

struct checked_record
{
    std::string                 id;
    std::optional<bool>         is_sensitive; ///< none: not checked
    feedback::response_text     explanation;
    std::vector<sensitivity>    types;
    std::optional<record_error> error; ///< of a record that was not checked
};
void declare(sdk::schema_builder& schema, checked_record& record);

struct bulk_response
{
    std::vector<checked_record> records; ///< those of the request, in its order
};
void declare(sdk::schema_builder& schema, bulk_response& response);

} // namespace verbatim::detect_sensitive

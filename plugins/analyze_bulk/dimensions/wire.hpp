#pragma once

#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Dimensions in a response.
namespace verbatim::analyze_bulk::dimensions {

/// The records of a theme that have a value.
struct theme_count
{
    std::string  id;
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, theme_count& entry);

struct value_entry
{
    std::string                                         id;
    feedback::response_text                             title;
    std::optional<feedback::response_text>              definition;
    std::optional<std::vector<feedback::response_text>> examples;
    std::int64_t                                        record_count = 0;
    double                                              share        = 0;
    std::vector<std::string>                            record_ids;
    std::optional<std::int64_t>                         record_ids_omitted;
    std::vector<theme_count>                            by_theme;
};
void declare(sdk::schema_builder& schema, value_entry& entry);

struct dimension_entry
{
    std::string                            id;
    feedback::response_text                title;
    std::optional<feedback::response_text> definition;
    std::optional<feedback::response_text> proposition;
    std::vector<value_entry>               values;
    std::int64_t                           unread_count = 0;
};
void declare(sdk::schema_builder& schema, dimension_entry& entry);

} // namespace verbatim::analyze_bulk::dimensions

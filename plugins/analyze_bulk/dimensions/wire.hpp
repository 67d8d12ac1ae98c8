#pragma once

#include "dimensions/dimension.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/text_analysis/language.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Dimensions in a request and in a response.
namespace verbatim::analyze_bulk::dimensions {

/// A list of the server, from etc/dimensions.json.
enum class shipped_list
{
    type_of_feedback,
    stance,
    urgency,
};
sdk::enum_values declare(shipped_list);

struct requested_value
{
    std::string              id;
    std::string              title;
    std::string              definition;
    std::vector<std::string> examples;
    std::vector<std::string> record_ids; ///< of records with the value, if no model shall read it
};
void declare(sdk::schema_builder& schema, requested_value& value);

/// Either a list of the server, or values. Members have the names of a dimension in a response, so that one can be sent
/// back.
struct requested_dimension
{
    std::optional<shipped_list>  list;
    std::optional<std::string>   id;
    std::optional<std::string>   title;
    std::string                  definition;
    std::string                  proposition;
    std::vector<requested_value> values;
};
void declare(sdk::schema_builder& schema, requested_dimension& dimension);

/// Adds an issue for each dimension that is incomplete, and for each id and title that repeats.
/// `are_read`: whether a model reads the values; otherwise each dimension must have its own.
void check_requested(std::span<const requested_dimension> dimensions, bool are_read, sdk::validation_issues& issues);

/// The lists of the server, with English titles. [any thread]
const std::vector<dimension>& lists_of_server();

/// The words and phrases that show a type of feedback without a provider, with the index of its value. [any thread]
const std::vector<std::pair<std::size_t, std::string>>& cues_of_type();

/// The dimensions with all their values; titles of the server's lists in this language.
std::vector<dimension> dimensions_of(std::span<const requested_dimension> requested, text_analysis::language language);

/// By position of the record: the value of each dimension, from the ids that the values name. None for a record of
/// which a dimension names no value, or several: ids may repeat, and nothing is guessed.
std::vector<std::optional<std::vector<value_number>>> known_values(std::span<const requested_dimension>     requested,
                                                                   std::span<const feedback::record* const> records);

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

#pragma once

#include "verbatim/feedback/redaction.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Closed lists of values, of which every record has one: docs/reference/operations/analyze-bulk.md#dimensions.
namespace verbatim::analyze_bulk::dimensions {

inline constexpr std::size_t max_dimensions = 5;
inline constexpr std::size_t max_values     = 20;

/// The value that every list has: none of the others, or the record does not show it.
inline constexpr std::string_view unclear_id = "unclear";

struct dimension_value
{
    std::string              id;
    std::string              title;
    std::string              definition;
    std::vector<std::string> examples = {};
};

struct dimension
{
    std::string                  id;
    std::string                  title;
    std::string                  definition;
    std::string                  proposition; ///< towards which the values are a stance; empty: none
    std::vector<dimension_value> values;      ///< without `unclear`

    std::string unclear_title; ///< for people
};

/// A value of a dimension: 0 is `unclear`, n the n-th of its values.
using value_number = std::size_t;

/// The id that models write: `A2` is the second value of the first dimension, `A0` is `unclear`.
std::string label_of(std::size_t dimension, value_number value);

struct value_reference
{
    std::size_t  dimension = 0;
    value_number value     = 0;
};

/// The value that a model names: by its label, else by its id or title if only one value of all lists has it.
/// `unclear` without a label is only clear if there is a single list. ASCII case does not matter. None for other names.
std::optional<value_reference> find_value(std::span<const dimension> dimensions, std::string_view name);

/// All texts, in the order in which redacted() reads them. Views of `dimensions`.
std::vector<std::string_view> texts_of(std::span<const dimension> dimensions);

/// The dimensions as a model gets them, with placeholders and on one line. Their texts follow `first_text` in the
/// redaction.
std::vector<dimension> redacted(std::span<const dimension> dimensions, const feedback::redaction& redaction,
                                std::size_t first_text);

/// The element `<dimensions>` of a message. If its sdk::estimation_length() is above `max_characters`, it lacks the
/// examples, and if that does not suffice, the definitions of values as well. All other texts always stay.
sdk::prompt_text dimension_block(std::span<const dimension> dimensions, const feedback::redaction& redaction,
                                 std::size_t max_characters);

} // namespace verbatim::analyze_bulk::dimensions

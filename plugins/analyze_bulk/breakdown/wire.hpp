#pragma once

#include "subjects.hpp"

#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

/// Days of the date field, both inclusive: `2026-03-02`.
struct day_window
{
    std::string from;
    std::string to;
};
void declare(sdk::schema_builder& schema, day_window& window);

/// Two windows, or a key and two of its values.
struct comparison_request
{
    std::optional<std::vector<day_window>>  windows;
    std::optional<std::string>              key;
    std::optional<std::vector<std::string>> values;
};
void declare(sdk::schema_builder& schema, comparison_request& request);

struct group_count
{
    subject_kind                kind = subject_kind::theme;
    std::string                 id;
    std::string                 title;
    std::optional<std::int64_t> count; ///< none: suppressed
    std::optional<double>       share;
};
void declare(sdk::schema_builder& schema, group_count& entry);

struct value_breakdown
{
    std::optional<std::string> value; ///< none: all other records
    std::int64_t               record_count = 0;
    std::vector<group_count>   counts;
};
void declare(sdk::schema_builder& schema, value_breakdown& entry);

struct key_breakdown
{
    std::string                  key;
    std::vector<value_breakdown> values;
};
void declare(sdk::schema_builder& schema, key_breakdown& entry);

struct comparison_group
{
    std::string                 name;
    std::optional<std::int64_t> record_count; ///< none: suppressed
};
void declare(sdk::schema_builder& schema, comparison_group& group);

struct difference
{
    subject_kind                             kind = subject_kind::theme;
    std::string                              id;
    std::string                              title;
    std::vector<std::optional<std::int64_t>> counts; ///< none: suppressed; then `value` to `p_value` are none
    std::vector<std::optional<double>>       shares;
    std::optional<double>                    value;
    std::optional<double>                    low;
    std::optional<double>                    high;
    std::optional<double>                    p_value;
    bool                                     significant = false;
};
void declare(sdk::schema_builder& schema, difference& difference);

struct comparison
{
    std::vector<comparison_group> groups;
    std::vector<difference>       differences;
};
void declare(sdk::schema_builder& schema, comparison& comparison);

} // namespace verbatim::analyze_bulk

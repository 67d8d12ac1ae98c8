#pragma once

#include "breakdown/changes.hpp"
#include "themes/counted_themes.hpp"

#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk::themes {

/// A sentence of a record.
struct quote_entry
{
    std::string             record_id;
    feedback::response_text text;
};
void declare(sdk::schema_builder& schema, quote_entry& entry);

struct period_entry
{
    std::string  period;
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, period_entry& entry);

struct sub_theme_entry
{
    std::string                 id;
    feedback::response_text     title;
    feedback::response_text     definition;
    std::int64_t                record_count = 0;
    double                      share        = 0;
    std::vector<std::string>    record_ids;
    std::optional<std::int64_t> record_ids_omitted;
};
void declare(sdk::schema_builder& schema, sub_theme_entry& entry);

struct theme_entry
{
    std::string             id;
    feedback::response_text title;
    feedback::response_text definition;
    feedback::response_text inclusion;

    std::optional<feedback::response_text>              exclusion; ///< these three: with themes of the request
    std::optional<std::vector<feedback::response_text>> examples;
    std::optional<bool>                                 is_new;
    std::optional<bool>                                 is_far_from_question; ///< as the built-in model compares them

    std::vector<sub_theme_entry> sub_themes;
    std::int64_t                 record_count = 0;
    double                       share        = 0;
    std::vector<std::string>     record_ids;
    std::optional<std::int64_t>  record_ids_omitted;
    std::vector<period_entry>    periods;
    std::optional<std::string>   first_seen;
    std::vector<quote_entry>     quotes;
    std::vector<change>          changes;
    std::optional<bool>          is_suppressed_over_time; ///< true if these counts would reveal a suppressed one
};
void declare(sdk::schema_builder& schema, theme_entry& entry);

sdk::enum_values declare(unassigned_reason);

struct unassigned_entry
{
    unassigned_reason           reason       = unassigned_reason::no_theme;
    std::int64_t                record_count = 0;
    std::vector<std::string>    record_ids;
    std::optional<std::int64_t> record_ids_omitted;
};
void declare(sdk::schema_builder& schema, unassigned_entry& entry);

} // namespace verbatim::analyze_bulk::themes

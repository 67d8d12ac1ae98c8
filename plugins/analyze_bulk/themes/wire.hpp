#pragma once

#include "breakdown/changes.hpp"
#include "themes/counted_themes.hpp"
#include "themes/theme_list.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Themes in a request (docs/reference/operations/analyze-bulk.md#themes-of-the-request) and in a response.
namespace verbatim::analyze_bulk::themes {

inline constexpr std::size_t max_requested_themes = 100;

struct requested_sub_theme
{
    std::optional<std::string> id;
    std::string                title;
    std::string                definition;
};
void declare(sdk::schema_builder& schema, requested_sub_theme& theme);

/// Members have the names of a theme in a response, so that one can be sent back.
struct requested_theme
{
    std::optional<std::string>       id;
    std::string                      title;
    std::string                      definition;
    std::string                      inclusion;
    std::string                      exclusion;
    std::vector<std::string>         examples;
    std::vector<requested_sub_theme> sub_themes;
};
void declare(sdk::schema_builder& schema, requested_theme& theme);

/// The id of a theme at this place: its own, or `T1`, `T1.2`.
std::string requested_id(const std::optional<std::string>& id, const theme_reference& place);

/// Adds an issue for each id and each title that repeats.
void check_requested(std::span<const requested_theme> themes, sdk::validation_issues& issues);

/// The texts that may hold personal data, in the order in which themes_of reads them. Views of `themes`.
std::vector<std::string_view> texts_of(std::span<const requested_theme> themes);

/// The themes as a model gets them. Those without an id get `T1`, `T1.1` by their place. The texts of
/// texts_of(requested) follow `first_text` in the redaction. Borrows `requested`.
std::vector<theme> themes_of(std::span<const requested_theme> requested, const feedback::redaction& redaction,
                             std::size_t first_text);

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

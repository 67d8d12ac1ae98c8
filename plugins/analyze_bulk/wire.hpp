#pragma once

#include "breakdown/wire.hpp"
#include "dimensions/wire.hpp"
#include "themes/wire.hpp"
#include "trends.hpp"

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/hierarchy/bulk_input.hpp"
#include "verbatim/hierarchy/record_map.hpp"
#include "verbatim/sdk/schema.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

enum class analysis_mode
{
    single_pass,
    hierarchical,
};
sdk::enum_values declare(analysis_mode);

enum class analysis_detail
{
    text,
    themes,
};
sdk::enum_values declare(analysis_detail);

struct request
{
    std::vector<feedback::record>          records;
    std::string                            prompt;
    std::optional<std::string>             output_language;
    bool                                   anonymize = true;
    analysis_mode                          mode      = analysis_mode::single_pass;
    std::optional<feedback::period_length> trend_period;
    bool                                   trend_tests = false;
    std::optional<std::string>             crm_base_url;
    analysis_detail                        detail = analysis_detail::text;
    std::optional<std::int64_t>            max_themes; ///< none: themes::theme_limit
    std::vector<themes::requested_theme>   themes;
    bool                                   induce_more = false;
    bool                                   record_map  = false;
    std::vector<std::string>               breakdown_by;
    std::optional<comparison_request>      comparison;
    std::optional<hierarchy::restoration>  restore; ///< none: all in prose, nothing in titles and quotes

    std::vector<dimensions::requested_dimension> dimensions;
    bool                                         reads_dimensions = true; ///< false: values name their records
};
void declare(sdk::schema_builder& schema, request& request);

using themes::theme_entry;
using themes::unassigned_entry;

/// What a redaction put back into a member of the response.
struct restored_member
{
    std::string                            member;
    std::vector<feedback::restored_kind>   kinds;
    std::optional<feedback::response_text> masked; ///< none for lists
};
void declare(sdk::schema_builder& schema, restored_member& entry);

/// Places of records in the plane: the n-th x and y are those of the n-th id.
struct record_map
{
    std::vector<std::string>    record_ids;
    std::vector<std::int64_t>   x;
    std::vector<std::int64_t>   y;
    std::optional<std::int64_t> record_ids_omitted; ///< none: the map has all records
};
void declare(sdk::schema_builder& schema, record_map& map);

/// JSON bytes of a map.
inline constexpr std::size_t max_record_map_bytes = 2u << 20;

/// The map of the records with these places. Beyond `max_bytes` as JSON it has as many records as fit, evenly spread.
record_map map_of(std::span<const feedback::record* const> records, std::span<const hierarchy::map_place> places,
                  std::size_t max_bytes = max_record_map_bytes);

struct response
{
    feedback::response_text      analysis;
    std::optional<double>        quality_score;
    feedback::response_text      uncertainty_explanation;
    std::int64_t                 feedback_record_count = 0;
    std::string                  request_id;
    bool                         used_anonymization = false;
    std::optional<double>        confidence;
    std::optional<coding_trends> trends;
    feedback::response_text      pretty_output;

    std::optional<std::vector<std::string>>     refused_records; ///< none: the provider refused no record
    std::optional<std::vector<restored_member>> restored;        ///< none: nothing was put back

    std::optional<std::vector<theme_entry>>      themes; ///< these four: with detail `themes`
    std::optional<std::int64_t>                  unassigned_count;
    std::optional<std::vector<unassigned_entry>> unassigned;
    std::optional<std::int64_t>                  dropped_references;
    std::optional<analyze_bulk::record_map>      record_map; ///< if requested, and if there is an embedder

    std::optional<std::vector<dimensions::dimension_entry>> dimensions; ///< if requested

    std::optional<std::vector<key_breakdown>> breakdown; ///< if requested, as is the comparison
    std::optional<analyze_bulk::comparison>   comparison;
};
void declare(sdk::schema_builder& schema, response& response);

} // namespace verbatim::analyze_bulk

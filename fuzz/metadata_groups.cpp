// Groups of records by their metadata: a JSON array of the metadata of records. The key is "k", codes are in "code".
#include "target.hpp"

#include "breakdown/breakdown.hpp"
#include "breakdown/record_groups.hpp"
#include "groups.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace verbatim::fuzz {

namespace {

namespace json = boost::json;

constexpr std::size_t max_records      = 300;
constexpr std::size_t max_value_length = 256;
constexpr int         min_cell         = 3;

using record_list = std::span<const feedback::record* const>;

std::vector<json::object> read_metadata(std::string_view input)
{
    boost::system::error_code failure;
    const auto                value = json::parse(input, failure);
    const auto*               items = failure ? nullptr : value.if_array();
    std::vector<json::object> metadata;
    for (std::size_t n = 0; items && n != std::min(items->size(), max_records); ++n)
        metadata.push_back((*items)[n].is_object() ? (*items)[n].get_object() : json::object{});
    return metadata;
}

void require_value(std::string_view value)
{
    require(!value.empty() && sdk::utf8::trimmed(value) == value, "a value has no blanks around it");
    require(sdk::utf8::count_code_points(value) <= max_value_length, "a value is short");
}

analyze_bulk::record_groups require_sound_groups(record_list records)
{
    auto groups = analyze_bulk::groups_by(records, "k", {.min_cell = min_cell, .values = 5});
    require(groups.names.size() == groups.sizes.size() && groups.of_record.size() == records.size(),
            "each record has a group, and each group a size");
    std::vector<std::uint64_t> sizes(groups.sizes.size());
    for (const auto group : groups.of_record) ++sizes.at(group);
    require(sizes == groups.sizes, "sizes count the records");

    std::set<std::string> names;
    for (std::size_t n = 0; n != groups.names.size(); ++n)
    {
        require(groups.names[n] || n + 1 == groups.names.size(), "only the last group has no name");
        require(groups.sizes[n] >= min_cell || groups.sizes.size() == 1, "no group is small unless all records are");
        if (!groups.names[n]) continue;
        require_value(*groups.names[n]);
        require(names.insert(*groups.names[n]).second, "names differ");
    }
    return groups;
}

void require_sound_count(const std::optional<std::int64_t>& count, bool is_alone)
{
    require(!count || *count == 0 || *count >= min_cell || is_alone, "small counts are suppressed");
}

void require_sound_breakdown(record_list records, const analyze_bulk::record_groups& groups)
{
    const std::vector<std::string>                  keys{"k"};
    const analyze_bulk::code_fields                 codes{{"code"}};
    std::optional<analyze_bulk::comparison_request> comparison;
    std::vector<std::string>                        compared;
    for (const auto& name : groups.names)
        if (name && compared.size() != 2) compared.push_back(*name);
    if (compared.size() == 2) comparison = {.windows = {}, .key = "k", .values = compared};

    const analyze_bulk::breakdown_request request{
        .keys = keys, .comparison = comparison, .codes = codes, .date_field = "created", .min_cell = min_cell};
    const auto result = analyze_bulk::break_down(records, {}, request);
    for (const auto& value : result.keys.at(0).values)
        for (const auto& entry : value.counts)
        {
            require_sound_count(entry.count, result.keys[0].values.size() == 1);
            require(!entry.count || *entry.count <= value.record_count, "a count is a part of its group");
        }
    if (!result.comparison) return;
    for (const auto& entry : result.comparison->differences)
    {
        for (const auto& count : entry.counts) require_sound_count(count, false);
        if (!entry.p_value) continue;
        require(*entry.p_value >= 0 && *entry.p_value <= 1, "a p-value is a probability");
        require(*entry.low <= *entry.value && *entry.value <= *entry.high, "an interval holds its value");
    }
}

void require_sound_grouping(const std::vector<json::object>& metadata)
{
    constexpr std::size_t                       max_groups = 5;
    std::vector<coding_agreement::coded_record> records;
    for (const auto& entry : metadata) records.push_back({.id = "R", .metadata = entry});
    coding_agreement::record_grouper grouper{"k", records};
    while (!grouper.is_finished()) grouper.add(7);
    const auto grouping = grouper.groups(max_groups);
    require(grouping.groups.size() <= max_groups + 1, "groups are bounded");

    std::vector<bool>     has_group(records.size());
    std::set<std::string> values;
    for (std::size_t n = 0; n != grouping.groups.size(); ++n)
    {
        const auto& group = grouping.groups[n];
        require(group.value || n + 1 == grouping.groups.size(), "only the last group has no value");
        require(!group.positions.empty() &&
                    std::ranges::adjacent_find(group.positions, std::greater_equal{}) == group.positions.end(),
                "a group has records, in order");
        for (const auto position : group.positions) has_group.at(position) = true;
        if (!group.value) continue;
        require_value(*group.value);
        require(values.insert(*group.value).second, "values differ");
    }
    require(grouping.omitted_values != 0 || std::ranges::all_of(has_group, std::identity{}), "each record has a group");
}

} // namespace

void run(std::string_view input)
{
    const auto metadata = read_metadata(input);
    if (metadata.empty()) return;

    std::vector<feedback::record> records;
    for (const auto& entry : metadata) records.push_back({.id = "R", .content = "c", .metadata = entry, .url_id = {}});
    std::vector<const feedback::record*> pointers;
    for (const auto& record : records) pointers.push_back(&record);

    require_sound_breakdown(pointers, require_sound_groups(pointers));
    require_sound_grouping(metadata);
}

} // namespace verbatim::fuzz

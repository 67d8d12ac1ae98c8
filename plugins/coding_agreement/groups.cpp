#include "groups.hpp"

#include "limits.hpp"

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace verbatim::coding_agreement {

namespace {

namespace json = boost::json;

/// Distinct, so that a record counts once in a group.
using values = std::set<std::string, std::less<>>;

void add_text(std::string_view text, values& target)
{
    const auto value = sdk::utf8::first_code_points(sdk::utf8::trimmed(text), max_value_length);
    if (!value.empty()) target.emplace(value);
}

void add_scalar(const json::value& value, values& target)
{
    if (value.is_string()) add_text(value.get_string(), target);
    else if (auto text = feedback::scalar_text(value)) target.insert(std::move(*text));
}

values values_of(const coded_record& record, std::string_view key)
{
    values result;
    if (key == "language")
    {
        add_text(record.language.value_or(std::string{}), result);
        return result;
    }
    const auto* value = record.metadata.if_contains(key);
    if (!value) return result;
    if (!value->is_array()) add_scalar(*value, result);
    else
        for (const auto& item : value->get_array()) add_scalar(item, result);
    return result;
}

} // namespace

grouping group_by(std::string_view key, std::span<const coded_record> records, std::size_t max_groups)
{
    std::map<std::string, std::vector<std::uint32_t>> by_value;
    record_group                                      without_value;
    for (std::uint32_t n = 0; n != records.size(); ++n)
    {
        const auto values = values_of(records[n], key);
        if (values.empty()) without_value.positions.push_back(n);
        for (const auto& value : values) by_value[value].push_back(n);
    }

    grouping result;
    for (auto& [value, positions] : by_value) result.groups.push_back({value, std::move(positions)});
    std::ranges::stable_sort(result.groups, std::ranges::greater{},
                             [](const record_group& group) { return group.positions.size(); });
    if (result.groups.size() > max_groups)
    {
        result.omitted_values = result.groups.size() - max_groups;
        result.groups.resize(max_groups);
    }
    if (!without_value.positions.empty()) result.groups.push_back(std::move(without_value));
    return result;
}

} // namespace verbatim::coding_agreement

#include "groups.hpp"

#include "limits.hpp"

#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace verbatim::coding_agreement {

namespace {

namespace json = boost::json;

/// Distinct, so that a record counts once in a group.
using values = std::set<std::string, std::less<>>;

void add_text(std::string_view text, values& target)
{
    const auto cut   = sdk::utf8::first_code_points(sdk::utf8::trimmed(text), max_value_length);
    const auto value = sdk::utf8::trimmed(cut); // it may have been cut after a blank
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
    const auto* items = value->if_array();
    if (!items) add_scalar(*value, result);
    for (std::size_t n = 0; items && n != std::min(items->size(), max_array_values); ++n)
        add_scalar((*items)[n], result);
    return result;
}

} // namespace

void record_grouper::add(std::size_t count)
{
    for (const auto end = next_ + std::min(count, records_.size() - next_); next_ != end; ++next_)
    {
        const auto position = static_cast<std::uint32_t>(next_);
        const auto values   = values_of(records_[next_], key_);
        if (values.empty()) without_value_.positions.push_back(position);
        for (const auto& value : values) by_value_[value].push_back(position);
    }
}

grouping record_grouper::groups(std::size_t max_groups)
{
    std::vector<decltype(by_value_)::value_type*> values;
    for (auto& value : by_value_) values.push_back(&value);
    const auto size = std::min(max_groups, values.size());
    const auto end  = values.begin() + static_cast<std::ptrdiff_t>(size);
    std::ranges::partial_sort(values, end, [](const auto* left, const auto* right) {
        if (left->second.size() != right->second.size()) return left->second.size() > right->second.size();
        return left->first < right->first;
    });

    grouping result{.groups = {}, .omitted_values = values.size() - size};
    for (auto* value : std::span{values.begin(), end})
        result.groups.push_back({value->first, std::move(value->second)});
    if (!without_value_.positions.empty()) result.groups.push_back(std::move(without_value_));
    return result;
}

} // namespace verbatim::coding_agreement

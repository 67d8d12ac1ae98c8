#include "breakdown/subjects.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

/// The labels of a text, or the items of an array of texts; other values have none.
template <class Each>
void for_each_label(const boost::json::value& value, std::string_view separator, Each each)
{
    const auto add = [&](std::string_view text) {
        if (const auto label = sdk::utf8::trimmed(text); !label.empty()) each(label);
    };
    if (const auto* text = value.if_string())
    {
        std::string_view rest{*text};
        for (auto end = rest.find(separator); !separator.empty() && end != rest.npos; end = rest.find(separator))
        {
            add(rest.substr(0, end));
            rest.remove_prefix(end + separator.size());
        }
        return add(rest);
    }
    const auto* items = value.if_array();
    if (!items || !std::ranges::all_of(*items, [](const auto& item) { return item.is_string(); })) return;
    for (const auto& item : *items) add(item.get_string());
}

bool is_longer(std::string_view text, std::size_t limit)
{
    return text.size() > limit && sdk::utf8::count_code_points(text) > limit;
}

using frequencies = std::map<std::string_view, std::size_t>;

/// UTF-8 sorts by byte like its code points.
std::vector<membership> most_frequent(const frequencies& frequency, std::size_t limit)
{
    std::vector<std::pair<std::string_view, std::size_t>> ranking{frequency.begin(), frequency.end()};
    std::ranges::stable_sort(ranking, std::ranges::greater{}, [](const auto& entry) { return entry.second; });
    ranking.resize(std::min(ranking.size(), limit));

    std::vector<membership> codes;
    for (const auto& [label, count] : ranking)
    {
        codes.push_back({.id = std::string{label}, .title = std::string{label}, .records = {}});
        codes.back().records.reserve(count);
    }
    return codes;
}

/// An upper bound of the bytes of a count in the response.
std::size_t json_bytes(const membership& records)
{
    constexpr std::size_t frame = 100; // names, punctuation, count and share
    return frame + feedback::json_size(records.id) + feedback::json_size(records.title);
}

} // namespace

record_codes codes_of(const feedback::record& record, const code_fields& fields, const code_limits& limits)
{
    record_codes               result;
    std::set<std::string_view> seen;
    const auto                 add = [&](std::string_view label) {
        const bool is_full = result.labels.size() == limits.labels_per_record;
        if (is_full || is_longer(label, limits.label_length)) ++result.omitted;
        else if (seen.insert(label).second) result.labels.push_back(label);
    };
    for (const auto& key : fields.keys)
        if (const auto* value = record.metadata.if_contains(key)) for_each_label(*value, fields.separator, add);
    return result;
}

coded_records code_memberships(std::span<const feedback::record* const> records, std::span<const std::size_t> positions,
                               const code_fields& fields, const code_limits& limits)
{
    coded_records result;
    frequencies   frequency;
    for (const auto at : positions)
    {
        const auto codes = codes_of(*records[at], fields, limits);
        result.omitted += codes.omitted;
        for (const auto label : codes.labels)
            if (const auto known = frequency.find(label); known != frequency.end()) ++known->second;
            else if (frequency.size() != limits.candidates) frequency.emplace(label, 1);
    }

    result.codes = most_frequent(frequency, limits.codes);
    std::map<std::string_view, membership*> by_label;
    for (auto& code : result.codes) by_label.emplace(code.id, &code);
    for (const auto at : positions)
        for (const auto label : codes_of(*records[at], fields, limits).labels)
            if (const auto code = by_label.find(label); code == by_label.end()) ++result.omitted;
            else code->second->records.push_back(at);
    return result;
}

sdk::enum_values declare(subject_kind)
{
    return {"SubjectKind",
            {{"theme", subject_kind::theme, "A theme of the response."},
             {"value", subject_kind::value, "A value of a dimension of the response."},
             {"code", subject_kind::code, "A code of the metadata."}}};
}

std::vector<membership> subjects_of(std::span<const feedback::record* const> records,
                                    std::span<const membership> memberships, const code_fields& fields,
                                    std::size_t max_codes, std::size_t max_bytes)
{
    std::vector<membership> list;
    std::size_t             bytes = 0;
    for (const auto& subject : memberships)
    {
        bytes += json_bytes(subject);
        if (subject.kind == subject_kind::theme || bytes <= max_bytes) list.push_back(subject);
    }
    std::vector<std::size_t> positions(records.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    code_limits limits;
    limits.codes = max_codes;
    auto codes   = code_memberships(records, positions, fields, limits).codes;
    for (auto& code : codes)
        if ((bytes += json_bytes(code)) <= max_bytes)
        {
            code.kind = subject_kind::code;
            list.push_back(std::move(code));
        }
    return list;
}

} // namespace verbatim::analyze_bulk

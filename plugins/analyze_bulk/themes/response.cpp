#include "themes/response.hpp"

#include "themes/quotes.hpp"
#include "themes/wire.hpp"

#include "verbatim/feedback/json_size.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

/// With four decimals.
double share_of(std::size_t part, std::size_t whole)
{
    if (whole == 0) return 0;
    return std::round(1e4 * static_cast<double>(part) / static_cast<double>(whole)) / 1e4;
}

/// The most bytes that each list may have, so that all of them together stay within `total`: long lists are cut to the
/// same size.
std::size_t list_limit(std::vector<std::size_t> sizes, std::size_t total)
{
    std::ranges::sort(sizes);
    for (std::size_t n = 0; n != sizes.size(); ++n)
    {
        const auto share = total / (sizes.size() - n);
        if (sizes[n] > share) return share;
        total -= sizes[n];
    }
    return sizes.empty() ? 0 : sizes.back();
}

/// A text of a model on one line.
feedback::response_text displayed(const analysis_input& input, const feedback::redaction& redaction,
                                  std::string_view text, std::size_t max_length)
{
    return hierarchy::restore(redaction, text, input.in_quotes).on_one_line().shortened(max_length);
}

/// A text of the caller on one line.
feedback::response_text own_text(const std::string& text) { return feedback::response_text{text}.on_one_line(); }

class writer
{
public:
    writer(const analysis_input& input, const feedback::redaction& redaction, const counted_themes& themes,
           std::span<const membership> values, const calendar& calendar, const response_limits& limits)
        : input_{input}
        , redaction_{redaction}
        , calendar_{calendar}
        , limits_{limits}
        , list_limit_{list_limit(sizes_of(themes, values), limits.id_bytes)}
    {}

    /// `is_further`: whether the request has themes, and not this one.
    theme_entry entry(const counted_theme& theme, bool is_further) const
    {
        auto entry = theme.definition.requested ? entry_of(*theme.definition.requested) : entry_of(theme.definition);
        entry.id   = theme.definition.id;
        if (is_further) entry.is_new = true;
        if (theme.is_far_from_question) entry.is_far_from_question = true;
        for (const auto& sub_theme : theme.sub_themes) entry.sub_themes.push_back(sub_entry(sub_theme));
        list(entry, theme.records);
        entry.share = share_of(theme.records.size(), input_.records.size());
        if (theme.is_hidden_over_time) entry.is_suppressed_over_time = true;
        else add_dates(entry, theme.records);
        for (const auto& quote : choose_quotes(theme, redaction_))
            entry.quotes.push_back(
                {input_.records[quote.record]->id, restored(quote.text).shortened(max_restored_quote)});
        return entry;
    }

    unassigned_entry entry(unassigned_reason reason, const record_list& records) const
    {
        unassigned_entry entry{.reason = reason};
        list(entry, records);
        return entry;
    }

    dimensions::value_entry entry(const dimensions::dimension_value& value, const record_list& records,
                                  const counted_themes& themes) const
    {
        dimensions::value_entry entry{.id = value.id, .title = own_text(value.title)};
        if (!value.definition.empty()) entry.definition = own_text(value.definition);
        if (!value.examples.empty()) entry.examples.emplace();
        for (const auto& example : value.examples) entry.examples->push_back(own_text(example));
        list(entry, records);
        entry.share = share_of(records.size(), input_.records.size());
        for (const auto& theme : themes.themes)
        {
            record_list both;
            std::ranges::set_intersection(theme.records, records, std::back_inserter(both));
            entry.by_theme.push_back({theme.definition.id, static_cast<std::int64_t>(both.size())});
        }
        return entry;
    }

private:
    static constexpr std::size_t max_restored_quote = 1'000; // code points

    std::size_t size_of(std::size_t record) const
    {
        constexpr std::size_t punctuation = 3;
        return feedback::json_size(input_.records[record]->id) + punctuation;
    }

    std::vector<std::size_t> sizes_of(const counted_themes& themes, std::span<const membership> values) const
    {
        std::vector<std::size_t> sizes;
        const auto               add = [&](const record_list& records) {
            std::size_t size = 0;
            for (const auto record : records) size += size_of(record);
            sizes.push_back(size);
        };
        for (const auto& theme : themes.themes)
        {
            add(theme.records);
            for (const auto& sub_theme : theme.sub_themes) add(sub_theme.records);
        }
        for (const auto& records : themes.unassigned) add(records);
        for (const auto& value : values) add(value.records);
        return sizes;
    }

    template <class Entry>
    void list(Entry& entry, const record_list& records) const
    {
        entry.record_count = static_cast<std::int64_t>(records.size());
        std::size_t bytes  = 0;
        for (const auto record : records)
        {
            bytes += size_of(record);
            if (bytes > list_limit_) break;
            entry.record_ids.push_back(input_.records[record]->id);
        }
        if (const auto omitted = records.size() - entry.record_ids.size(); omitted != 0)
            entry.record_ids_omitted = static_cast<std::int64_t>(omitted);
    }

    theme_entry entry_of(const theme& definition) const
    {
        return {.id         = {},
                .title      = displayed(definition.title, max_title_length),
                .definition = displayed(definition.definition, max_definition_length),
                .inclusion  = displayed(definition.inclusion, max_definition_length)};
    }

    /// The caller's own texts, so that nothing in them is replaced.
    static theme_entry entry_of(const requested_theme& requested)
    {
        theme_entry entry{.id         = {},
                          .title      = own_text(requested.title),
                          .definition = own_text(requested.definition),
                          .inclusion  = own_text(requested.inclusion)};
        if (!requested.exclusion.empty()) entry.exclusion = own_text(requested.exclusion);
        if (!requested.examples.empty()) entry.examples.emplace();
        for (const auto& example : requested.examples) entry.examples->push_back(own_text(example));
        return entry;
    }

    sub_theme_entry sub_entry(const counted_sub_theme& sub_theme) const
    {
        const auto&     definition = sub_theme.definition;
        const auto*     requested  = definition.requested;
        sub_theme_entry entry{.id         = definition.id,
                              .title      = requested ? own_text(requested->title)
                                                      : displayed(definition.title, max_title_length),
                              .definition = requested ? own_text(requested->definition)
                                                      : displayed(definition.definition, max_definition_length)};
        list(entry, sub_theme.records);
        entry.share = share_of(sub_theme.records.size(), input_.records.size());
        return entry;
    }

    void add_dates(theme_entry& entry, const record_list& records) const
    {
        entry.periods = periods_of(records);
        if (const auto day = calendar_.first_day(records)) entry.first_seen = label_of(*day);
    }

    std::vector<period_entry> periods_of(const record_list& records) const
    {
        std::vector<period_entry> entries;
        for (const auto& [period, count] : calendar_.count_by_period(records))
            entries.push_back({period.label(), static_cast<std::int64_t>(count)});
        if (entries.size() > limits_.periods)
            entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(limits_.periods));
        return entries;
    }

    feedback::response_text restored(std::string_view text) const
    {
        return hierarchy::restore(redaction_, text, input_.in_quotes);
    }

    feedback::response_text displayed(std::string_view text, std::size_t max_length) const
    {
        return themes::displayed(input_, redaction_, text, max_length);
    }

    const analysis_input&      input_;
    const feedback::redaction& redaction_;
    const calendar&            calendar_;
    const response_limits&     limits_;
    std::size_t                list_limit_;
};

/// The values of the response, in order: `unclear` is the last.
std::vector<dimensions::dimension_value> with_unclear(const dimensions::dimension& dimension)
{
    auto values = dimension.values;
    values.push_back({.id = std::string{dimensions::unclear_id}, .title = dimension.unclear_title, .definition = {}});
    return values;
}

dimensions::dimension_entry entry_of(const dimensions::dimension& dimension)
{
    dimensions::dimension_entry entry{.id = dimension.id, .title = own_text(dimension.title)};
    if (!dimension.definition.empty()) entry.definition = own_text(dimension.definition);
    if (!dimension.proposition.empty()) entry.proposition = own_text(dimension.proposition);
    return entry;
}

} // namespace

std::vector<membership> memberships_of(const analysis_input& input, const feedback::redaction& redaction,
                                       const counted_themes& themes)
{
    std::vector<membership> memberships;
    for (const auto& theme : themes.themes)
    {
        const auto* requested = theme.definition.requested;
        auto        title     = requested ? own_text(requested->title)
                                          : displayed(input, redaction, theme.definition.title, max_title_length);
        memberships.push_back({theme.definition.id, title.text(), theme.records});
    }
    return memberships;
}

std::vector<membership> memberships_of(const analysis_input& input, const counted_themes& themes,
                                       std::span<const dimensions::dimension> dimensions)
{
    std::vector<membership> memberships;
    for (std::size_t d = 0; d != dimensions.size(); ++d)
    {
        const auto& dimension = dimensions[d];
        const auto  first     = memberships.size();
        for (const auto& value : with_unclear(dimension))
            memberships.push_back({.id      = dimension.id + "/" + value.id,
                                   .title   = own_text(dimension.title + ": " + value.title).text(),
                                   .records = {},
                                   .kind    = subject_kind::value});
        for (std::size_t record = 0; record != std::min(themes.values.size(), input.records.size()); ++record)
        {
            if (!themes.values[record]) continue;
            const auto value    = (*themes.values[record])[d];
            const auto position = value == 0 ? dimension.values.size() : value - 1;
            memberships[first + position].records.push_back(record);
        }
    }
    return memberships;
}

void write_themes(theme_analysis& analysis, const analysis_input& input, const feedback::redaction& redaction,
                  const counted_themes& themes, const calendar& calendar,
                  std::span<const dimensions::dimension> dimensions, const response_limits& limits)
{
    const auto   values = memberships_of(input, themes, dimensions);
    const writer writer{input, redaction, themes, values, calendar, limits};
    const bool   has_requested =
        std::ranges::any_of(themes.themes, [](const counted_theme& theme) { return theme.definition.requested; });
    for (const auto& theme : themes.themes)
        analysis.themes.push_back(writer.entry(theme, has_requested && !theme.definition.requested));
    for (std::size_t n = 0; n != unassigned_reasons; ++n)
        if (!themes.unassigned[n].empty())
            analysis.unassigned.push_back(writer.entry(static_cast<unassigned_reason>(n), themes.unassigned[n]));
    auto records = values.begin();
    for (const auto& dimension : dimensions)
    {
        auto& entry = analysis.dimensions.emplace_back(entry_of(dimension));
        for (const auto& value : with_unclear(dimension))
            entry.values.push_back(writer.entry(value, (records++)->records, themes));
        entry.unread_count = static_cast<std::int64_t>(input.records.size());
        for (const auto& value : entry.values) entry.unread_count -= value.record_count;
    }
    analysis.unassigned_count = themes.unassigned_count();
    analysis.dropped          = themes.dropped;
}

theme_analysis without_records(std::span<const dimensions::dimension> dimensions)
{
    theme_analysis analysis;
    for (const auto& dimension : dimensions)
    {
        auto& entry = analysis.dimensions.emplace_back(entry_of(dimension));
        for (const auto& value : with_unclear(dimension))
            entry.values.push_back({.id = value.id, .title = own_text(value.title)});
    }
    return analysis;
}

std::vector<feedback::restored_kind> restored_in(std::span<const theme_entry> themes)
{
    std::vector<feedback::restored_kind> sum;
    const auto add = [&](const feedback::response_text& text) { add_restored(sum, text.restored()); };
    for (const auto& theme : themes)
    {
        for (const auto* text : {&theme.title, &theme.definition, &theme.inclusion}) add(*text);
        for (const auto& sub_theme : theme.sub_themes)
            for (const auto* text : {&sub_theme.title, &sub_theme.definition}) add(*text);
        for (const auto& quote : theme.quotes) add(quote.text);
    }
    return sum;
}

} // namespace verbatim::analyze_bulk::themes

#include "themes/model_output.hpp"

#include "verbatim/feedback/list_output.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::analyze_bulk::themes {

namespace json = boost::json;

namespace {

/// The index of an item with a number from 1 to `count`.
std::optional<std::size_t> index_of(const json::value* value, std::size_t count)
{
    const auto number = value ? feedback::whole_number(*value) : std::nullopt;
    if (!number || *number < 1 || std::cmp_greater(*number, count)) return std::nullopt;
    return static_cast<std::size_t>(*number - 1);
}

std::string text_of(const json::object& object, std::string_view key, std::size_t max_length)
{
    const auto* value = object.if_contains(key);
    const auto* text  = value ? value->if_string() : nullptr;
    if (!text) return {};
    const auto line = feedback::on_one_line(*text);
    return std::string{sdk::utf8::trimmed(sdk::utf8::first_code_points(sdk::utf8::trimmed(line), max_length))};
}

/// Titles that were read so far, without regard to ASCII case.
class title_set
{
public:
    bool add(std::string_view title) { return !title.empty() && titles_.insert(sdk::ascii::lowercase(title)).second; }

private:
    std::set<std::string, std::less<>> titles_;
};

/// The sub-themes of a theme, without one that repeats its title.
std::vector<sub_theme> sub_themes_of(const json::object& object, std::string_view title_of_theme)
{
    std::vector<sub_theme> result;
    title_set              titles;
    titles.add(title_of_theme);
    const auto* entries = feedback::array_member(object, "sub_themes");
    if (!entries) return result;
    for (const auto& entry : *entries)
    {
        const auto* fields = entry.if_object();
        if (!fields || result.size() == max_sub_themes) continue;
        auto title = text_of(*fields, "title", max_title_length);
        if (titles.add(title))
            result.push_back({std::move(title), text_of(*fields, "definition", max_definition_length)});
    }
    return result;
}

/// The ids of a list: texts or whole numbers.
std::optional<theme_reference> reference_of(const json::value& id, const std::vector<theme>& themes)
{
    if (const auto* text = id.if_string()) return find_theme(themes, *text);
    const auto number = feedback::whole_number(id);
    return number ? find_theme(themes, std::to_string(*number)) : std::nullopt;
}

std::vector<theme_reference> references_of(const json::object& entry, const std::vector<theme>& themes,
                                           std::size_t& dropped)
{
    std::set<theme_reference> references;
    const auto*               ids = feedback::array_member(entry, "themes");
    if (!ids) return {};
    for (const auto& id : *ids)
    {
        const auto reference = reference_of(id, themes);
        if (!reference || !references.insert(*reference).second) ++dropped;
    }
    return {references.begin(), references.end()};
}

/// The different numbers from 1 to `count`.
std::vector<std::int64_t> numbers_of(const json::array& values, std::size_t count, std::size_t& dropped)
{
    std::set<std::int64_t> numbers;
    for (const auto& value : values)
    {
        const auto index = index_of(&value, count);
        if (!index || !numbers.insert(static_cast<std::int64_t>(*index + 1)).second) ++dropped;
    }
    return {numbers.begin(), numbers.end()};
}

void read_quotes(const json::array& entries, const std::vector<theme>& themes, read_assignments& result)
{
    for (const auto& entry : entries)
    {
        const auto* fields   = entry.if_object();
        const auto* id       = fields ? fields->if_contains("theme") : nullptr;
        const auto  theme    = id ? reference_of(*id, themes) : std::nullopt;
        const auto  record   = fields ? index_of(fields->if_contains("record"), result.records.size()) : std::nullopt;
        const auto  sentence = fields ? index_of(fields->if_contains("sentence"), 1'000'000) : std::nullopt;
        if (theme && record && sentence) result.quotes.push_back({*theme, *record, *sentence});
        else ++result.dropped;
    }
}

/// The value of each dimension. None unless the entry names exactly one of each, and nothing else.
std::optional<std::vector<dimensions::value_number>> values_of(const json::object&                    entry,
                                                               std::span<const dimensions::dimension> dimensions)
{
    const auto* names = feedback::array_member(entry, "values");
    if (!names || names->size() != dimensions.size()) return std::nullopt;
    std::vector<std::optional<dimensions::value_number>> found(dimensions.size());
    for (const auto& name : *names)
    {
        const auto* text      = name.if_string();
        const auto  reference = text ? dimensions::find_value(dimensions, *text) : std::nullopt;
        if (!reference || found[reference->dimension]) return std::nullopt;
        found[reference->dimension] = reference->value;
    }
    std::vector<dimensions::value_number> values;
    for (const auto& value : found) values.push_back(*value);
    return values;
}

} // namespace

void declare(sdk::schema_builder& schema, theme_candidate& candidate)
{
    schema.name("ThemeCandidate", "A theme of these records.");
    schema.field("title", candidate.title, "A few words.");
    schema.field("definition", candidate.definition, "One sentence.");
    schema.field("records", candidate.records, "Numbers of a few records that hold it.");
}

void declare(sdk::schema_builder& schema, candidate_list& list)
{
    schema.name("ThemeCandidates", "The themes of a chunk.");
    schema.field("themes", list.themes, "The themes, the most important first.");
}

void declare(sdk::schema_builder& schema, record_themes& entry)
{
    schema.name("RecordThemes", "The themes of a record.");
    schema.field("record", entry.record, "Number of the record.");
    schema.field("themes", entry.themes, "Ids of its themes; empty if none fits.");
}

void declare(sdk::schema_builder& schema, typical_sentence& entry)
{
    schema.name("TypicalSentence", "A sentence that is typical of a theme.");
    schema.field("theme", entry.theme, "Id of the theme.");
    schema.field("record", entry.record, "Number of the record.");
    schema.field("sentence", entry.sentence, "Number of the sentence in the record.");
}

void declare(sdk::schema_builder& schema, assignment_list& list)
{
    schema.name("ThemeAssignments", "The themes of the records of a batch.");
    schema.field("assignments", list.assignments, "One entry for each record.");
    schema.field("quotes", list.quotes, "At most one typical sentence for each theme.");
}

void declare(sdk::schema_builder& schema, record_reading& entry)
{
    schema.name("RecordReading", "The themes of a record, and its values.");
    schema.field("record", entry.record, "Number of the record.");
    schema.field("themes", entry.themes, "Ids of its themes; empty if none fits.");
    schema.field("values", entry.values, "Ids of its values, one of each list.");
}

void declare(sdk::schema_builder& schema, reading_list& list)
{
    schema.name("RecordReadings", "The themes and values of the records of a batch.");
    schema.field("assignments", list.assignments, "One entry for each record.");
    schema.field("quotes", list.quotes, "At most one typical sentence for each theme.");
}

std::string write_assignments(assignment_list list, std::span<const std::vector<std::string>> values)
{
    if (values.empty()) return sdk::to_json(list);
    reading_list result{.assignments = {}, .quotes = std::move(list.quotes)};
    for (std::size_t n = 0; n != list.assignments.size(); ++n)
        result.assignments.push_back({list.assignments[n].record, std::move(list.assignments[n].themes), values[n]});
    return sdk::to_json(result);
}

std::optional<read_candidates> parse_candidates(std::string_view output, std::size_t records)
{
    const feedback::list_output parsed{output};
    const auto*                 entries = parsed.list("themes");
    if (!entries) return std::nullopt;

    read_candidates result;
    title_set       titles;
    for (const auto& entry : *entries)
    {
        const auto* fields = entry.if_object();
        if (!fields || result.themes.size() == max_candidates) continue;
        theme_candidate candidate{
            text_of(*fields, "title", max_title_length), text_of(*fields, "definition", max_definition_length), {}};
        const auto* numbers = feedback::array_member(*fields, "records");
        if (numbers) candidate.records = numbers_of(*numbers, records, result.dropped);
        const bool invented = numbers && !numbers->empty() && candidate.records.empty();
        if (!invented && titles.add(candidate.title)) result.themes.push_back(std::move(candidate));
    }
    return result;
}

std::optional<std::vector<theme>> parse_themes(std::string_view output, std::size_t max_themes)
{
    const feedback::list_output parsed{output};
    const auto*                 entries = parsed.list("themes");
    if (!entries) return std::nullopt;

    std::vector<theme> result;
    title_set          titles;
    for (const auto& entry : *entries)
    {
        const auto* fields = entry.if_object();
        if (!fields || result.size() == max_themes) continue;
        auto title = text_of(*fields, "title", max_title_length);
        if (titles.add(title))
        {
            auto sub_themes = sub_themes_of(*fields, title);
            result.push_back({std::move(title), text_of(*fields, "definition", max_definition_length),
                              text_of(*fields, "inclusion", max_definition_length), std::move(sub_themes)});
        }
    }
    return result;
}

std::optional<read_assignments> parse_assignments(std::string_view output, const std::vector<theme>& themes,
                                                  std::size_t                            records,
                                                  std::span<const dimensions::dimension> dimensions)
{
    const feedback::list_output parsed{output};
    const auto*                 entries = parsed.list("assignments");
    if (!entries) return std::nullopt;

    read_assignments result;
    result.records.resize(records);
    if (!dimensions.empty()) result.values.resize(records);
    for (const auto& entry : *entries)
    {
        const auto* fields = entry.if_object();
        const auto  record = fields ? index_of(fields->if_contains("record"), records) : std::nullopt;
        if (!record || result.records[*record])
        {
            ++result.dropped;
            continue;
        }
        result.records[*record] = references_of(*fields, themes, result.dropped);
        if (!dimensions.empty()) result.values[*record] = values_of(*fields, dimensions);
    }
    const auto has_themes = [](const auto& references) { return references && !references->empty(); };
    const bool is_answer  = std::ranges::any_of(result.records, [](const auto& entry) { return entry.has_value(); });
    const bool has_theme  = std::ranges::any_of(result.records, has_themes);
    if (records != 0 && (!is_answer || (!has_theme && result.dropped != 0 && !themes.empty()))) return std::nullopt;
    if (const auto* quotes = parsed.member("quotes")) read_quotes(*quotes, themes, result);
    return result;
}

} // namespace verbatim::analyze_bulk::themes

namespace verbatim::analyze_bulk::themes::longest {

namespace {

/// Of a text besides itself: the name of its member, quotes and braces.
constexpr std::size_t frame = 40;

/// Makes the texts of an entry, as long as they are read, until its share of the output is used.
class entry_texts
{
public:
    entry_texts(std::size_t entries, std::size_t max_characters)
        : left_{max_characters / entries}
    {}

    /// Differs from those with other numbers.
    std::string title(std::size_t number)
    {
        auto title = std::to_string(number);
        title.resize(std::max(title.size(), take(max_title_length)), 'a');
        return title;
    }

    std::string definition() { return std::string(take(max_definition_length), 'a'); }

    bool has_room() const noexcept { return left_ >= 2 * frame; }

private:
    std::size_t take(std::size_t max_length)
    {
        const auto length = std::min(max_length, left_ > frame ? left_ - frame : 0);
        left_ -= std::min(left_, length + frame);
        return length;
    }

    std::size_t left_;
};

} // namespace

std::string candidates(std::size_t max_characters)
{
    candidate_list list;
    for (std::size_t n = 1; n <= max_candidates; ++n)
    {
        entry_texts texts{max_candidates, max_characters};
        auto&       candidate = list.themes.emplace_back();
        candidate.title       = texts.title(n);
        candidate.definition  = texts.definition();
        candidate.records     = {1};
    }
    return sdk::to_json(list);
}

std::string themes(std::size_t max_themes, std::size_t max_characters)
{
    theme_list list;
    for (std::size_t n = 1; n <= max_themes; ++n)
    {
        entry_texts texts{max_themes, max_characters};
        auto&       theme = list.themes.emplace_back();
        theme.title       = texts.title(n);
        theme.definition  = texts.definition();
        theme.inclusion   = texts.definition();
        for (std::size_t m = 1; m <= max_sub_themes && texts.has_room(); ++m)
        {
            auto& sub_theme      = theme.sub_themes.emplace_back();
            sub_theme.title      = texts.title(max_themes + m); // not that of a theme
            sub_theme.definition = texts.definition();
        }
    }
    auto output = sdk::to_json(list);
    // The next level of the reduce gets the output as it is, with its spaces.
    output.resize(std::max(output.size(), max_characters), ' ');
    return output;
}

std::string assignments(const std::vector<theme>& themes, std::size_t records, std::size_t max_characters,
                        bool reads_rest_again, std::span<const dimensions::dimension> dimensions)
{
    constexpr std::size_t    theme_size = 8;  // of an id in a list
    constexpr std::size_t    entry_size = 80; // of a quote, or of a record without its list
    record_themes            every{.record = 0, .themes = {}};
    assignment_list          list;
    std::vector<std::string> sub_themes;
    for (std::size_t n = 0; n != themes.size(); ++n)
    {
        every.themes.push_back(id_of({.theme = n, .sub_theme = {}}));
        list.quotes.push_back({.theme = every.themes.back(), .record = 1, .sentence = 1});
        for (std::size_t m = 0; m != themes[n].sub_themes.size(); ++m)
            sub_themes.push_back(id_of({.theme = n, .sub_theme = m}));
    }
    std::vector<std::string> last_values; // the longest labels
    for (std::size_t n = 0; n != dimensions.size(); ++n)
        last_values.push_back(dimensions::label_of(n, dimensions[n].values.size()));
    const auto size = entry_size * (themes.size() + 1) + theme_size * (themes.size() + dimensions.size());
    for (std::size_t n = 1; n <= records && (n == 1 || n * size <= max_characters); ++n)
    {
        every.record = static_cast<std::int64_t>(n);
        list.assignments.push_back(every);
        if (n == 1) std::ranges::move(sub_themes, std::back_inserter(list.assignments.front().themes));
    }
    const std::vector<std::vector<std::string>> values(dimensions.empty() ? 0 : list.assignments.size(), last_values);
    auto                                        output = write_assignments(list, values);
    if (!reads_rest_again) return output;
    const auto length = output.size();
    for (auto& entry : list.assignments) entry.themes.clear();
    output = write_assignments(std::move(list), values);
    output.resize(length, ' ');
    return output;
}

} // namespace verbatim::analyze_bulk::themes::longest

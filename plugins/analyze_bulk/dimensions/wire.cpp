#include "dimensions/wire.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace verbatim::analyze_bulk::dimensions {

/// etc/dimensions.json, made by the build.
extern const char* const shipped_lists;

namespace {

namespace json = boost::json;

constexpr std::size_t max_id_length   = 64;
constexpr std::size_t max_title       = 120;
constexpr std::size_t max_text_length = 300;
constexpr std::size_t max_examples    = 5;

constexpr std::array<std::string_view, 3> list_ids{"type_of_feedback", "stance", "urgency"};

constexpr std::string_view id_of(shipped_list list) { return list_ids[static_cast<std::size_t>(list)]; }

std::string text_of(const json::value& from, std::string_view key)
{
    const auto* text = from.as_object().if_contains(key);
    return text ? std::string{std::string_view{text->as_string()}} : std::string{};
}

const json::value& shipped_file()
{
    static const auto& file = *new json::value(json::parse(shipped_lists));
    return file;
}

/// The lists as they are in the file, with titles in one language.
std::vector<dimension> read_lists(text_analysis::language language)
{
    const auto& file = shipped_file();
    const auto  code = text_analysis::language_codes[text_analysis::index(language)];

    std::vector<dimension> lists;
    for (const auto& list : file.at("lists").as_array())
    {
        auto& dimension         = lists.emplace_back();
        dimension.id            = text_of(list, "id");
        dimension.title         = text_of(list.at("title"), code);
        dimension.definition    = text_of(list, "definition");
        dimension.unclear_title = text_of(file.at("unclear"), code);
        for (const auto& value : list.at("values").as_array())
        {
            auto& entry = dimension.values.emplace_back();
            entry       = {text_of(value, "id"), text_of(value.at("title"), code), text_of(value, "definition"), {}};
            if (const auto* examples = value.as_object().if_contains("examples"))
                for (const auto& example : examples->as_array()) entry.examples.emplace_back(example.as_string());
        }
    }
    return lists;
}

std::string id_in_response(const requested_dimension& dimension)
{
    if (dimension.id) return *dimension.id;
    return dimension.list ? std::string{id_of(*dimension.list)} : std::string{};
}

bool is_unclear(const requested_value& value) { return sdk::ascii::lowercase(value.id) == unclear_id; }

/// Ids are parts of other ids and of names of columns.
bool is_plain(std::string_view id)
{
    return std::ranges::all_of(id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.';
    });
}

void check_id(const std::string& id, std::set<std::string>& ids, const std::string& field,
              sdk::validation_issues& issues)
{
    if (!is_plain(id)) issues.add(field + ".id", "Ids should have letters, digits, `_`, `-` and `.` only");
    if (!ids.insert(sdk::ascii::lowercase(id)).second) issues.add(field + ".id", "Ids should differ");
}

void check_values(const requested_dimension& dimension, const std::string& field, sdk::validation_issues& issues)
{
    std::set<std::string> ids, titles;
    std::size_t           count = 0;
    for (std::size_t n = 0; n != dimension.values.size(); ++n)
    {
        const auto& value = dimension.values[n];
        const auto  place = field + ".values[" + std::to_string(n) + "]";
        check_id(value.id, ids, place, issues);
        const auto title = sdk::utf8::trimmed(value.title);
        if (title.empty()) issues.add(place + ".title", "Titles should not be blank");
        else if (!titles.insert(sdk::ascii::lowercase(title)).second)
            issues.add(place + ".title", "Titles should differ");
        for (std::size_t e = 0; e != value.examples.size(); ++e)
            if (sdk::utf8::count_code_points(value.examples[e]) > max_text_length)
                issues.add(place + ".examples[" + std::to_string(e) + "]",
                           "Examples should have at most 300 characters");
        if (!is_unclear(value)) ++count;
    }
    if (count < 2 || count > max_values)
        issues.add(field + ".values", "Lists should have 2 to 20 values beside `unclear`");
}

void check(const requested_dimension& dimension, const std::string& field, bool is_read, sdk::validation_issues& issues)
{
    if (!is_read && dimension.list) issues.add(field + ".list", "Values should be sent with `read_dimensions` false");
    if (dimension.list)
    {
        if (!dimension.values.empty()) issues.add(field + ".values", "Values should be sent without `list`");
        if (*dimension.list == shipped_list::stance && sdk::utf8::trimmed(dimension.proposition).empty())
            issues.add(field + ".proposition", "The list `stance` should have a proposition");
        return;
    }
    if (!dimension.id) issues.add(field + ".id", "Dimensions should have an id or a `list`");
    if (sdk::utf8::trimmed(dimension.title.value_or("")).empty())
        issues.add(field + ".title", "Dimensions should have a title or a `list`");
    check_values(dimension, field, issues);
}

} // namespace

sdk::enum_values declare(shipped_list)
{
    return {"ShippedDimension",
            {{"type_of_feedback", shipped_list::type_of_feedback,
              "Question, request or suggestion, complaint, praise, rumour or belief, report of an incident."},
             {"stance", shipped_list::stance, "For, against or mixed, towards a proposition."},
             {"urgency", shipped_list::urgency, "How soon somebody has to act."}}};
}

void declare(sdk::schema_builder& schema, requested_value& value)
{
    schema.name("DimensionValueOfRequest", "A value of a dimension.");
    schema.required("id", value.id, "Id in the response: letters, digits, `_`, `-` and `.`.")
        .at_least(1)
        .at_most(max_id_length)
        .example("radio");
    schema.required("title", value.title, "A few words.").at_least(1).at_most(max_title).example("Radio");
    schema.optional("definition", value.definition, "Which records have it.").at_most(max_text_length);
    schema.optional("examples", value.examples, "Texts that have it, of at most 300 characters each.")
        .at_most(max_examples);
    schema.optional("record_ids", value.record_ids,
                    "Ids of the records with the value, as in a response. Read only if `read_dimensions` is false.");
}

void declare(sdk::schema_builder& schema, requested_dimension& dimension)
{
    schema.name("DimensionOfRequest",
                "A closed list of which every record has one value: a list of the server, or values of the caller. A "
                "dimension of a response is one.");
    schema.optional("list", dimension.list, "A list of the server. Null: that of `values`.");
    schema.optional("id", dimension.id, "Id in the response. Null: the name of `list`.")
        .at_least(1)
        .at_most(max_id_length)
        .example("stance");
    schema.optional("title", dimension.title, "Its name; required without `list`.").at_least(1).at_most(max_title);
    schema.optional("definition", dimension.definition, "What is read from the records.").at_most(max_text_length);
    schema
        .optional("proposition", dimension.proposition,
                  "The statement towards which the values are a stance; required with list `stance`.")
        .at_most(max_text_length);
    schema.optional("values", dimension.values, "2 to 20 values. `unclear` always exists.").at_most(max_values + 1);
}

void check_requested(std::span<const requested_dimension> dimensions, bool are_read, sdk::validation_issues& issues)
{
    std::set<std::string> ids;
    for (std::size_t n = 0; n != dimensions.size(); ++n)
    {
        const auto field = "dimensions[" + std::to_string(n) + "]";
        check_id(id_in_response(dimensions[n]), ids, field, issues);
        check(dimensions[n], field, are_read, issues);
    }
}

const std::vector<dimension>& lists_of_server()
{
    static const auto& lists = *new std::vector<dimension>(read_lists(text_analysis::language::english));
    return lists;
}

const std::vector<std::pair<std::size_t, std::string>>& cues_of_type()
{
    static const auto& result = *[] {
        auto*       cues   = new std::vector<std::pair<std::size_t, std::string>>;
        const auto& values = shipped_file().at("lists").at(0).at("values").as_array();
        for (std::size_t n = 0; n != values.size(); ++n)
            for (const auto& cue : values[n].at("cues").as_array()) cues->emplace_back(n, cue.as_string());
        return cues;
    }();
    return result;
}

std::vector<dimension> dimensions_of(std::span<const requested_dimension> requested, text_analysis::language language)
{
    const auto             lists = read_lists(language);
    std::vector<dimension> result;
    for (const auto& from : requested)
    {
        dimension to;
        if (from.list) to = *std::ranges::find(lists, id_of(*from.list), &dimension::id);
        else to.unclear_title = lists.front().unclear_title;
        to.id          = id_in_response(from);
        to.title       = from.title.value_or(to.title);
        to.proposition = from.proposition;
        if (!from.definition.empty()) to.definition = from.definition;
        for (const auto& value : from.values)
            if (is_unclear(value)) to.unclear_title = value.title;
            else to.values.push_back({value.id, value.title, value.definition, value.examples});
        result.push_back(std::move(to));
    }
    return result;
}

std::vector<std::optional<std::vector<value_number>>> known_values(std::span<const requested_dimension>     requested,
                                                                   std::span<const feedback::record* const> records)
{
    constexpr auto                                        several = std::string::npos;
    std::vector<std::optional<std::vector<value_number>>> result(records.size(), std::vector<value_number>{});
    for (const auto& dimension : requested)
    {
        std::unordered_map<std::string_view, value_number> values;
        value_number                                       next = 1;
        for (const auto& value : dimension.values)
        {
            const auto number = is_unclear(value) ? value_number{0} : next++;
            for (const auto& id : value.record_ids)
                if (const auto [entry, is_new] = values.try_emplace(id, number); !is_new && entry->second != number)
                    entry->second = several;
        }
        for (std::size_t n = 0; n != records.size(); ++n)
        {
            const auto found = values.find(records[n]->id);
            if (found == values.end() || found->second == several) result[n].reset();
            else if (result[n]) result[n]->push_back(found->second);
        }
    }
    return result;
}

void declare(sdk::schema_builder& schema, theme_count& entry)
{
    schema.name("ThemeValueCount", "Records of a theme that have a value.");
    schema.field("id", entry.id, "Id of the theme.").example("T1");
    schema.field("count", entry.count, "Number of records.").at_least(0);
}

void declare(sdk::schema_builder& schema, value_entry& entry)
{
    schema.name("DimensionValue", "A value of a dimension, with its records.");
    schema.field("id", entry.id, "Its id.").example("complaint");
    schema.field("title", entry.title, "A few words.").example("Complaint");
    schema.field("definition", entry.definition, "Which records have it. Absent without one.").absent_if_null();
    schema.field("examples", entry.examples, "Texts that have it. Absent without any.").absent_if_null();
    schema.field("record_count", entry.record_count, "Number of records with the value.").at_least(0);
    schema.field("share", entry.share, "`record_count` divided by all records with content.").at_least(0).at_most(1);
    schema.field("record_ids", entry.record_ids, "Ids of these records.");
    schema.field("record_ids_omitted", entry.record_ids_omitted, "Ids that the limit left out. Absent without any.")
        .absent_if_null();
    schema.field("by_theme", entry.by_theme, "The records of each theme that have the value.");
}

void declare(sdk::schema_builder& schema, dimension_entry& entry)
{
    schema.name("Dimension", "A closed list of which every record has one value.");
    schema.field("id", entry.id, "Its id.").example("type_of_feedback");
    schema.field("title", entry.title, "Its name.").example("Type of feedback");
    schema.field("definition", entry.definition, "What is read from the records. Absent without one.").absent_if_null();
    schema
        .field("proposition", entry.proposition,
               "The statement towards which the values are a stance. Absent without one.")
        .absent_if_null();
    schema.field("values", entry.values, "Its values in their order; `unclear` is the last.");
    schema.field("unread_count", entry.unread_count, "Records of which no value could be read.").at_least(0);
}

} // namespace verbatim::analyze_bulk::dimensions

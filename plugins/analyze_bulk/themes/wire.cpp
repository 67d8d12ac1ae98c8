#include "themes/wire.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <set>
#include <utility>

namespace verbatim::analyze_bulk::themes {

namespace {

constexpr std::size_t max_id_length = 64;
constexpr std::size_t max_examples  = 5;

/// Calls `visit` with each text of a theme, requested or not, and of its sub-themes.
template <class Theme, class Visit>
void for_each_text(Theme& theme, Visit visit)
{
    for (auto* text : {&theme.title, &theme.definition, &theme.inclusion, &theme.exclusion}) visit(*text);
    for (auto& example : theme.examples) visit(example);
    for (auto& sub_theme : theme.sub_themes)
        for (auto* text : {&sub_theme.title, &sub_theme.definition}) visit(*text);
}

void declare_names(sdk::schema_builder& schema, std::optional<std::string>& id, std::string& title,
                   std::string& definition)
{
    schema.optional("id", id, "Id in the response. Null: `T` and the number of its place, such as `T1` or `T1.2`.")
        .at_least(1)
        .at_most(max_id_length)
        .example("T1");
    schema.required("title", title, "A few words.").at_least(1).at_most(max_title_length).example("Medicine shortages");
    schema.optional("definition", definition, "Its meaning.").at_most(max_definition_length);
}

class name_check
{
public:
    explicit name_check(sdk::validation_issues& issues)
        : issues_{issues}
    {}

    void add_id(std::string id, const std::string& field)
    {
        if (!ids_.insert(std::move(id)).second) issues_.add(field + ".id", "Ids of themes should differ");
    }

    /// `titles` are those beside this one.
    void add_title(std::set<std::string>& titles, std::string_view title, const std::string& field)
    {
        const auto text = sdk::utf8::trimmed(title);
        if (text.empty()) issues_.add(field + ".title", "Titles should not be blank");
        else if (!titles.insert(sdk::ascii::lowercase(text)).second)
            issues_.add(field + ".title", "Titles should differ");
    }

private:
    sdk::validation_issues& issues_;
    std::set<std::string>   ids_;
};

constexpr sdk::literal ids_description = "Ids of all its records, in request order.";
constexpr sdk::literal omitted_description =
    "Number of ids that are left out because the response would be too large. Absent if there are none.";

template <class Entry>
void declare_records(sdk::schema_builder& schema, Entry& entry)
{
    schema.field("record_ids", entry.record_ids, ids_description);
    schema.field("record_ids_omitted", entry.record_ids_omitted, omitted_description).absent_if_null().at_least(1);
}

template <class Entry>
void declare_count(sdk::schema_builder& schema, Entry& entry)
{
    schema.field("record_count", entry.record_count, "Number of records that hold it.").at_least(0).example("120");
    schema.field("share", entry.share, "Share of the records with content, with four decimals.")
        .at_least(0)
        .at_most(1)
        .example("0.4");
}

} // namespace

void declare(sdk::schema_builder& schema, requested_sub_theme& theme)
{
    schema.name("SubThemeOfRequest", "A narrower theme inside a theme of the request.");
    declare_names(schema, theme.id, theme.title, theme.definition);
}

void declare(sdk::schema_builder& schema, requested_theme& theme)
{
    schema.name("ThemeOfRequest", "A theme against which the records are read. A theme of a response is one.");
    declare_names(schema, theme.id, theme.title, theme.definition);
    schema.optional("inclusion", theme.inclusion, "Criteria by which a record belongs to it.")
        .at_most(max_definition_length);
    schema.optional("exclusion", theme.exclusion, "What does not belong to it.").at_most(max_definition_length);
    schema.optional("examples", theme.examples, "Texts that belong to it, of at most 300 characters each.")
        .at_most(max_examples);
    schema.optional("sub_themes", theme.sub_themes, "Narrower themes.").at_most(max_requested_sub_themes);
}

std::string requested_id(const std::optional<std::string>& id, const theme_reference& place)
{
    return id ? *id : id_of(place);
}

void check_requested(std::span<const requested_theme> themes, sdk::validation_issues& issues)
{
    name_check            check{issues};
    std::set<std::string> titles;
    for (std::size_t n = 0; n != themes.size(); ++n)
    {
        const auto& theme = themes[n];
        const auto  field = "themes[" + std::to_string(n) + "]";
        check.add_id(requested_id(theme.id, {.theme = n, .sub_theme = {}}), field);
        check.add_title(titles, theme.title, field);
        for (std::size_t e = 0; e != theme.examples.size(); ++e)
            if (sdk::utf8::count_code_points(theme.examples[e]) > max_definition_length)
                issues.add(field + ".examples[" + std::to_string(e) + "]",
                           "Examples should have at most 300 characters");
        std::set<std::string> sub_titles;
        for (std::size_t s = 0; s != theme.sub_themes.size(); ++s)
        {
            const auto& sub_theme = theme.sub_themes[s];
            const auto  sub_field = field + ".sub_themes[" + std::to_string(s) + "]";
            check.add_id(requested_id(sub_theme.id, {.theme = n, .sub_theme = s}), sub_field);
            check.add_title(sub_titles, sub_theme.title, sub_field);
        }
    }
}

std::vector<std::string_view> texts_of(std::span<const requested_theme> themes)
{
    std::vector<std::string_view> texts;
    for (const auto& theme : themes) for_each_text(theme, [&](std::string_view text) { texts.push_back(text); });
    return texts;
}

std::vector<theme> themes_of(std::span<const requested_theme> requested, const feedback::redaction& redaction,
                             std::size_t first_text)
{
    std::vector<theme> themes;
    for (const auto& from : requested)
    {
        auto& theme     = themes.emplace_back();
        theme.id        = requested_id(from.id, {.theme = themes.size() - 1, .sub_theme = {}});
        theme.requested = &from;
        theme.examples.resize(from.examples.size());
        for (const auto& sub_theme : from.sub_themes)
        {
            const theme_reference place{.theme = themes.size() - 1, .sub_theme = theme.sub_themes.size()};
            theme.sub_themes.push_back(
                {.title = {}, .definition = {}, .id = requested_id(sub_theme.id, place), .requested = &sub_theme});
        }
        for_each_text(theme, [&](std::string& text) {
            text = feedback::on_one_line(redaction.unescaped_text(first_text++).text());
        });
    }
    return themes;
}

void declare(sdk::schema_builder& schema, quote_entry& entry)
{
    schema.name("ThemeQuote", "A sentence of a record, copied by the server.");
    schema.field("record_id", entry.record_id, "Id of the record.").example("Form-00017");
    schema
        .field("text", entry.text,
               "The sentence as plain text. Names of persons are placeholders; a long sentence is cut and ends with "
               "an ellipsis.")
        .example("The clinic ran out of insulin twice this month.");
}

void declare(sdk::schema_builder& schema, period_entry& entry)
{
    schema.name("ThemePeriod", "Number of records of a theme in a period.");
    schema.field("period", entry.period, "Label of the period.").example("2026-W10");
    schema.field("count", entry.count, "Number of records.").at_least(1).example("12");
}

void declare(sdk::schema_builder& schema, sub_theme_entry& entry)
{
    schema.name("SubTheme", "A narrower theme inside a theme.");
    schema.field("id", entry.id, "Id in this response.").example("T1.1");
    schema.field("title", entry.title, "A few words.").example("Insulin");
    schema.field("definition", entry.definition, "Its meaning.");
    declare_count(schema, entry);
    declare_records(schema, entry);
}

void declare(sdk::schema_builder& schema, theme_entry& entry)
{
    schema.name("Theme", "A theme of the corpus. A model or the request names it; the server counts its records.");
    schema.field("id", entry.id, "Id in this response; that of the request, if it has the theme.").example("T1");
    schema.field("title", entry.title, "A few words.").example("Medicine shortages");
    schema.field("definition", entry.definition, "Meaning of the theme.");
    schema.field("inclusion", entry.inclusion, "Criteria by which a record belongs to it.");
    schema.field("exclusion", entry.exclusion, "What does not belong to it. Absent unless the request has it.")
        .absent_if_null();
    schema.field("examples", entry.examples, "Texts that belong to it. Absent unless the request has them.")
        .absent_if_null();
    schema.field("new", entry.is_new, "True if a model named it beside the themes of the request. Otherwise absent.")
        .absent_if_null();
    schema
        .field("far_from_question", entry.is_far_from_question,
               "True if the built-in model found the theme, and it is far from the question; such themes are listed "
               "last. Otherwise absent.")
        .absent_if_null();
    schema.field("sub_themes", entry.sub_themes, "Narrower themes; a record may be in several or in none of them.");
    declare_count(schema, entry);
    declare_records(schema, entry);
    schema.field("periods", entry.periods, "Records of the theme by period, ascending; only periods with records.");
    schema.field("first_seen", entry.first_seen, "Earliest date of its records. Null without a dated record.")
        .example("2026-03-02");
    schema.field("quotes", entry.quotes, "At most three typical sentences, of different records.");
    schema.field("changes", entry.changes, "Changes over time that chance does not explain.");
    schema
        .field("suppressed_over_time", entry.is_suppressed_over_time,
               "True if periods, first date and changes are left out because they would reveal a suppressed count. "
               "Otherwise absent.")
        .absent_if_null();
}

sdk::enum_values declare(unassigned_reason)
{
    return {"UnassignedReason",
            {{"no_theme", unassigned_reason::no_theme, "No theme fits the record."},
             {"batch_failed", unassigned_reason::batch_failed, "The model call about the record failed."},
             {"not_answered", unassigned_reason::not_answered, "The model's answer leaves the record out."},
             {"out_of_time", unassigned_reason::out_of_time, "No time was left to read the record."}}};
}

void declare(sdk::schema_builder& schema, unassigned_entry& entry)
{
    schema.name("UnassignedRecords", "Records that are in no theme, for one reason.");
    schema.field("reason", entry.reason, "Why they are in no theme.");
    schema.field("record_count", entry.record_count, "Number of these records.").at_least(1);
    declare_records(schema, entry);
}

} // namespace verbatim::analyze_bulk::themes

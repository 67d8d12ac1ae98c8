#include "themes/wire.hpp"

namespace verbatim::analyze_bulk::themes {

namespace {

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

#include "wire.hpp"

#include "verbatim/feedback/period.hpp"
#include "verbatim/sdk/text.hpp"

namespace verbatim::analyze_bulk {

namespace {

void check_window(const day_window& window, sdk::validation_issues& issues)
{
    const auto from = feedback::parse_date(window.from), to = feedback::parse_date(window.to);
    if (!from) issues.add("from", "Input should be a day such as 2026-03-02");
    if (!to) issues.add("to", "Input should be a day such as 2026-03-02");
    if (from && to && *from > *to) issues.add("to", "Input should not be before 'from'");
}

bool is_length_within(const std::string& text, std::size_t limit)
{
    return !text.empty() && sdk::utf8::count_code_points(text) <= limit;
}

void check_comparison(const comparison_request& request, sdk::validation_issues& issues)
{
    if (request.windows.has_value() == (request.key || request.values))
        return issues.add("windows", "Input should have either 'windows', or 'key' and 'values'");
    if (request.windows)
    {
        const auto &first = request.windows->at(0), &second = request.windows->at(1);
        if (feedback::parse_date(first.from) <= feedback::parse_date(second.to) &&
            feedback::parse_date(second.from) <= feedback::parse_date(first.to))
            issues.add("windows", "Windows should not overlap");
        return;
    }
    if (!request.key || !is_length_within(*request.key, 128))
        issues.add("key", "Input should be a text of 1 to 128 characters");
    if (!request.values) return issues.add("values", "Field required");
    for (const auto& value : *request.values)
        if (!is_length_within(value, 256) || sdk::utf8::trimmed(value) != value)
            return issues.add("values", "Values should have 1 to 256 characters without blanks around them");
    if (request.values->at(0) == request.values->at(1)) issues.add("values", "Values should differ");
}

template <class Entry>
void declare_subject(sdk::schema_builder& schema, Entry& entry)
{
    schema.field("kind", entry.kind, "Whether it is a theme or a code.");
    schema.field("id", entry.id, "Id of the theme, or label of the code.").example("T1");
    schema.field("title", entry.title, "Title of the theme, or label of the code.").example("Medicine shortages");
}

} // namespace

void declare(sdk::schema_builder& schema, day_window& window)
{
    schema.name("DayWindow", "Days of the date field, both inclusive.");
    schema.required("from", window.from, "First day.").at_least(10).at_most(10).example("2026-01-01");
    schema.required("to", window.to, "Last day.").at_least(10).at_most(10).example("2026-03-31");
    schema.rule(&check_window);
}

void declare(sdk::schema_builder& schema, comparison_request& request)
{
    schema.name("ComparisonRequest", "Two groups of records: two windows, or two values of a metadata key.");
    schema.optional("windows", request.windows, "Two windows that do not overlap.").at_least(2).at_most(2);
    schema.optional("key", request.key, "Metadata key.").at_least(1).at_most(128).example("channel");
    schema.optional("values", request.values, "Two values of the key.")
        .at_least(2)
        .at_most(2)
        .example(R"(["radio","sms"])");
    schema.rule(&check_comparison);
}

void declare(sdk::schema_builder& schema, group_count& entry)
{
    schema.name("GroupCount", "Records of a theme or code in a group.");
    declare_subject(schema, entry);
    schema.field("count", entry.count, "Number of records. Null: suppressed.").at_least(0).example("12");
    schema.field("share", entry.share, "Share of the records of the group, with four decimals. Null: suppressed.")
        .at_least(0)
        .at_most(1)
        .example("0.24");
}

void declare(sdk::schema_builder& schema, value_breakdown& entry)
{
    schema.name("ValueBreakdown", "The records with one value of a metadata key.");
    schema.field("value", entry.value, "The value. Null: all records of no other group.").example("radio");
    schema.field("record_count", entry.record_count, "Number of records.").at_least(0).example("50");
    schema.field("counts", entry.counts, "Records of each theme and code, in the same order for each value.");
}

void declare(sdk::schema_builder& schema, key_breakdown& entry)
{
    schema.name("KeyBreakdown", "Counts of themes and codes by the values of a metadata key.");
    schema.field("key", entry.key, "The metadata key.").example("channel");
    schema.field("values", entry.values, "The values, most records first; the records of no other group last.");
}

void declare(sdk::schema_builder& schema, comparison_group& group)
{
    schema.name("ComparisonGroup", "A group of records that is compared.");
    schema.field("name", group.name, "Its value, or its first and last day.").example("2026-01-01/2026-03-31");
    schema.field("record_count", group.record_count, "Number of records. Null: suppressed.").at_least(0).example("50");
}

void declare(sdk::schema_builder& schema, difference& difference)
{
    schema.name("Difference", "The difference of the share of a theme or code between two groups.");
    declare_subject(schema, difference);
    schema.field("counts", difference.counts, "Records in the first and in the second group. Null: suppressed.")
        .at_least(2)
        .at_most(2)
        .example("[12,30]");
    schema.field("shares", difference.shares, "Shares of the records of the groups. Null: suppressed.")
        .at_least(2)
        .at_most(2)
        .example("[0.24,0.5]");
    schema.field("difference", difference.value, "Second share minus first share. Null if a count is suppressed.")
        .at_least(-1)
        .at_most(1);
    schema.field("low", difference.low, "Lower end of the 95 % interval of the difference.").at_least(-1).at_most(1);
    schema.field("high", difference.high, "Upper end of the 95 % interval of the difference.").at_least(-1).at_most(1);
    schema.field("p_value", difference.p_value, "Probability of such a difference by chance.").at_least(0).at_most(1);
    schema.field("significant", difference.significant,
                 "Whether it is more than chance, with a false discovery rate of 5 % over all themes and codes. "
                 "False if a count is suppressed.");
}

void declare(sdk::schema_builder& schema, comparison& comparison)
{
    schema.name("Comparison", "Differences between two groups of records.");
    schema.field("groups", comparison.groups, "The two groups.").at_least(2).at_most(2);
    schema.field("differences", comparison.differences, "The themes, then the most frequent codes.");
}

} // namespace verbatim::analyze_bulk

#include "dimensions/wire.hpp"

namespace verbatim::analyze_bulk::dimensions {

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

#include "wire.hpp"

#include <string_view>

namespace verbatim::suggest_codes {

namespace {

void declare_list(sdk::schema_builder& schema, record_list& records, std::string_view prefix,
                  std::string_view description)
{
    const std::string start{prefix};
    schema.field(start + "record_count", records.count, "Number of these records.").example("2");
    schema.field(start + "record_ids", records.ids, description).example(R"(["F-1", "F-2"])");
    schema.field(start + "record_ids_omitted", records.omitted, "Ids beyond the limit of a response.").example("0");
}

} // namespace

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("SuggestCodesRequest", "Records that no code of a framework fits.").example(R"({
  "feedback_records": [
    {"id": "F-1", "content": "The solar lamps stop working after a week."},
    {"id": "F-2", "content": "Our solar lamps broke, where can we repair them?"},
    {"id": "F-3", "content": "Thank you."}
  ],
  "coding_levels": {"root_codes": [
    {"id": "L1-items", "name": "Household items", "children": [
      {"id": "L2-blankets", "name": "Blankets", "children": []}]},
    {"id": "L1-water", "name": "Water", "children": []}]},
  "max_codes": 5
})");

    schema.required("feedback_records", request.records, "Records to find codes for, read in a single model call.")
        .at_least(1);
    schema
        .optional("coding_levels", request.coding_levels,
                  "Existing codes. Optional if the server has a coding framework (CODING_FRAMEWORK_PATH).")
        .reject_null();
    schema.optional("max_codes", request.max_codes, "Maximum number of proposed codes.").at_least(1).at_most(20);
}

void declare(sdk::schema_builder& schema, overlap& overlap)
{
    schema.name("CodeOverlap", "An existing code that is like a proposed code.");

    schema.field("id", overlap.id, "Id of the existing code.").example("L2-blankets");
    schema.field("names", overlap.names, "Its names from the first level.")
        .example(R"(["Household items", "Blankets"])");
    schema
        .field("similarity", overlap.similarity,
               "Similarity of the words, from 0 to 1, computed by the server. 1: the same name.")
        .example("0.31");
    schema.field("named_by_model", overlap.named_by_model, "Whether the model names it as similar.").example("true");
}

void declare(sdk::schema_builder& schema, proposed_code& code)
{
    schema.name("ProposedCode", "A code that a person may add to the framework.");

    schema
        .field("parent_id", code.parent_id,
               "Id of the existing code that it belongs under. Null for a code of the first level.")
        .example("L1-items");
    schema.field("parent_names", code.parent_names, "Names of that code from the first level.")
        .example(R"(["Household items"])");
    schema.field("name", code.name, "Name of the code.").example("Solar lamps");
    schema.field("definition", code.definition, "Meaning of the code.").example("Feedback on solar lamps.");
    schema.field("inclusion", code.inclusion, "Criteria for records with the code.")
        .example("Broken lamps, repairs and replacements.");
    declare_list(schema, code.records, "", "Ids of the records that the model names.");
    schema.field("overlaps", code.overlaps, "Existing codes that are like it, the most similar first.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("SuggestCodesResponse", "Proposed codes, to be decided on by a person.").example(R"({
  "proposed_codes": [{
    "parent_id": "L1-items", "parent_names": ["Household items"], "name": "Solar lamps",
    "definition": "Feedback on solar lamps.", "inclusion": "Broken lamps, repairs and replacements.",
    "record_count": 2, "record_ids": ["F-1", "F-2"], "record_ids_omitted": 0,
    "overlaps": [{"id": "L1-items", "names": ["Household items"], "similarity": 0.31, "named_by_model": true}]
  }],
  "unassigned_record_count": 1, "unassigned_record_ids": ["F-3"], "unassigned_record_ids_omitted": 0,
  "dropped_codes": 0, "dropped_references": 0
})");

    schema.field("proposed_codes", response.proposed_codes, "Proposed codes, in the order of the model.");
    declare_list(schema, response.unassigned, "unassigned_",
                 "Ids of the records with content that no proposed code names.");
    schema
        .field("dropped_codes", response.dropped_codes,
               "Proposals of the model without a name or a record, or beyond `max_codes`.")
        .example("0");
    schema
        .field("dropped_references", response.dropped_references,
               "Numbers of records or codes in the output of the model that do not exist or repeat.")
        .example("0");
}

} // namespace verbatim::suggest_codes

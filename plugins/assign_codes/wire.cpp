#include "wire.hpp"

namespace verbatim::assign_codes {

void declare_choice(sdk::schema_builder& schema, std::optional<framework>& coding_levels, int& max_codes,
                    std::optional<double>& confidence_threshold)
{
    schema
        .optional("coding_levels", coding_levels,
                  "Codes to choose from. Optional if the server has a coding framework (CODING_FRAMEWORK_PATH).")
        .reject_null();
    schema.optional("max_codes", max_codes, "Maximum number of codes of a record.").at_least(1).at_most(most_codes);
    schema
        .optional("confidence_threshold", confidence_threshold,
                  "Minimum score of each level of a code. Null disables the filter.")
        .at_least(0)
        .at_most(1);
}

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("AssignCodesRequest", "A feedback record and the codes to choose from.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."},
  "coding_levels": {"root_codes": [
    {"id": "L1-health", "name": "Health", "description": "Care at clinics and hospitals, and medicine.", "children": [
      {"id": "L2-med", "name": "Medicine", "exclude": ["prices"], "children": [
        {"id": "L3-stock", "name": "Stock-outs", "aliases": ["shortage"],
         "examples": ["There is no insulin at the clinic."]}]}]},
    {"id": "L1-water", "name": "Water", "include": ["wells and pumps"]}]},
  "max_codes": 1,
  "confidence_threshold": 0.1
})");

    schema.required("feedback_record", request.record, "Feedback record to code.");
    declare_choice(schema, request.coding_levels, request.max_codes, request.confidence_threshold);
}

void declare(sdk::schema_builder& schema, assigned_code& code)
{
    schema.name("AssignedCode", "A code with its scores. Without a code all fields except `explanation` are null.");

    schema.field("coding_level_1_id", code.level_id[0], "Id of the level 1 code, the broadest.").example("L1-health");
    schema.field("coding_level_1_name", code.level_name[0], "Name of the level 1 code.").example("Health");
    schema.field("coding_level_2_id", code.level_id[1], "Id of the level 2 code. Null if the code has one level.")
        .example("L2-med");
    schema.field("coding_level_2_name", code.level_name[1], "Name of the level 2 code. Null if the code has one level.")
        .example("Medicine");
    schema.field("coding_level_3_id", code.level_id[2], "Id of the level 3 code. Null if the code has fewer levels.")
        .example("L3-stock");
    schema
        .field("coding_level_3_name", code.level_name[2],
               "Name of the level 3 code. Null if the code has fewer levels.")
        .example("Stock-outs");
    schema
        .field("confidence_level_1", code.confidence[0], "Score of level 1 by the model, from 0 to 1; not calibrated.")
        .example("0.97");
    schema
        .field("confidence_level_2", code.confidence[1], "Score of level 2 by the model, from 0 to 1; not calibrated.")
        .example("0.95");
    schema
        .field("confidence_level_3", code.confidence[2], "Score of level 3 by the model, from 0 to 1; not calibrated.")
        .example("0.9");
    schema
        .field("confidence_aggregate", code.aggregate, "Lowest score of all levels, including levels below the third.")
        .example("0.9");
    schema
        .field("explanation", code.explanation,
               "One line for each level. Without a code: the reason and the nearest misses.")
        .example("- Level 1 (0.97): About clinic services.\n- Level 2 (0.95): Concerns a drug.\n"
                 "- Level 3 (0.90): Reports missing stock.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("AssignCodesResponse", "Suggested codes, to be confirmed by a person.").example(R"({"assigned_codes": [{
  "coding_level_1_id": "L1-health", "coding_level_1_name": "Health",
  "coding_level_2_id": "L2-med", "coding_level_2_name": "Medicine",
  "coding_level_3_id": "L3-stock", "coding_level_3_name": "Stock-outs",
  "confidence_level_1": 0.97, "confidence_level_2": 0.95, "confidence_level_3": 0.9,
  "confidence_aggregate": 0.9,
  "explanation": "- Level 1 (0.97): About clinic services.\n- Level 2 (0.95): Concerns a drug.\n- Level 3 (0.90): Reports missing stock."
}]})");

    schema
        .field("assigned_codes", response.assigned_codes,
               "Suggested codes, best first. Never empty: without a code, one entry with the reason.")
        .at_least(1);
}

void declare(sdk::schema_builder& schema, bulk_request& request)
{
    schema.name("AssignCodesBulkRequest", "Feedback records and the codes to choose from.").example(R"({
  "feedback_records": [
    {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."},
    {"id": "Form-00018", "content": ""}
  ],
  "coding_levels": {"root_codes": [
    {"id": "L1-health", "name": "Health", "description": "Care at clinics and hospitals, and medicine.", "children": [
      {"id": "L2-med", "name": "Medicine", "examples": ["There is no insulin at the clinic."]}]},
    {"id": "L1-water", "name": "Water"}]},
  "max_codes": 1,
  "confidence_threshold": 0.1
})");

    schema.required("feedback_records", request.records, "Feedback records to code.").at_least(1).at_most(max_records);
    declare_choice(schema, request.coding_levels, request.max_codes, request.confidence_threshold);
}

void declare(sdk::schema_builder& schema, record_error& error)
{
    schema.name("CodingError", "Why a record was not coded.");

    schema.field("code", error.code, "Error code, as in error responses.").example("llm_timeout");
}

void declare(sdk::schema_builder& schema, coded_record& record)
{
    schema.name("RecordCodes", "The codes of a record, or the error that prevented them.");

    schema.field("record_id", record.id, "Id of the record.").example("Form-00017");
    schema.field(
        "assigned_codes", record.assigned_codes,
        "As in a response of assign-codes: best first, and with a reason if no code applies. Empty with an error "
        "only.");
    schema.field("error", record.error, "Why the record was not coded. Null for a record that was.");
}

void declare(sdk::schema_builder& schema, bulk_response& response)
{
    schema.name("AssignCodesBulkResponse", "Suggested codes, to be confirmed by a person.").example(R"({"records": [
  {"record_id": "Form-00017",
   "assigned_codes": [{
     "coding_level_1_id": "L1-health", "coding_level_1_name": "Health",
     "coding_level_2_id": "L2-med", "coding_level_2_name": "Medicine",
     "coding_level_3_id": null, "coding_level_3_name": null,
     "confidence_level_1": 0.97, "confidence_level_2": 0.95, "confidence_level_3": null,
     "confidence_aggregate": 0.95,
     "explanation": "- Level 1 (0.97): About clinic services.\n- Level 2 (0.95): Concerns a drug."}],
   "error": null},
  {"record_id": "Form-00018",
   "assigned_codes": [{
     "coding_level_1_id": null, "coding_level_1_name": null,
     "coding_level_2_id": null, "coding_level_2_name": null,
     "coding_level_3_id": null, "coding_level_3_name": null,
     "confidence_level_1": null, "confidence_level_2": null, "confidence_level_3": null,
     "confidence_aggregate": null,
     "explanation": "NO CODING APPLIED.\nThe feedback text was empty; there was nothing to code."}],
   "error": null}
]})");

    schema.field("records", response.records, "All records of the request, in its order.").at_least(1);
}

} // namespace verbatim::assign_codes

#include "bulk_wire.hpp"

namespace verbatim::assign_codes {

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

#include "wire.hpp"

namespace verbatim::detect_sensitive {

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("DetectSensitiveRequest", "A feedback record to check for sensitive content.").example(R"({
  "feedback_record": {
    "id": "Form-00021",
    "content": "The man at the registration desk asks for money before he puts a family on the list.",
    "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "Distribution"}
  }
})");

    schema.required("feedback_record", request.record, "Feedback record to check.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("DetectSensitiveResponse", "Whether and why the record needs confidential handling.").example(R"({
  "id": "Form-00021",
  "is_sensitive": true,
  "explanation": "A person at the registration desk demands money for a place on the list.",
  "sensitivity_types": ["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"]
})");

    schema.field("id", response.id, "Id of the record.").example("Form-00021");
    schema.field("is_sensitive", response.is_sensitive, "Whether the record has sensitive content.").example("true");
    schema.field("explanation", response.explanation, "The model's reason.")
        .example("A person at the registration desk demands money for a place on the list.");
    schema
        .field("sensitivity_types", response.types,
               "Types of sensitive content, in the model's order. Empty if none applies.")
        .example(R"(["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"])");
}

void declare(sdk::schema_builder& schema, bulk_request& request)
{
    schema.name("DetectSensitiveBulkRequest", "Feedback records to check for sensitive content.").example(R"({
  "feedback_records": [
    {"id": "Form-00021", "content": "The man at the registration desk asks for money before he puts a family on the list.",
     "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "Distribution"}},
    {"id": "Form-00022", "content": "The queue is long."}
  ]
})");

    schema.required("feedback_records", request.records, "Feedback records to check.").at_least(1).at_most(max_records);
}

void declare(sdk::schema_builder& schema, record_error& error)
{
    schema.name("DetectionError", "Why a record was not checked.");

    schema.field("code", error.code, "Error code, as in error responses.").example("llm_timeout");
}

void declare(sdk::schema_builder& schema, checked_record& record)
{
    schema.name("RecordSensitiveContent", "The sensitive content of a record, or the error that prevented its check.");

    schema.field("id", record.id, "Id of the record.").example("Form-00021");
    schema
        .field("is_sensitive", record.is_sensitive,
               "Whether the record has sensitive content. Null with an error: such a record may have any content.")
        .example("true");
    schema.field("explanation", record.explanation, "The model's reason. Empty with an error.")
        .example("A person at the registration desk demands money for a place on the list.");
    schema
        .field("sensitivity_types", record.types,
               "Types of sensitive content, in the model's order. Empty if none applies, and with an error.")
        .example(R"(["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"])");
    schema.field("error", record.error, "Why the record was not checked. Null for a record that was.");
}

void declare(sdk::schema_builder& schema, bulk_response& response)
{
    schema.name("DetectSensitiveBulkResponse", "Whether and why each record needs confidential handling.")
        .example(R"({"records": [
  {"id": "Form-00021",
   "is_sensitive": true,
   "explanation": "A person at the registration desk demands money for a place on the list.",
   "sensitivity_types": ["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"],
   "error": null},
  {"id": "Form-00022",
   "is_sensitive": false,
   "explanation": "No sensitive content detected.",
   "sensitivity_types": [],
   "error": null}
]})");

    schema.field("records", response.records, "All records of the request, in its order.").at_least(1);
}

} // namespace verbatim::detect_sensitive

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

} // namespace verbatim::detect_sensitive

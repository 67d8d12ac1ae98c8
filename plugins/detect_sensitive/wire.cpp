#include "wire.hpp"

namespace verbatim::detect_sensitive {

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("DetectSensitiveRequest", "One message to be checked for content that needs confidential handling.")
        .example(R"({
  "feedback_record": {
    "id": "Form-00021",
    "content": "The man at the registration desk asks for money before he puts a family on the list.",
    "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "Distribution"}
  }
})");

    schema.required("feedback_record", request.record, "The message to check.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("DetectSensitiveReply", "Whether and why a message needs confidential handling.");

    schema.field("id", response.id, "Of the record.").example("Form-00021");
    schema.field("is_sensitive", response.is_sensitive, "Whether any type was found.").example("true");
    schema.field("explanation", response.explanation, "The model's reason.")
        .example("A person at the registration desk demands money for a place on the list.");
    schema.field("sensitivity_types", response.types, "Each type once, in the model's order; empty: nothing was found.")
        .example(R"(["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"])");
}

} // namespace verbatim::detect_sensitive

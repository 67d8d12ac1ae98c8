#include "wire.hpp"

namespace verbatim::detect_sensitive {

void declare(sdk::declaration& wire, request& asked)
{
    wire.is("DetectSensitiveRequest", "One message to be checked for content that needs confidential handling.")
        .example(R"({
  "feedback_record": {
    "id": "Form-00021",
    "content": "The man at the registration desk asks for money before he puts a family on the list.",
    "metadata": {"created": "2026-03-02 08:15:00", "coding_level_1": "Distribution"}
  }
})");

    wire.needs("feedback_record", asked.record, "The message to check.");
}

void declare(sdk::declaration& wire, reply& given)
{
    wire.is("DetectSensitiveReply", "Whether and why a message needs confidential handling.");

    wire.gives("id", given.id, "Of the record.").example("Form-00021");
    wire.gives("is_sensitive", given.is_sensitive, "Whether any type was found.").example("true");
    wire.gives("explanation", given.explanation, "The model's reason.")
        .example("A person at the registration desk demands money for a place on the list.");
    wire.gives("sensitivity_types", given.types, "Each type once, in the model's order; empty: nothing was found.")
        .example(R"(["CORRUPTION", "GIFTS_BRIBES_AND_KICKBACKS"])");
}

} // namespace verbatim::detect_sensitive

#include "wire.hpp"

namespace hello {

sdk::enum_values declare(urgency_level)
{
    using enum urgency_level;
    return {"UrgencyLevel",
            {{"NONE", none, "Nobody waits for anything."},
             {"DAYS", days, "Somebody should answer within days."},
             {"HOURS", hours, "Somebody is in danger, or will be."}}};
}

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("HelloRequest", "One message and nothing else.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."}
})");

    schema.required("feedback_record", request.record, "The message to read.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("HelloResponse", "How urgent a message is.");

    schema.field("id", response.id, "Of the record.").example("Form-00017");
    schema.field("urgency", response.urgency, "How soon somebody should act.").example("HOURS");
    schema.field("reason", response.reason, "Why, in a sentence.").example("Insulin is missing.");
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("HelloSettings", "For whom the answer is written.");

    schema.optional("HELLO_READER", settings.reader, "Who reads the reason, as a model is told.")
        .at_least(1)
        .at_most(100);
}

} // namespace hello

#include "wire.hpp"

namespace hello {

sdk::enum_values declare(urgency_level)
{
    using enum urgency_level;
    return {"HelloUrgency",
            {{"NONE", none, "Nobody needs to act."},
             {"DAYS", days, "Somebody should act within days."},
             {"HOURS", hours, "Somebody is in danger."}}};
}

void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("HelloRequest", "One message.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."}
})");

    schema.required("feedback_record", request.record, "The message to read.");
}

void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("HelloResponse", "How urgent a message is.");

    schema.field("id", response.id, "Id of the record.").example("Form-00017");
    schema.field("urgency", response.urgency, "How soon somebody should act.").example("HOURS");
    schema.field("reason", response.reason, "The reason, in one sentence.").example("Insulin is missing.");
}

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("HelloSettings", "Reader of the responses.");

    schema.optional("HELLO_READER", settings.reader, "Reader of the reason, as named to the model.")
        .at_least(1)
        .at_most(100);
}

} // namespace hello

#include "wire.hpp"

namespace hello {

sdk::words declare(urgency)
{
    using enum urgency;
    return {{"NONE", none, "Nobody waits for anything."},
            {"DAYS", days, "Somebody should answer within days."},
            {"HOURS", hours, "Somebody is in danger, or will be."}};
}

void declare(sdk::declaration& wire, request& asked)
{
    wire.is("HelloRequest", "One message and nothing else.").example(R"({
  "feedback_record": {"id": "Form-00017", "content": "The clinic ran out of insulin twice this month."}
})");

    wire.needs("feedback_record", asked.record, "The message to read.");
}

void declare(sdk::declaration& wire, answer& given)
{
    wire.is("HelloReply", "How urgent a message is.");

    wire.gives("id", given.id, "Of the record.").example("Form-00017");
    wire.gives("urgency", given.how_urgent, "How soon somebody should act.").example("HOURS");
    wire.gives("reason", given.reason, "Why, in a sentence.").example("Insulin is missing.");
}

void declare(sdk::declaration& wire, settings& one)
{
    wire.is("HelloSettings", "For whom the answer is written.");

    wire.takes("HELLO_READER", one.reader, "Who reads the reason, as a model is told.").at_least(1).at_most(100);
}

} // namespace hello

#include "prompts.hpp"

#include "verbatim/feedback/envelope.hpp"

namespace hello {

void declare(sdk::declaration& wire, finding& given)
{
    wire.is("HelloFinding", "How urgent a record is.");

    wire.gives("urgency", given.how_urgent, "NONE, DAYS or HOURS.");
    wire.gives("reason", given.reason, "One sentence.");
}

sdk::outbound instructions(const settings& chosen)
{
    auto words = sdk::outbound::trusted("You read feedback of communities for " + chosen.reader + ".\n");
    words += sdk::outbound::trusted(feedback::guardrails());
    words += sdk::outbound::trusted("Task: say how soon somebody should act on the record in <feedback_record>, and "
                                    "why. HOURS only when somebody is in danger or will be.\n"
                                    "Answer with a JSON object only: urgency and reason.");
    return words;
}

} // namespace hello

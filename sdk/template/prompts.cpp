#include "prompts.hpp"

#include "verbatim/feedback/markup.hpp"

namespace hello {

void declare(sdk::schema_builder& schema, model_output& output)
{
    schema.name("HelloFinding", "How urgent a record is.");

    schema.field("urgency", output.urgency, "NONE, DAYS or HOURS.");
    schema.field("reason", output.reason, "One sentence.");
}

model_output offline_output(std::string_view text)
{
    const bool danger = text.find("danger") != text.npos;
    return {.urgency = danger ? urgency_level::hours : urgency_level::none,
            .reason  = danger ? "The text holds the word danger." : "The text does not hold the word danger."};
}

sdk::prompt_text system_prompt(const settings& settings)
{
    sdk::prompt_text prompt{"You read feedback of communities for "};
    prompt += sdk::prompt_text::unredacted(settings.reader); // text of the operator, escaped
    prompt += ".\n";
    prompt += feedback::guardrails();
    prompt += "Task: say how soon somebody should act on the record in <feedback_record>, and why. HOURS only when "
              "somebody is in danger or will be, NONE when nobody needs to act, otherwise DAYS.\n"
              "Answer with a JSON object only: urgency and reason.";
    return prompt;
}

} // namespace hello

#include "operation.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <optional>
#include <string_view>

namespace hello {

operation::operation(const settings& settings)
    : system_prompt_{system_prompt(settings)}
{}

sdk::descriptor operation::describe() const
{
    return {
        .name        = "hello",
        .path        = "/v1/hello",
        .summary     = "Say how urgent a feedback record is",
        .description = "Reads one record and names how soon somebody should act on it. A record without content costs "
                       "no model call.",
        .tag         = "Inference",
        .usage_label = "hello",
    };
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    const auto& record = request.record;
    response    response{.id = record.id};
    if (record.content.empty())
    {
        response.reason = feedback::no_content;
        co_return response;
    }

    std::optional<model_output> output;
    feedback::prompt            question;
    question.system     = system_prompt_;
    question.redacted   = {record.content}; // what may hold personal data: it leaves with placeholders
    question.unredacted = {record.id};      // what else of the caller is shown
    question.user = [&](const feedback::redaction& names) { return feedback::record_block(record, names.text(0)); };
    question.output_schema = &feedback::output_schema_of<model_output>("hello");
    question.parse         = [&](std::string_view text) {
        if (auto parsed = sdk::read_json<model_output>(text)) output = std::move(*parsed);
        return output.has_value(); // no: the call ends as llm_error, and is accounted for as one
    };
    question.offline = [](const feedback::redaction& names) {
        return sdk::to_json(offline_output(names.unescaped_text(0).text())); // without a provider
    };
    const auto completion = co_await feedback::complete(call, question);

    response.urgency = output.value().urgency;
    response.reason  = completion.names.restore(output->reason);
    co_return response;
}

} // namespace hello

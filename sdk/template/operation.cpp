#include "operation.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/model_json.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <optional>
#include <string_view>

namespace hello {

operation::operation(const settings& settings)
    : system_prompt_{system_prompt(settings)}
    , output_schema_{feedback::output_schema_of<model_output>("hello")}
{}

sdk::descriptor operation::describe() const
{
    return {
        .name        = "hello",
        .path        = "/v1/hello",
        .summary     = "Say how urgent a feedback record is",
        .description = "Returns how soon somebody should act on a record, and why. A record without content needs no "
                       "model call.",
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

    const feedback::record* const records[]{&record};
    std::optional<model_output>   output;
    feedback::prompt              prompt;
    prompt.system         = system_prompt_;
    prompt.redacted       = {record.content}; // may hold personal data: the model sees placeholders
    prompt.fields.records = records;          // of their ids it sees all but addresses and numbers with a checksum
    prompt.user = [&](const feedback::redaction& redaction) { return feedback::record_block(record, redaction, 0); };
    prompt.output_schema = &output_schema_;
    prompt.parse         = [&](std::string_view text) {
        output = feedback::read_output<model_output>(text);
        return output.has_value(); // false: it is asked for once more
    };
    prompt.offline = [](const feedback::redaction& redaction) {
        return sdk::to_json(offline_output(redaction.unescaped_text(0).text())); // without a provider
    };
    const auto completion = co_await feedback::complete(call, prompt);

    response.urgency = output.value().urgency;
    response.reason  = completion.names.restore(output->reason);
    co_return response;
}

} // namespace hello

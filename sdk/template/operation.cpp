#include "operation.hpp"

#include "prompts.hpp"

#include "verbatim/feedback/ask.hpp"
#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/form.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <optional>
#include <string_view>

namespace hello {

operation::operation(const settings& chosen)
    : instructions_{instructions(chosen)}
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
        .asks        = sdk::type_of<request>(),
        .answers     = sdk::type_of<answer>(),
    };
}

sdk::task<sdk::reply> operation::run(sdk::call& call)
{
    const auto& one = call.asked<request>().record;
    answer      given{.id = one.id};
    if (one.content.empty())
    {
        given.reason = feedback::no_content;
        co_return sdk::ok(given);
    }

    std::optional<finding> found;
    feedback::question     question;
    question.system = instructions_;
    question.texts  = {one.content}; // what may hold personal data: it leaves with placeholders
    question.beside = {one.id};      // what else of the caller is shown
    question.user   = [&](const feedback::redaction& names) { return feedback::record_block(one, names.text(0)); };
    question.form   = &feedback::form_of<finding>("hello");
    question.fits   = [&](std::string_view said) {
        if (auto read = sdk::read_json<finding>(said)) found = std::move(*read);
        return found.has_value(); // no: the call ends as llm_error, and is accounted for as one
    };
    const auto said = co_await feedback::ask(call, question);

    given.how_urgent = found.value().how_urgent;
    given.reason     = said.names.restore(found->reason);
    co_return sdk::ok(given);
}

} // namespace hello

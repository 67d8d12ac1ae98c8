#include "call_back.hpp"

#include "document_values.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/model_json.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::remote {

namespace {

struct message_part
{
    std::string tag;
    std::string text;
};
void declare(sdk::schema_builder& schema, message_part& part)
{
    schema.name("MessagePart", "A part of the user message.").closed();
    schema.optional("tag", part.tag, "The text stands between tags of this name.").at_most(64);
    schema.required("text", part.text, "The text.");
}

struct completion_request
{
    std::string                prompt;
    std::vector<message_part>  parts;
    std::optional<std::string> offline;
};
void declare(sdk::schema_builder& schema, completion_request& request)
{
    schema.name("CompletionRequest", "A model call.").closed();
    schema.required("prompt", request.prompt, "The name of a prompt of the document.");
    schema.required("parts", request.parts, "The user message.").at_least(1);
    schema.optional("offline", request.offline, "The output without a provider.");
}

struct completion_response
{
    std::string text;
    bool        truncated = false;
};
void declare(sdk::schema_builder& schema, completion_response& response)
{
    schema.name("CompletionResponse", "The output of the model.");
    schema.field("text", response.text, "The output, with placeholders.");
    schema.field("truncated", response.truncated, "Whether it ends early.");
}

struct progress_report
{
    std::string phase;
    std::size_t done  = 0;
    std::size_t total = 0;
};
void declare(sdk::schema_builder& schema, progress_report& report)
{
    schema.name("ProgressReport", "Steps of a phase.").closed();
    schema.required("phase", report.phase, "The name of a phase of the document.");
    schema.required("done", report.done, "Steps done.");
    schema.required("total", report.total, "All steps.");
}

struct fact_note
{
    std::string  fact;
    std::int64_t count = 0;
};
void declare(sdk::schema_builder& schema, fact_note& note)
{
    schema.name("FactNote", "A number for the provenance.").closed();
    schema.required("fact", note.fact, "The name of a fact of the document.");
    schema.required("count", note.count, "Added to it.").at_least(0).at_most(1'000'000'000); // so that no sum overflows
}

call_back_response refused(unsigned status, std::string_view code)
{
    return {status, "{\"error\":{\"code\":\"" + std::string{code} + "\"}}"};
}

call_back_response invalid() { return refused(422, "validation_error"); }

constexpr bool is_tag_char(char c) { return sdk::ascii::is_lower(c) || sdk::ascii::is_digit(c) || c == '_'; }

/// The parts, escaped except for placeholders of the request, so that only tags of parts are tags.
sdk::prompt_text message_of(const std::vector<message_part>& parts, const feedback::redaction& names)
{
    sdk::prompt_text message;
    for (const auto& part : parts)
    {
        if (!message.text().empty()) message += "\n";
        const auto tag = sdk::prompt_text::unredacted(part.tag);
        if (!part.tag.empty()) message += sdk::prompt_text{"<"} + tag + ">\n";
        message += names.completion_text(part.text);
        if (!part.tag.empty()) message += sdk::prompt_text{"\n</"} + tag + ">";
    }
    return message;
}

} // namespace

prepared_prompt::prepared_prompt(const prompt_declaration& prompt, const std::string& operation)
    : name{prompt.name}
{
    sdk::prompt_text text;
    if (prompt.guardrails) text += feedback::guardrails();
    text += fixed_text(prompt.system);
    system = text;
    if (!prompt.output) return;
    const auto number = next_object_number();
    add_object(number, *prompt.output, operation + "." + prompt.name, false);
    output        = type_at(number);
    json_schema   = sdk::strict_schema(output->schema());
    output_schema = sdk::output_schema{.name = name, .json_schema = json_schema, .read = &feedback::read_reply};
}

call_back::call_back(sdk::call& call, const operation_declaration& operation, const prepared_prompts& prompts,
                     const feedback::redaction& names)
    : call_{call}
    , operation_{operation}
    , prompts_{prompts}
    , names_{names}
{}

sdk::task<call_back_response> call_back::answer(std::string_view target, std::string_view body)
{
    if (target == "/complete")
    {
        ++pending_;
        auto response = co_await complete(body);
        --pending_;
        co_return response;
    }
    if (target == "/progress") co_return progress(body);
    if (target == "/note") co_return note(body);
    co_return refused(404, "not_found");
}

sdk::task<call_back_response> call_back::complete(std::string_view body)
{
    const auto read    = [&] { return sdk::read_json<completion_request>(body); };
    const auto request = co_await feedback::compute_if_large(call_, body.size(), read);
    if (!request) co_return invalid();
    const auto prompt = prompts_.find(request->prompt);
    const auto is_tag = [](const message_part& part) { return std::ranges::all_of(part.tag, is_tag_char); };
    if (prompt == prompts_.end() || !std::ranges::all_of(request->parts, is_tag)) co_return invalid();

    const auto&       prepared = prompt->second;
    sdk::chat_request chat{.system = prepared.system, .user = {}};
    const auto        write = [&] { return message_of(request->parts, names_); };
    chat.user               = co_await feedback::compute_if_large(call_, body.size(), write);
    const auto characters   = prepared.system.estimation_length() + feedback::characters_of(chat.user);
    if (const auto error = feedback::over_budget(characters, call_.model().limits())) co_return failed(*error);
    if (prepared.output)
    {
        chat.output_schema = &*prepared.output_schema;
        chat.accept        = [&](std::string_view reply) {
            const auto value  = prepared.output->make();
            const auto issues = sdk::read_text(prepared.output->schema(), reply, value.get());
            return issues && issues->empty();
        };
    }
    if (request->offline) chat.offline = [&] { return *request->offline; };
    if (!chat.output_schema) chat.expected = chat.offline;

    const auto result = co_await call_.model().try_complete(chat);
    if (!result) co_return failed(result.error());
    co_return call_back_response{200, sdk::to_json(completion_response{result->text, result->truncated})};
}

call_back_response call_back::progress(std::string_view body)
{
    const auto report = sdk::read_json<progress_report>(body);
    if (!report) return invalid();
    const auto phase = std::ranges::find(operation_.phases, report->phase);
    if (phase == operation_.phases.end() || report->done > report->total) return invalid();
    call_.progress(fixed_text(*phase), report->done, report->total);
    return {200, "{}"};
}

call_back_response call_back::note(std::string_view body)
{
    const auto note = sdk::read_json<fact_note>(body);
    if (!note) return invalid();
    const auto fact = std::ranges::find(operation_.facts, note->fact);
    if (fact == operation_.facts.end()) return invalid();
    call_.note(fixed_text(*fact), note->count);
    return {200, "{}"};
}

call_back_response call_back::failed(const sdk::error& error)
{
    errors_.insert_or_assign(std::string{error.code_name()}, error);
    return refused(502, error.code_name());
}

} // namespace verbatim::remote

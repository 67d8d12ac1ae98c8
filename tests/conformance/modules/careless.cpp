// Operations that each break one check of verbatim-conformance.
#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/plugin.hpp"

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace sdk      = verbatim::sdk;
namespace feedback = verbatim::feedback;

enum class mistake
{
    logs_content,
    keeps_memory,
    fails_on_long_text,
    calls_more_than_planned,
    other_answer_each_time,
};

struct request
{
    std::string content;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, request& request)
{
    schema.name("CarelessRequest", "A text.").example(R"({"content": "The pump is broken."})");
    schema.required("content", request.content, "The text.").screened();
}

struct response
{
    std::string text;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("CarelessResponse", "A reply.");
    schema.field("text", response.text, "The reply.").example("A reply.");
}

constexpr std::size_t most_characters = 1'000;

void keep(const std::string& text)
{
    static std::mutex               guard;
    static std::vector<std::string> texts;
    const std::lock_guard           lock{guard};
    texts.push_back(text + std::string(most_characters, '.'));
}

template <mistake Mistake>
class operation final : public sdk::typed_operation<request, response>
{
public:
    explicit operation(std::string_view name, std::string_view path)
        : name_{name}
        , path_{path}
    {}

    sdk::descriptor describe() const override
    {
        return {.name        = name_,
                .path        = path_,
                .summary     = "Break a check",
                .description = "Breaks one check.",
                .usage_label = name_};
    }

    sdk::task<response> run(sdk::call& call, const request& request) const override
    {
        if (Mistake == mistake::logs_content)
            call.log().write(sdk::severity::info, "read", {{"text", std::string_view{request.content}}});
        if (Mistake == mistake::keeps_memory) keep(request.content);
        if (Mistake == mistake::fails_on_long_text && request.content.size() > most_characters)
            throw std::runtime_error{"too long"};
        if (request.content.empty()) co_return response{};

        feedback::prompt prompt;
        prompt.system   = sdk::prompt_text{"Repeat the text."};
        prompt.redacted = {request.content};
        prompt.user     = [](const feedback::redaction& names) { return feedback::tagged("text", names.text(0)); };
        prompt.offline  = [](const feedback::redaction&) { return "A reply."; };
        auto completion = co_await feedback::complete(call, prompt);
        if (Mistake == mistake::calls_more_than_planned && call.model().limits().is_enforced &&
            call.reusable() == nullptr)
            completion = co_await feedback::complete(call, prompt);
        static std::atomic<int> calls{0};
        if (Mistake == mistake::other_answer_each_time) completion.text += std::to_string(++calls);
        co_return response{completion.text};
    }

private:
    std::string_view name_, path_;
};

} // namespace

VERBATIM_PLUGIN(plugin)
{
    plugin.add<operation<mistake::logs_content>>("logs_content", "/v1/logs-content");
    plugin.add<operation<mistake::keeps_memory>>("keeps_memory", "/v1/keeps-memory");
    plugin.add<operation<mistake::fails_on_long_text>>("fails_on_long_text", "/v1/fails-on-long-text");
    plugin.add<operation<mistake::calls_more_than_planned>>("calls_more_than_planned", "/v1/calls-more-than-planned");
    plugin.add<operation<mistake::other_answer_each_time>>("other_answer_each_time", "/v1/other-answer-each-time");
}

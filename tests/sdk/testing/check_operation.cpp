#include "verbatim/testing/check_operation.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/call.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;

namespace {

enum class mistake
{
    none,
    no_example,
    unscreened,
    shows_names,
    shows_address_in_id,
    caller_in_system,
    no_model_call,
    call_for_empty_content,
    undeclared_error,
    silent_failure,
    swallowed_cancellation,
    other_response,
    open_output_schema,
    exception,
};

template <mistake Mistake>
struct request
{
    std::string id;
    std::string content;
};
template <mistake Mistake>
void declare(sdk::schema_builder& schema, request<Mistake>& request)
{
    schema.name("Request", "A record.");
    if (Mistake != mistake::no_example) schema.example(R"({"id": "a", "content": "The pump is broken."})");
    schema.required("id", request.id, "Its id.");
    auto content = schema.required("content", request.content, "Its text.");
    if (Mistake != mistake::unscreened) content.screened();
}

struct response
{
    std::string text;
    double      score = 0;
};
[[maybe_unused]] void declare(sdk::schema_builder& schema, response& response)
{
    schema.name("Response", "A response.");
    schema.field("text", response.text, "The reply.");
    schema.field("score", response.score, "A number.").at_most(1);
}

/// A reply with a rule that some providers reject.
constexpr sdk::output_schema open_schema{.name = "open", .json_schema = R"({"type":"object","properties":{}})"};

/// Keeps all rules but one.
template <mistake Mistake>
class operation final : public sdk::typed_operation<request<Mistake>, response>
{
public:
    sdk::descriptor describe() const override { return {.name = "sample", .usage_label = "sample"}; }

    sdk::task<response> run(sdk::call& call, const request<Mistake>& request) const override
    {
        if (Mistake == mistake::exception) throw std::runtime_error{"broken"};
        if (request.content.empty() && Mistake != mistake::call_for_empty_content) co_return response{};
        if (Mistake == mistake::no_model_call) co_return response{};

        feedback::prompt prompt;
        sdk::prompt_text system{"A task."};
        if (Mistake == mistake::caller_in_system) system += sdk::prompt_text::unredacted(request.id);
        prompt.system     = system;
        prompt.redacted   = {request.content};
        prompt.unredacted = {request.id};
        prompt.anonymize  = Mistake != mistake::shows_names;
        prompt.user       = [&](const feedback::redaction& redaction) {
            auto message = feedback::tagged("text", redaction.text(0));
            if (Mistake == mistake::shows_address_in_id) message += sdk::prompt_text::unredacted(request.id);
            return message;
        };
        if (Mistake == mistake::open_output_schema) prompt.output_schema = &open_schema;
        co_return co_await respond(call, prompt);
    }

private:
    static sdk::task<response> respond(sdk::call& call, const feedback::prompt& prompt)
    {
        try
        {
            const auto completion = co_await feedback::complete(call, prompt);
            co_return response{completion.text, Mistake == mistake::other_response ? 2.0 : 0.5};
        }
        catch (const sdk::error&)
        {
            if (Mistake == mistake::undeclared_error) throw sdk::error{sdk::errc::conflict};
            if (Mistake != mistake::silent_failure) throw;
        }
        catch (const std::exception&)
        {
            if (Mistake != mistake::swallowed_cancellation) throw;
        }
        co_return response{};
    }
};

struct sample
{
    std::string_view problem;
    std::vector<std::string> (*check)();
};
std::ostream& operator<<(std::ostream& output, const sample& sample) { return output << sample.problem; }

template <mistake Mistake>
sample sample_of(std::string_view problem)
{
    return {problem, [] { return testing::check_operation(operation<Mistake>{}); }};
}

const sample samples[]{
    sample_of<mistake::no_example>("its request has no example; call schema.name(…).example(json)"),
    sample_of<mistake::unscreened>("its contents are not screened; declare them with screened()"),
    sample_of<mistake::shows_names>("a model sees a name; redact the text"),
    sample_of<mistake::shows_address_in_id>(
        "a model sees an e-mail address in an id; name the record in the fields of the prompt"),
    sample_of<mistake::caller_in_system>("a system message holds text of the caller"),
    sample_of<mistake::no_model_call>("it has a usage label, but its example calls no model"),
    sample_of<mistake::call_for_empty_content>("it calls a model when all contents are empty"),
    sample_of<mistake::undeclared_error>("when model call 0 is llm_error, it ends with conflict; use the error of the "
                                         "call or name this one in descriptor::errors"),
    sample_of<mistake::silent_failure>("when model call 0 is llm_error, it responds without a warning in the log"),
    sample_of<mistake::swallowed_cancellation>("when model call 0 is cancelled, it goes on; let the exception pass"),
    sample_of<mistake::other_response>("its response does not match its schema: "),
    sample_of<mistake::open_output_schema>("its output schema 'open' has an object that is not closed"),
    sample_of<mistake::exception>("it ends with an exception: broken"),
};

} // namespace

BOOST_AUTO_TEST_SUITE(check_operation)

BOOST_AUTO_TEST_CASE(an_operation_that_keeps_all_rules_has_no_problem)
{
    for (const auto& problem : testing::check_operation(operation<mistake::none>{})) BOOST_ERROR(problem);
}

BOOST_DATA_TEST_CASE(a_broken_rule_is_a_problem, samples)
{
    const auto problems = sample.check();
    BOOST_TEST_CONTEXT(problems.size() << " problems, first: " << (problems.empty() ? "none" : problems.front()))
    BOOST_TEST(std::ranges::any_of(problems, [&](const std::string& problem) {
        return problem.starts_with("sample: " + std::string{sample.problem});
    }));
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/testing/check_operation.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/call.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
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
    error_for_empty_content,
    unlimited_message,
    goes_on_after_wait,
    holds_thread,
    holds_thread_after_computation,
    logs_content,
    logs_reply,
    note_with_content,
};

constexpr sdk::declared_error nothing_to_read{
    .code = "nothing_to_read", .status = 409, .message = "The record is empty."};

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
    if (Mistake != mistake::no_example) schema.example(R"({"id": "broken", "content": "The pump is broken."})");
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
    sdk::descriptor describe() const override
    {
        return {.name = "sample", .usage_label = "sample", .errors = {nothing_to_read}};
    }

    sdk::task<response> run(sdk::call& call, const request<Mistake>& request) const override
    {
        if (Mistake == mistake::exception) throw std::runtime_error{"broken"};
        if (request.content.empty() && Mistake == mistake::error_for_empty_content)
            throw sdk::error{sdk::errc::conflict};
        if (Mistake == mistake::holds_thread) std::this_thread::sleep_for(std::chrono::milliseconds{60});
        if (Mistake == mistake::holds_thread_after_computation) co_await hold_after_computation(call);
        if (Mistake == mistake::logs_content)
            call.log().write(sdk::severity::info, "read", {{"content", std::string_view{request.content}}});
        if (Mistake == mistake::goes_on_after_wait) co_await wait_carelessly(call);
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
        if (Mistake == mistake::unlimited_message) co_return co_await respond_directly(call, prompt);
        co_return co_await respond(call, prompt);
    }

private:
    static sdk::task<> hold_after_computation(sdk::call& call)
    {
        const auto work = [] { std::this_thread::sleep_for(std::chrono::milliseconds{100}); };
        co_await call.compute(work);
        const auto executor = co_await boost::asio::this_coro::executor;
        co_await boost::asio::post(executor, boost::asio::use_awaitable); // another turn of the loop
        std::this_thread::sleep_for(std::chrono::milliseconds{60});
    }

    static sdk::task<> wait_carelessly(sdk::call& call)
    {
        const auto work = [] {};
        try
        {
            co_await call.compute(work);
            co_await call.compute(work);
        }
        catch (const std::exception&)
        {}
        co_await boost::asio::this_coro::reset_cancellation_state();
    }

    /// Redacts, but does not check the token limit.
    static sdk::task<response> respond_directly(sdk::call& call, const feedback::prompt& prompt)
    {
        const auto              names = co_await feedback::redact(call, prompt.redacted, prompt.unredacted);
        const sdk::chat_request request{.system = prompt.system, .user = prompt.user(names)};
        const auto              completion = co_await call.model().try_complete(request);
        if (!completion) throw completion.error();
        co_return response{completion->text, 0.5};
    }

    static sdk::task<response> respond(sdk::call& call, const feedback::prompt& prompt)
    {
        try
        {
            const auto completion = co_await feedback::complete(call, prompt);
            if (Mistake == mistake::logs_reply)
                call.log().write(sdk::severity::info, "replied", {{"text", std::string_view{completion.text}}});
            co_return response{completion.text, Mistake == mistake::other_response ? 2.0 : 0.5};
        }
        catch (const sdk::error&)
        {
            if (Mistake == mistake::undeclared_error) throw sdk::error{sdk::errc::conflict};
            if (Mistake == mistake::note_with_content)
                throw sdk::error{nothing_to_read, std::string{prompt.redacted.front()}};
            if (Mistake != mistake::silent_failure) throw;
        }
        catch (const std::exception&)
        {
            if (Mistake != mistake::swallowed_cancellation) throw;
        }
        co_return response{};
    }
};

using plain_request = request<mistake::none>;

/// Sends the content to a service of its own, then to the model.
class searching_operation final : public sdk::typed_operation<plain_request, response>
{
public:
    searching_operation(std::vector<std::string>& service, bool redacts)
        : service_{service}
        , redacts_{redacts}
    {}

    sdk::descriptor describe() const override { return {.name = "sample", .usage_label = "sample"}; }

    sdk::task<response> run(sdk::call& call, const plain_request& request) const override
    {
        if (request.content.empty()) co_return response{};
        feedback::prompt prompt;
        prompt.system   = sdk::prompt_text{"A task."};
        prompt.redacted = {request.content};
        prompt.user     = [](const feedback::redaction& names) { return names.text(0); };
        auto completion = co_await feedback::complete(call, prompt);
        service_.push_back(redacts_ ? completion.names.text(0).text() : request.content);
        co_return response{completion.text, 0.5};
    }

private:
    std::vector<std::string>& service_;
    const bool                redacts_;
};

enum class http_mistake
{
    none,
    none_with_short_text,    ///< of the record in the URL, which servers allow
    none_with_more_requests, ///< for a longer text
    text_in_url,
    redacted_text_in_url,
    text_in_header,
    name_in_body,
    undeclared_error,
    swallowed_cancellation,
    other_response,
};

/// The content as a model would see it.
std::string redacted(std::string content)
{
    if (const auto name = content.find("Amina"); name != content.npos) content.replace(name, 5, "<PERSON_0>");
    return content;
}

/// Asks another server about the record; calls no model.
class locating_operation final : public sdk::typed_operation<plain_request, response>
{
public:
    explicit locating_operation(http_mistake mistake)
        : mistake_{mistake}
    {}

    sdk::descriptor describe() const override
    {
        sdk::descriptor described{.name = "sample", .errors = {sdk::http_refused, sdk::http_timeout}};
        if (mistake_ != http_mistake::undeclared_error)
            described.errors.insert(described.errors.end(), {sdk::http_failed, sdk::http_too_large});
        return described;
    }

    sdk::task<response> run(sdk::call& call, const plain_request& request) const override
    {
        sdk::http_request message;
        message.method   = sdk::http_method::post;
        message.segments = {mistake_ == http_mistake::text_in_url ? request.content : request.id};
        if (mistake_ == http_mistake::redacted_text_in_url) message.segments = {redacted(request.content)};
        if (mistake_ == http_mistake::text_in_header) message.headers = {{"X-Text", request.content}};
        if (mistake_ == http_mistake::name_in_body) message.body = request.content;
        message.expected   = {200, "North"};
        const bool is_long = request.content.find("says") != request.content.npos;
        if (mistake_ == http_mistake::none_with_short_text && is_long) message.segments = {"Amina"};
        try
        {
            auto answer = co_await call.http_client().try_send(message);
            if (!answer) throw answer.error();
            if (mistake_ == http_mistake::none_with_more_requests && is_long)
            {
                answer = co_await call.http_client().try_send(message);
                if (!answer) throw answer.error();
            }
            const bool is_other = mistake_ == http_mistake::other_response && answer->status == 404;
            co_return response{std::move(answer->body), is_other ? 2.0 : 0.5};
        }
        catch (const boost::system::system_error&)
        {
            if (mistake_ != http_mistake::swallowed_cancellation) throw;
        }
        co_return response{};
    }

private:
    const http_mistake mistake_;
};

/// Refuses a record without content with an error of its own.
class refusing_operation final : public sdk::typed_operation<plain_request, response>
{
public:
    sdk::descriptor describe() const override
    {
        return {.name = "sample", .usage_label = "sample", .errors = {nothing_to_read}};
    }

    sdk::task<response> run(sdk::call& call, const plain_request& request) const override
    {
        if (request.content.empty()) throw sdk::error{nothing_to_read};
        static const ::operation<mistake::none> other;
        return other.run(call, request);
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
    sample_of<mistake::no_example>("response: its request has no example; call schema.name(…).example(json)"),
    sample_of<mistake::unscreened>("screening: its contents are not screened; declare them with screened()"),
    sample_of<mistake::shows_names>("redaction: a model sees a name; redact the text"),
    sample_of<mistake::shows_address_in_id>(
        "redaction: a model sees an e-mail address in an id; name the record in the fields of the prompt"),
    sample_of<mistake::caller_in_system>("redaction: a system message holds text of the caller"),
    sample_of<mistake::no_model_call>("response: it has a usage label, but its example calls no model"),
    sample_of<mistake::call_for_empty_content>("empty_content: it calls a model when all contents are empty"),
    sample_of<mistake::undeclared_error>(
        "failures: when model call 0 is llm_error, it ends with conflict; use the error of the "
        "call or name this one in descriptor::errors"),
    sample_of<mistake::silent_failure>(
        "failures: when model call 0 is llm_error, it responds without a warning in the log"),
    sample_of<mistake::swallowed_cancellation>(
        "failures: when model call 0 is cancelled, it goes on; let the exception pass"),
    sample_of<mistake::other_response>("response: its response does not match its schema: "),
    sample_of<mistake::open_output_schema>("output_schemas: its output schema 'open' has an object that is not closed"),
    sample_of<mistake::exception>("response: it ends with an exception: broken"),
    sample_of<mistake::error_for_empty_content>(
        "empty_content: without content, it ends with conflict; name this error "
        "in descriptor::errors"),
    sample_of<mistake::unlimited_message>("token_limit: a message over the token limit reaches a model; "),
    sample_of<mistake::goes_on_after_wait>(
        "cancellation: it calls a model after its client has disconnected; let the exception pass"),
    sample_of<mistake::holds_thread>("thread: it holds the thread of its call for "),
    sample_of<mistake::holds_thread_after_computation>("thread: it holds the thread of its call for "),
    sample_of<mistake::logs_content>(
        "log: the field 'content' of the event 'read' holds text of a caller or a model; "),
    sample_of<mistake::logs_reply>("log: the field 'text' of the event 'replied' holds text of a caller or a model; "),
    sample_of<mistake::note_with_content>(
        "log: the note of the error nothing_to_read holds text of a caller or a model"),
};

} // namespace

BOOST_AUTO_TEST_SUITE(check_operation)

BOOST_AUTO_TEST_CASE(an_operation_that_keeps_all_rules_has_no_problem)
{
    for (const auto& problem : testing::check_operation(operation<mistake::none>{})) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(each_rule_is_listed_whether_it_is_broken_or_not)
{
    std::vector<std::string_view> names;
    for (const auto& rule : testing::check_rules(operation<mistake::none>{})) names.push_back(rule.name);
    const std::vector<std::string_view> expected{"response",      "thread",       "log",         "output_schemas",
                                                 "failures",      "cancellation", "token_limit", "redaction",
                                                 "empty_content", "screening"};
    BOOST_TEST(names == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(content_may_be_required)
{
    for (const auto& problem : testing::check_operation(refusing_operation{})) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(services_of_its_own_receive_no_personal_data)
{
    std::vector<std::string>    received;
    const testing::own_services services{.reset = [&] { received.clear(); }, .received = [&] { return received; }};
    const searching_operation   careless{received, false};
    const searching_operation   careful{received, true};

    const std::vector<std::string> expected{
        "sample: redaction: a service of its own receives personal data; redact the text"};
    BOOST_TEST(testing::check_operation(careless, {}, services) == expected, boost::test_tools::per_element());
    BOOST_TEST(testing::check_operation(careful, {}, services).empty());
}

BOOST_AUTO_TEST_CASE(requests_to_other_servers_keep_rules)
{
    const struct
    {
        http_mistake             mistake;
        std::vector<std::string> problems;
    } cases[]{
        {http_mistake::none, {}},
        {http_mistake::none_with_short_text, {}},
        {http_mistake::none_with_more_requests, {}},
        {http_mistake::text_in_url,
         {"the URL or a header of an HTTP request holds text of a record; servers refuse it"}},
        {http_mistake::redacted_text_in_url,
         {"the URL or a header of an HTTP request holds text of a record; servers refuse it"}},
        {http_mistake::text_in_header,
         {"the URL or a header of an HTTP request holds text of a record; servers refuse it"}},
        {http_mistake::name_in_body, {"the body of an HTTP request holds a name; redact the text"}},
        {http_mistake::undeclared_error,
         {"when HTTP request 0 ends with http_failed, it ends with http_failed; name this error in descriptor::errors",
          "when HTTP request 0 ends with http_too_large, it ends with http_too_large; name this error in "
          "descriptor::errors"}},
        {http_mistake::swallowed_cancellation,
         {"it goes on when its client disconnects during an HTTP request; let the exception pass"}},
        {http_mistake::other_response,
         {"when HTTP request 0 has the status 404 and other content, its response does not match its schema: "
          R"({"text":"<html>","score":2.0})"}},
    };
    for (auto [mistake, problems] : cases)
    {
        for (auto& problem : problems) problem.insert(0, "sample: http: ");
        BOOST_TEST(testing::check_operation(locating_operation{mistake}) == problems, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(an_error_of_a_result_can_be_printed)
{
    sdk::error error{sdk::errc::llm_error, "status 502"};
    error.cause = sdk::failure_cause::server_error;
    std::ostringstream             output;
    const sdk::result<std::string> result = error;
    output << result.error();
    BOOST_TEST(output.str() == "llm_error (server_error); status 502");
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

// The answers that an earlier run of a call accepted: docs/reference/provider.md#accepted-answers.
#include "core/llm/scripted_client.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>

using namespace verbatim;
using namespace verbatim::core;
using support::stub_response;
using testing::completed;
using testing::scripted_client;

namespace {

constexpr sdk::output_schema schema{.name = "record_summary", .json_schema = R"({"type":"object"})"};

/// Finds what a function returns, and stores nothing.
class function_store final : public llm::completion_store
{
public:
    using search = std::function<std::optional<sdk::completion>()>;

    explicit function_store(search next)
        : next_{std::move(next)}
    {}
    std::optional<sdk::completion> take(const llm::request_digest&) noexcept override { return next_(); }
    void                           add(const llm::request_digest&, const sdk::completion&) noexcept override {}

private:
    search next_;
};

/// A call that runs again. Each answer of the provider is another text.
struct fixture : scripted_client
{
    int answers = 0;

    fixture()
    {
        completions               = std::make_shared<testing::completion_list>();
        providers.answers["main"] = [this](const auto&) {
            return completed(stub_response::chat("Answer " + std::to_string(answers++), 1'000, 100, "gpt-5.4-2026"));
        };
    }

    std::size_t attempts() const { return ledger->attempts().size(); }

    std::string text(llm::connection_role role = llm::connection_role::main) { return complete(role).value().text; }

    /// Another run, with the settings as they are now.
    void run_again()
    {
        completions->begin_run();
        client.reset();
    }

    std::unique_ptr<sdk::llm> open_with(function_store::search next)
    {
        (void)open(); // makes the client
        auto context        = caller();
        context.completions = std::make_shared<function_store>(std::move(next));
        return client->open(std::move(context), llm::connection_role::main);
    }

    /// Whether the next run of the call finds the answer to `request` after `change`.
    bool finds_after(const std::function<void()>& change, llm::connection_role role = llm::connection_role::main)
    {
        complete(role).value();
        change();
        run_again();
        const auto before = attempts();
        complete(role).value();
        return attempts() == before;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_accepted_answers, fixture)

BOOST_AUTO_TEST_CASE(the_next_run_gets_the_completion_without_an_attempt)
{
    const auto first = complete().value();
    run_again();
    const auto second = complete().value();

    BOOST_TEST(second.text == "Answer 0");
    BOOST_TEST(second.model == first.model);
    BOOST_TEST(second.prompt_tokens == 1'000);
    BOOST_TEST(second.completion_tokens == 100);
    BOOST_TEST(!second.truncated);
    BOOST_TEST(attempts() == 1U);
    BOOST_TEST(providers.hosts.size() == 1U);
}

BOOST_AUTO_TEST_CASE(without_a_store_every_request_is_sent)
{
    completions = nullptr;
    BOOST_TEST(text() == "Answer 0");
    BOOST_TEST(text() == "Answer 1");
}

BOOST_AUTO_TEST_CASE(an_answer_is_not_stored_without_its_usage_rows)
{
    ledger->loses_rows = true;
    BOOST_TEST(text() == "Answer 0");
    BOOST_TEST(completions->size() == 0U);

    run_again();
    BOOST_TEST(text() == "Answer 1");
}

BOOST_AUTO_TEST_CASE(a_call_waits_for_its_usage_rows_for_a_few_seconds_of_its_time)
{
    using std::chrono::seconds;
    ledger->loses_rows   = true;
    ledger->during_flush = [&](auto latest) {
        time.advance(std::chrono::ceil<std::chrono::milliseconds>(latest - time.now())); // no row is stored before
    };
    time_limit       = std::chrono::hours{1};
    const auto begin = time.now();
    BOOST_TEST(text() == "Answer 0");
    BOOST_TEST((time.now() - begin <= seconds{10}));
    BOOST_TEST(completions->size() == 0U);

    providers.during_exchange = [&]() -> sdk::task<> {
        time.advance(time_limit - seconds{1});
        co_return;
    };
    const auto deadline = time.now() + time_limit;
    BOOST_TEST(text() == "Answer 1");
    BOOST_TEST((time.now() <= deadline));
}

BOOST_AUTO_TEST_CASE(a_run_does_not_get_its_own_completions)
{
    BOOST_TEST(text() == "Answer 0");
    BOOST_TEST(text() == "Answer 1");
}

BOOST_AUTO_TEST_CASE(equal_requests_get_a_completion_each)
{
    for (int n = 0; n != 3; ++n) (void)text();
    run_again();

    std::map<std::string, int> texts;
    for (int n = 0; n != 3; ++n) ++texts[text()];
    BOOST_TEST(texts.size() == 3U);
    BOOST_TEST(attempts() == 3U);
    BOOST_TEST(text() == "Answer 3");
    BOOST_TEST(completions->size() == 4U);
}

BOOST_AUTO_TEST_CASE(an_equal_request_finds_its_answer)
{
    request.output_schema = &schema;
    BOOST_TEST(finds_after([] {}));
    static constexpr sdk::output_schema copy{.name = "record_summary", .json_schema = R"({"type":"object"})"};
    BOOST_TEST(finds_after([&] { request.output_schema = &copy; }));
    BOOST_TEST(finds_after([&] { request.time.min_attempt = std::chrono::minutes{1}; }));
    BOOST_TEST(finds_after([&] { config.timeout = std::chrono::seconds{30}; }));
}

BOOST_AUTO_TEST_CASE(a_request_that_differs_in_anything_that_determines_the_answer_is_sent)
{
    using sdk::prompt_text;
    static constexpr sdk::output_schema other_name{.name = "bulk_summary", .json_schema = schema.json_schema};
    static constexpr sdk::output_schema other_json{.name = schema.name, .json_schema = "{}"};

    const std::map<std::string, std::function<void()>> changes{
        {"system", [&] { request.system = prompt_text{"other words"}; }},
        {"user", [&] { request.user = prompt_text{"other words"}; }},
        {"text moved from one message to the other",
         [&] {
             request.system = prompt_text{"system word"};
             request.user   = prompt_text{"suser words"};
         }},
        {"no schema", [&] { request.output_schema = nullptr; }},
        {"schema name", [&] { request.output_schema = &other_name; }},
        {"schema json", [&] { request.output_schema = &other_json; }},
        {"model",
         [&] {
             config.main.model       = "azure/main";
             config.main.api_version = "1";
         }},
        {"structured output", [&] { config.main.structure = llm::structured_output::none; }},
        {"output limit", [&] { config.max_output_tokens = 1'000; }},
        {"temperature",
         [&] {
             config.temperature      = 0.5;
             config.send_temperature = true;
         }},
        {"no temperature", [&] { config.send_temperature = false; }},
        {"fallback", [&] { add_fallback("second"); }},
        {"fallback's structured output",
         [&] { config.fallbacks.front().connection.structure = llm::structured_output::none; }}};
    for (const auto& [name, change] : changes)
    {
        request = {.system = prompt_text{"system words"}, .user = prompt_text{"user words"}, .output_schema = &schema};
        BOOST_TEST(!finds_after(change), name);
    }
}

BOOST_AUTO_TEST_CASE(main_and_judge_do_not_share_answers)
{
    (void)text();
    run_again();
    BOOST_TEST(text(llm::connection_role::judge) == "Answer 1");
    run_again();
    BOOST_TEST(text(llm::connection_role::judge) == "Answer 1");
}

BOOST_AUTO_TEST_CASE(the_request_accepts_a_stored_answer_again)
{
    std::string parsed;
    request.accept = [&](std::string_view reply) {
        parsed = reply;
        return true;
    };
    (void)text();
    run_again();
    parsed.clear();

    BOOST_TEST(text() == "Answer 0");
    BOOST_TEST(parsed == "Answer 0");
}

BOOST_AUTO_TEST_CASE(a_stored_answer_that_is_rejected_is_replaced_by_a_new_one)
{
    const std::array<std::function<bool(std::string_view)>, 2> rejections{
        [](std::string_view reply) { return reply != "Answer 0"; },
        [](std::string_view reply) -> bool {
            if (reply == "Answer 0") throw std::runtime_error{"unreadable"};
            return true;
        }};
    for (const auto& accept : rejections)
    {
        answers        = 0;
        completions    = std::make_shared<testing::completion_list>();
        request.accept = {};
        (void)text();

        request.accept = accept;
        run_again();
        BOOST_TEST(text() == "Answer 1");
        run_again();
        BOOST_TEST(text() == "Answer 1");
        BOOST_TEST(answers == 2);
    }
}

BOOST_AUTO_TEST_CASE(a_stored_text_that_is_blank_or_ends_early_is_checked_like_a_new_one)
{
    providers.answers["main"] = [](const auto&) { return testing::completed_with("length"); };
    BOOST_TEST(complete().value().truncated);
    run_again();
    BOOST_TEST(complete().value().truncated); // free text may end early
    BOOST_TEST(attempts() == 1U);

    const auto take_instead = [&](const sdk::completion& stored) {
        std::optional<sdk::completion> next  = stored;
        const auto                     model = open_with([&] { return std::exchange(next, std::nullopt); });
        return support::run(model->try_complete(request)).value().text;
    };
    providers.answers.clear();
    BOOST_TEST(take_instead({.text = " \n", .model = "m"}) == "From main");
    BOOST_TEST(take_instead({.text = "Stored.", .model = "m"}) == "Stored.");
    request.output_schema = &schema;
    BOOST_TEST(take_instead({.text = "{}", .model = "m", .truncated = true}) == "From main");
}

BOOST_AUTO_TEST_CASE(only_accepted_answers_are_stored)
{
    providers.always("main", testing::status(400));
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(completions->size() == 0U);

    providers.answers.clear();
    request.accept = [](std::string_view) { return false; };
    BOOST_TEST(!complete().has_value());
    BOOST_TEST(completions->size() == 0U);

    request.accept = {};
    BOOST_TEST(complete().has_value());
    BOOST_TEST(completions->size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_answer_of_a_fallback_is_found_whatever_connection_works)
{
    add_fallback("second");
    providers.always("main", testing::status(400));
    BOOST_TEST(text() == "From second");
    run_again();
    providers.always("second", testing::status(400));
    BOOST_TEST(text() == "From second");
}

BOOST_AUTO_TEST_CASE(a_stored_answer_needs_neither_a_working_connection_nor_time)
{
    (void)text();
    run_again();
    const auto answered = request;
    request.user        = sdk::prompt_text{"other words"};
    suspend_main();
    time_limit = std::chrono::seconds{0};
    BOOST_TEST(!complete().has_value());

    request = answered;
    BOOST_TEST(text() == "Answer 0");
}

BOOST_AUTO_TEST_CASE(stored_answers_do_not_count_in_the_limits_of_a_request)
{
    (void)text();
    (void)text();
    run_again();
    spending = std::make_shared<llm::request_spending>(llm::request_limits{.max_calls = 1, .max_tokens = 5'000});

    for (int n = 0; n != 3; ++n) BOOST_TEST(complete().has_value());
    BOOST_TEST(!spending->refusal().has_value());
    BOOST_TEST((complete().error().code() == sdk::errc::payload_too_large));
}

BOOST_AUTO_TEST_CASE(a_call_that_exceeded_a_limit_gets_no_stored_answer)
{
    (void)text();
    run_again();
    spending = std::make_shared<llm::request_spending>(llm::request_limits{.max_calls = 1, .max_tokens = 5'000});
    spending->refuse(sdk::error{sdk::errc::payload_too_large});
    BOOST_TEST((complete().error().code() == sdk::errc::payload_too_large));
}

BOOST_AUTO_TEST_CASE(a_call_that_finds_every_answer_can_be_cancelled)
{
    boost::asio::cancellation_signal signal;
    int                              found = 0;
    const auto                       model = open_with([&] {
        if (++found == 3) signal.emit(boost::asio::cancellation_type::terminal);
        return std::optional{sdk::completion{.text = "Stored.", .model = "m"}};
    });
    const auto                       call  = [&]() -> sdk::task<> {
        for (;;) (void)co_await model->try_complete(request);
    };
    boost::asio::io_context context{1};
    std::exception_ptr      failure;
    boost::asio::co_spawn(context, call,
                          boost::asio::bind_cancellation_slot(signal.slot(), [&](auto thrown) { failure = thrown; }));
    context.run();

    BOOST_REQUIRE((failure != nullptr));
    BOOST_CHECK_THROW(std::rethrow_exception(failure), boost::system::system_error);
    BOOST_TEST(found == 3);
}

BOOST_AUTO_TEST_CASE(the_built_in_model_is_called_without_a_search)
{
    config.main = {};
    for (int n = 0; n != 2; ++n)
    {
        BOOST_TEST(text() == "Extracted text.");
        run_again();
    }
    BOOST_TEST(completions->size() == 0U);
    BOOST_TEST(completions->searches() == 0);
    BOOST_TEST(attempts() == 2U);
}

BOOST_AUTO_TEST_CASE(a_large_request_finds_its_answer)
{
    request.user = sdk::prompt_text::unredacted(std::string(500'000, 'x'));
    BOOST_TEST(finds_after([] {}));
    request.user = sdk::prompt_text::unredacted(std::string(500'000, 'x') + "y");
    BOOST_TEST(finds_after([] {}));
    BOOST_TEST(attempts() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

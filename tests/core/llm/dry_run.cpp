#include "llm/dry_run.hpp"
#include "llm/request_spending.hpp"
#include "llm/text_lengths.hpp"

#include "core/llm/scripted_client.hpp"

#include "verbatim/sdk/token_estimate.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::llm;

namespace {

/// Input costs 1 micro-dollar per token, output 10; the fallback twice as much.
struct fixture : testing::scripted_client
{
    fixture()
    {
        config.max_output_tokens = 100;
        add_fallback("second");
        prices->replace({{"openai/main", price(1)}, {"openai/second", price(2)}});
        request.offline = [] { return std::string(40, 'x'); };
    }

    static core::llm::price price(pico_usd factor)
    {
        return {.standard = {.input = factor * 1'000'000, .output = factor * 10'000'000}};
    }

    /// The entry of the only model.
    planned_model plan(assumed_answers answers = assumed_answers::expected)
    {
        planned = std::make_shared<dry_run>(answers);
        BOOST_TEST(complete().has_value());
        BOOST_REQUIRE(planned->models().size() == 1u);
        return planned->models().front();
    }

    std::size_t bytes() const { return 1'024 + request.system.text().size() + request.user.text().size(); }
};

planned_model model_with(planned_usage expected, planned_usage highest)
{
    return {.connection = "main", .model = "m", .expected = expected, .highest = highest};
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_dry_run, fixture)

BOOST_AUTO_TEST_CASE(a_planned_call_reaches_no_provider_and_has_no_usage_row)
{
    const auto model = plan();

    BOOST_TEST(providers.hosts.empty());
    BOOST_TEST(ledger->attempts().empty());
    BOOST_TEST(model.connection == "main");
    BOOST_TEST(model.model == "openai/main");
    BOOST_TEST(model.expected.calls == 1);
    BOOST_TEST(model.expected.input_tokens == 4);  // two words each
    BOOST_TEST(model.expected.output_tokens == 4); // a word of 40 letters
    BOOST_TEST(model.expected.cost == 4 + 4 * 10);
}

BOOST_AUTO_TEST_CASE(the_upper_bound_is_that_of_a_budget_over_the_most_expensive_connection)
{
    const auto highest = plan().highest;

    BOOST_TEST(highest.calls == 1);
    BOOST_TEST(highest.input_tokens == static_cast<std::int64_t>(bytes()));
    BOOST_TEST(highest.output_tokens == 100);
    BOOST_TEST(highest.cost == 2 * (static_cast<std::int64_t>(bytes()) + 10 * 100));
}

BOOST_AUTO_TEST_CASE(a_call_of_a_model_without_a_price_has_no_cost)
{
    prices->replace({{"openai/main", price(1)}});
    auto model = plan();
    BOOST_TEST(model.expected.is_priced);
    BOOST_TEST(!model.highest.is_priced); // the fallback has none

    prices->replace({});
    model = plan();
    BOOST_TEST(!model.expected.is_priced);
    BOOST_TEST(model.expected.cost == 0);
}

BOOST_AUTO_TEST_CASE(the_longest_answer_is_that_of_the_request_or_has_the_output_limit)
{
    planned = std::make_shared<dry_run>(assumed_answers::longest);
    BOOST_TEST(complete().value().text.size() == 400u); // 100 tokens of 4 characters

    request.longest = [](std::size_t max_characters) { return "at most " + std::to_string(max_characters); };
    BOOST_TEST(complete().value().text == "at most 400");
}

BOOST_AUTO_TEST_CASE(a_structured_answer_without_a_longest_one_is_that_of_the_built_in_model)
{
    const sdk::output_schema schema{.name = "answer", .json_schema = "{}"};
    request.output_schema = &schema;
    planned               = std::make_shared<dry_run>(assumed_answers::longest);
    BOOST_TEST(complete().value().text == std::string(40, 'x'));

    request.offline = {};
    BOOST_TEST(complete().value().text == "Extracted text.");
}

BOOST_AUTO_TEST_CASE(the_expected_answer_is_that_of_the_request_or_of_the_built_in_model)
{
    planned          = std::make_shared<dry_run>(assumed_answers::expected);
    request.expected = [] { return std::string{"expected"}; };
    BOOST_TEST(complete().value().text == "expected");
    request.expected = {};
    BOOST_TEST(complete().value().text == std::string(40, 'x'));

    const sdk::output_schema schema{.name = "answer", .json_schema = "{}"};
    request.output_schema = &schema;
    request.expected      = [] { return std::string{"expected"}; };
    planned               = std::make_shared<dry_run>(assumed_answers::longest);
    BOOST_TEST(complete().value().text == std::string(40, 'x'));
}

BOOST_AUTO_TEST_CASE(a_text_is_expected_to_be_as_long_as_the_texts_that_the_model_wrote_for_the_tenant)
{
    const auto write = [&](std::size_t words) {
        std::string text;
        for (std::size_t n = 0; n != words; ++n) text += "water" + std::to_string(n) + ' ';
        providers.always("main", testing::completed(support::stub_response::chat(text, 1'000, 100)));
        planned = nullptr;
        BOOST_REQUIRE(complete().has_value());
        return sdk::expected_length(text);
    };
    const auto expected = [&] {
        planned = std::make_shared<dry_run>(assumed_answers::expected);
        return complete().value().text;
    };
    const auto is_near = [](std::size_t value, std::size_t other) {
        return value + other / 10 >= other && value <= other + other / 10;
    };
    const std::string text =
        "No water at the tap since Monday. People wait for hours, or walk to the river. The queue is long "
        "before noon, and the guard sends late families home.\n";
    request.expected = [&] { return text; };
    BOOST_TEST(expected() == text);

    const auto length = write(100);
    BOOST_TEST(is_near(sdk::expected_length(expected()), length), expected());
    BOOST_TEST(expected().starts_with(text + text));
    const auto longer = write(500);
    BOOST_TEST(is_near(sdk::expected_length(expected()), (length + longer) / 2));
    for (int n = 0; n != 500; ++n) write(2);
    BOOST_TEST(text.starts_with(expected()));

    request.system = sdk::prompt_text{"another task"};
    BOOST_TEST(expected() == text);
    request.system   = sdk::prompt_text{"system words"};
    request.expected = {}; // such as a judge's score
    BOOST_TEST(expected() == std::string(40, 'x'));
    const sdk::output_schema schema{.name = "answer", .json_schema = "{}"};
    request.output_schema = &schema;
    request.expected      = [&] { return text; };
    BOOST_TEST(expected() == text);
}

BOOST_AUTO_TEST_CASE(lengths_of_texts_are_those_of_a_tenant_and_a_system_message)
{
    text_lengths lengths;
    BOOST_TEST(!lengths.mean("a", "write").has_value());
    lengths.learn("a", "write", 100);
    lengths.learn("a", "write", 300);
    BOOST_TEST(lengths.mean("a", "write").value() == 200u);
    BOOST_TEST(!lengths.mean("b", "write").has_value());
    BOOST_TEST(!lengths.mean("a", "combine").has_value());
    for (int n = 0; n != 1'000; ++n) lengths.learn("a", "write", 1'000);
    BOOST_TEST(lengths.mean("a", "write").value() > 990u); // newer texts count more
    for (int n = 0; n != 100'000; ++n) lengths.learn("tenant-" + std::to_string(n), "write", 1); // bounded
    BOOST_TEST(lengths.mean("tenant-99999", "write").value() == 1u);
}

BOOST_AUTO_TEST_CASE(only_a_run_with_the_longest_answers_exceeds_the_token_limit)
{
    BOOST_TEST(open()->limits().is_enforced);
    planned = std::make_shared<dry_run>(assumed_answers::expected);
    BOOST_TEST(open()->limits().is_enforced);
    planned = std::make_shared<dry_run>(assumed_answers::longest);
    BOOST_TEST(!open()->limits().is_enforced);
}

BOOST_AUTO_TEST_CASE(a_rejected_answer_fails_and_counts)
{
    planned        = std::make_shared<dry_run>(assumed_answers::expected);
    request.accept = [](std::string_view) { return false; };

    const auto result = complete();

    BOOST_REQUIRE(!result);
    BOOST_TEST((result.error().code() == sdk::errc::llm_error));
    BOOST_TEST(planned->models().front().expected.calls == 1);
}

BOOST_AUTO_TEST_CASE(calls_over_the_limit_of_the_request_are_refused_and_do_not_count)
{
    spending = std::make_shared<request_spending>(request_limits{.max_calls = 2, .max_tokens = 1'000'000});
    planned  = std::make_shared<dry_run>(assumed_answers::expected);
    BOOST_TEST(complete().has_value());
    BOOST_TEST(complete().has_value());

    const auto refused = complete();

    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code() == sdk::errc::payload_too_large));
    BOOST_TEST(planned->models().front().expected.calls == 2);
}

BOOST_AUTO_TEST_CASE(stored_answers_are_not_used)
{
    completions = std::make_shared<testing::completion_list>();
    (void)plan();
    BOOST_TEST(completions->size() == 0u);
}

BOOST_AUTO_TEST_CASE(calls_that_were_admitted_before_count_towards_the_limits)
{
    request_spending calls{{.max_calls = 3, .max_tokens = 1'000}};
    calls.add(2, 10);
    BOOST_TEST(calls.admit(1).has_value());
    BOOST_TEST(!calls.admit(1).has_value());

    request_spending tokens{{.max_calls = 3, .max_tokens = 1'000}};
    tokens.add(1, 990);
    BOOST_TEST(!tokens.admit(11).has_value());
}

BOOST_AUTO_TEST_CASE(a_run_takes_the_embedding_calls_of_an_earlier_one)
{
    auto embedding       = model_with({2, 20, 0, 2}, {2, 40, 0, 4});
    embedding.connection = "embedding";
    dry_run earlier{assumed_answers::expected};
    earlier.add(model_with({1, 10, 5, 7}, {1, 100, 50, 70}));
    earlier.add(embedding);

    dry_run later{assumed_answers::longest};
    later.add_embedding_calls(earlier);

    BOOST_TEST((later.models() == std::vector{embedding}));
    BOOST_TEST((combine(earlier, later) == earlier.models()));
}

BOOST_AUTO_TEST_CASE(the_combined_bound_is_the_larger_one_of_both_runs)
{
    dry_run expected{assumed_answers::expected};
    dry_run longest{assumed_answers::longest};
    expected.add(model_with({1, 10, 5, 7}, {1, 100, 50, 70}));
    longest.add(model_with({3, 1, 1, 1}, {3, 90, 150, 210}));
    longest.add({.connection = "judge", .model = "m", .expected = {1, 1, 1, 1}, .highest = {1, 2, 3, 4, false}});

    const auto models = combine(expected, longest);

    BOOST_REQUIRE(models.size() == 2u);
    BOOST_TEST((models[0].expected == planned_usage{1, 10, 5, 7}));
    BOOST_TEST((models[0].highest == planned_usage{3, 100, 150, 210}));
    BOOST_TEST(models[1].connection == "judge");
    BOOST_TEST((models[1].expected == planned_usage{}));
    BOOST_TEST(!models[1].highest.is_priced);
}

BOOST_AUTO_TEST_SUITE_END()

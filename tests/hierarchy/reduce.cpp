#include "verbatim/hierarchy/reduce.hpp"

#include "text_sample.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::hierarchy;

namespace {

/// Answers as in a dry run with expected answers.
struct planning_model final : sdk::llm
{
    std::vector<std::string> expected; ///< empty: the offline answer is expected
    std::vector<std::string> offline;

    sdk::task<sdk::result<sdk::completion>> try_complete(const sdk::chat_request& request) override
    {
        expected.push_back(request.expected ? request.expected() : "");
        offline.push_back(request.offline());
        co_return sdk::completion{.text = offline.back(), .model = "planned"};
    }

    sdk::token_limits limits() const noexcept override { return {.max_total_tokens = 200, .chars_per_token = 4}; }
};

/// Four outputs about 200 records each, of which a message holds two. Offline answers are the number of their records.
struct fixture : testing::event_loop
{
    testing::fake_call call;
    planning_model     model;
    bulk_input         input;
    reduce_prompts     prompts{
            .system  = {},
            .user    = [](const sdk::prompt_text& partials) { return partials; },
            .offline = [](std::span<const std::size_t> records, bool) { return std::to_string(records.size()); }};

    fixture() { call.model_override = &model; }

    sdk::task<> reduce_all(std::size_t count = 4, std::string text = std::string(300, 'x'))
    {
        const feedback::redaction     redaction;
        analysis_run                  run{.call = call, .input = input, .redaction = redaction};
        std::vector<partial_analysis> parts(count);
        for (auto& part : parts)
        {
            part.text = std::make_shared<const std::string>(text);
            part.records.resize(200);
        }
        (void)co_await reduce(run, prompts, parts);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(hierarchy_reduce, fixture)

BOOST_AUTO_TEST_CASE(free_text_about_many_records_is_expected_from_a_sample_of_them)
{
    run(reduce_all());

    const auto level = std::to_string(max_sample / 4);
    BOOST_TEST(model.expected == (std::vector<std::string>{level, level, std::to_string(max_sample)}),
               boost::test_tools::per_element());
    BOOST_TEST(model.offline == (std::vector<std::string>{"400", "400", "800"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(structured_output_which_decides_about_later_messages_is_expected_from_all_records)
{
    const sdk::output_schema schema{.name = "list", .json_schema = "{}"};
    prompts.output_schema = &schema;

    run(reduce_all());

    BOOST_TEST(model.expected == std::vector<std::string>(3), boost::test_tools::per_element());
}

// A message that exceeds the limit ends the reduce with an error.
BOOST_AUTO_TEST_CASE(no_message_with_fractions_of_characters_exceeds_the_limit)
{
    for (std::size_t count = 2; count != 24; ++count)
        for (std::size_t size = 0; size != 40; ++size)
            BOOST_CHECK_NO_THROW(run(reduce_all(count, std::string(size, 'x') + "\u00E9")));
}

BOOST_AUTO_TEST_SUITE_END()

#include "themes/steps.hpp"

#include "theme_model.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk::themes;

namespace {

hierarchy::partial_analysis batch(record_list records, const std::optional<std::string>& output, bool started = true)
{
    auto text = output ? std::make_shared<const std::string>(*output) : nullptr;
    return {.records = std::move(records), .text = std::move(text), .started = started};
}

const std::vector<theme> two_themes{{"Water", "", "", {{"Wells", ""}}}, {"Food", "", "", {}}};

struct assignment_fixture : testing::event_loop
{
    testing::fake_call                   call;
    testing::theme_model                 model;
    std::vector<feedback::record>        records{10};
    std::vector<const feedback::record*> pointers;

    assignment_fixture()
    {
        call.model_override = &model;
        for (auto& record : records)
        {
            record.content = "water";
            pointers.push_back(&record);
        }
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(theme_assignment, assignment_fixture)

BOOST_AUTO_TEST_CASE(each_record_is_counted_once_whatever_happened_to_its_batch)
{
    const std::vector<hierarchy::partial_analysis> batches{
        batch({4, 1}, testing::assignment_output({testing::assignment_entry(1, {"T1.1", "T2"})})),
        batch({0}, testing::assignment_output({testing::assignment_entry(1, {"T2"})})),
        batch({3}, testing::assignment_output({testing::assignment_entry(1, {"T3"})})),
        batch({2, 6}, std::nullopt),
        batch({5}, std::nullopt, false),
    };
    const auto counted = count_themes(two_themes, batches, feedback::redaction{});
    BOOST_REQUIRE(counted.themes.size() == 2u);
    BOOST_TEST(counted.themes[0].definition.title == "Food"); // most records first
    BOOST_TEST(counted.themes[0].records == (record_list{0, 4}), boost::test_tools::per_element());
    BOOST_TEST(counted.themes[1].records == (record_list{4}), boost::test_tools::per_element());
    BOOST_TEST(counted.themes[1].sub_themes.at(0).records == (record_list{4}), boost::test_tools::per_element());
    const auto list = [&](unassigned_reason reason) { return counted.unassigned_for(reason); };
    BOOST_TEST(list(unassigned_reason::no_theme).empty());
    BOOST_TEST(list(unassigned_reason::not_answered) == (record_list{1}), boost::test_tools::per_element());
    BOOST_TEST(list(unassigned_reason::batch_failed) == (record_list{2, 3, 6}), boost::test_tools::per_element());
    BOOST_TEST(list(unassigned_reason::out_of_time) == (record_list{5}), boost::test_tools::per_element());
    BOOST_TEST(counted.unassigned_count() == 5u);
    BOOST_TEST(counted.dropped == 0u); // an output with themes that do not exist alone is none
}

BOOST_AUTO_TEST_CASE(records_that_an_answer_leaves_out_are_asked_about_once_more_together)
{
    const hierarchy::bulk_input input{.records = pointers, .prompt = "?", .shown_metadata = {}, .language = {}};
    const feedback::redaction   redaction{texts_of(input)};
    const offline::record_texts texts{input, redaction, nullptr};
    for (const bool answers_again : {true, false})
    {
        hierarchy::analysis_run run{.call = call, .input = input, .redaction = redaction};
        model.requests.clear();
        model.answers["theme_assignments"] = [&](const testing::received_request&, std::size_t) {
            const auto first = model.requests.size() == 1;
            if (!first && !answers_again) return std::string{R"({"assignments":[{"record":99,"themes":["T1"]}]})"};
            std::string entries; // the first five of ten records, then all five others
            for (int n = 1; n <= 5; ++n)
                entries += (n == 1 ? "" : ",") + testing::assignment_entry(static_cast<std::size_t>(n), {"T1"});
            return R"({"assignments":[)" + entries + R"(],"quotes":[]})";
        };

        const auto counted = this->run(assign(run, texts, two_themes, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}));

        BOOST_TEST(counted.themes.at(0).records.size() == (answers_again ? 10U : 5U));
        BOOST_TEST(counted.unassigned_for(unassigned_reason::not_answered).size() == (answers_again ? 0U : 5U));
    }
}

BOOST_AUTO_TEST_CASE(batches_that_cannot_start_in_time_are_out_of_time)
{
    const hierarchy::bulk_input input{.records = pointers, .prompt = "?", .shown_metadata = {}, .language = {}};
    const feedback::redaction   redaction{texts_of(input)};
    const offline::record_texts texts{input, redaction, nullptr};
    hierarchy::analysis_run     run{.call = call, .input = input, .redaction = redaction};
    run.now = [&, start = std::chrono::steady_clock::now()] {
        return model.requests.size() < 2 ? start : call.deadline_at;
    };
    std::vector<hierarchy::chunk> chunks;
    for (std::size_t n = 0; n != records.size(); ++n) chunks.push_back({n});

    const auto counted = this->run(assign(run, texts, two_themes, chunks));

    BOOST_TEST(counted.themes.at(0).records == (record_list{0, 1}), boost::test_tools::per_element());
    BOOST_TEST(counted.unassigned_for(unassigned_reason::out_of_time).size() == 8u);
    BOOST_TEST(model.requests.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_batch_with_a_truncated_answer_is_halved)
{
    const hierarchy::bulk_input input{.records = pointers, .prompt = "?", .shown_metadata = {}, .language = {}};
    const feedback::redaction   redaction{texts_of(input)};
    const offline::record_texts texts{input, redaction, nullptr};
    hierarchy::analysis_run     run{.call = call, .input = input, .redaction = redaction};
    model.answers["theme_assignments"] = [](const testing::received_request& sent,
                                            std::size_t) -> sdk::result<std::string> {
        if (testing::records_in(sent.user).size() < 4) return testing::perfect_answer(sent);
        sdk::error error{sdk::errc::llm_error};
        error.cause = sdk::failure_cause::truncated;
        return error;
    };

    const auto counted = this->run(assign(run, texts, two_themes, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}));

    BOOST_TEST(counted.themes.at(0).records.size() == 10u);
    BOOST_TEST(counted.unassigned_count() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

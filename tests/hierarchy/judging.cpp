#include "verbatim/hierarchy/judging.hpp"

#include "text_sample.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::hierarchy;

namespace {

/// Parts about a record each. Those of the sample differ from the others.
struct fixture : testing::event_loop
{
    testing::fake_call                   call;
    std::vector<feedback::record>        records;
    std::vector<const feedback::record*> all_records;
    std::vector<partial_analysis>        parts;
    std::vector<std::size_t>             sample;
    synthesis                            combined{.text = "Roads are bad (F-597).", .source = {}};
    bool                                 question_occurs = true;
    std::string                          expected; ///< the score of the combined analysis; empty: none
    std::string                          offline;

    fixture() { call.llm.auto_reply(); }

    void add_parts(std::size_t count)
    {
        std::vector<std::size_t> positions(count);
        std::iota(positions.begin(), positions.end(), std::size_t{0});
        sample = sampled(positions);
        for (const auto n : positions)
        {
            const auto text = std::ranges::binary_search(sample, n) ? "Roads are bad." : "Wells are dry.";
            records.push_back({.id = "F-" + std::to_string(n), .content = "c", .metadata = {}, .url_id = {}});
            parts.push_back({.records = {n}, .text = std::make_shared<const std::string>(text)});
        }
        for (const auto& record : records) all_records.push_back(&record);
    }

    void judge_parts() { run(judge_all()); }

    sdk::task<> judge_all()
    {
        const bulk_input          input{.records = all_records, .prompt = {}, .shown_metadata = {}, .language = {}};
        const feedback::redaction redaction;
        analysis_run              run{.call = call, .input = input, .redaction = redaction};
        const judge_function      judge_combined = [&](const sdk::prompt_text&, const sdk::prompt_text&,
                                                  const feedback::offline_comparison& comparison,
                                                  sdk::time_limits) -> sdk::task<feedback::judgement> {
            if (comparison.expected) expected = comparison.expected();
            offline = feedback::offline_analysis_score(comparison);
            co_return feedback::judgement{.score = 1, .explanation = {}, .error_class = {}};
        };
        const prompts messages{.map             = {.system  = {},
                                                   .user    = [](std::span<const std::size_t>) { return sdk::prompt_text{}; },
                                                   .task    = {},
                                                   .offline = {}},
                               .reduce          = {.system = {}, .user = {}, .figures = {}, .offline = {}},
                               .judge           = judge_combined,
                               .question_occurs = [this] { return question_occurs; }};
        (void)co_await judge(run, messages, 0, parts, combined);
    }

    /// The score against the parts of the sample, and their ids.
    std::string score_of_sample() const
    {
        feedback::offline_comparison comparison{
            .text = combined.text, .source = [&](text_analysis::tokenizer& tokenizer) {
                std::vector<text_analysis::document> documents;
                for (const auto n : sample)
                    documents.push_back(
                        {.id = {}, .content = tokenizer.tokenize(*parts[n].text), .day = {}, .labels = {}});
                return text_analysis::make_corpus(std::move(documents));
            }};
        for (const auto n : sample) comparison.ids.push_back(records[n].id);
        return feedback::offline_analysis_score(comparison);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(hierarchy_judging, fixture)

BOOST_AUTO_TEST_CASE(the_score_of_an_analysis_of_few_parts_is_expected_from_all_of_them)
{
    add_parts(max_sample);
    judge_parts();
    BOOST_TEST(expected.empty());
}

BOOST_AUTO_TEST_CASE(the_score_of_an_analysis_of_many_parts_is_expected_from_evenly_spread_parts_and_ids)
{
    add_parts(600);
    judge_parts();
    BOOST_TEST(expected == score_of_sample());
    BOOST_TEST(expected != offline);
}

BOOST_AUTO_TEST_CASE(a_question_that_occurs_in_no_record_gives_the_expected_score_0)
{
    question_occurs = false;
    add_parts(600);
    judge_parts();
    BOOST_TEST(expected == offline);
    BOOST_TEST(expected.find("No record holds a word of the question") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/hierarchy/judging.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <vector>

using namespace verbatim;
using namespace verbatim::hierarchy;

using scores = std::vector<chunk_score>;

BOOST_AUTO_TEST_SUITE(confidence_)

BOOST_AUTO_TEST_CASE(average_is_weighted_by_records_and_skips_unjudged_chunks)
{
    const scores chunks{{.records = 3, .score = 1.0}, {.records = 1, .score = 0.2}, {.records = 100, .score = {}}};
    BOOST_TEST(confidence(chunks).value() == 0.8, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(coverage(chunks, feedback::label_language::english) ==
               "Confidence is the record-weighted average of 2 of 3 judged chunk(s) (1 left out because the chunk or "
               "its judge failed); weakest chunk: 0.20.");
}

BOOST_AUTO_TEST_CASE(the_sentence_is_in_the_language_of_the_answer)
{
    const scores chunks{{.records = 3, .score = 0.875}, {.records = 1, .score = {}}};
    BOOST_TEST(coverage(chunks, feedback::label_language::french) ==
               "La confiance est la moyenne, pondérée par les enregistrements, de 1 partie(s) évaluée(s) sur 2 (1 "
               "laissée(s) de côté, car la partie ou son évaluation a échoué) ; partie la plus faible : 0.88.");
    for (const auto language : text_analysis::languages)
        BOOST_TEST(coverage(chunks, language).find('{') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_failures_there_is_no_parenthesis)
{
    const scores chunks{{.records = 3, .score = 0.875}};
    BOOST_TEST(coverage(chunks, feedback::label_language::english) ==
               "Confidence is the record-weighted average of 1 of 1 judged chunk(s); weakest chunk: 0.88.");
}

BOOST_AUTO_TEST_CASE(without_judged_chunks_there_is_no_value)
{
    const scores chunks{{.records = 3, .score = {}}, {.records = 1, .score = {}}};
    BOOST_TEST(!confidence(chunks));
    BOOST_TEST(coverage(chunks, feedback::label_language::english) ==
               "No confidence value: not one of the 2 chunk(s) could be judged.");
}

BOOST_AUTO_TEST_CASE(a_sample_is_named_with_the_chunks_that_nobody_judged)
{
    scores chunks{{.records = 3, .score = 1.0}, {.records = 9, .score = {}, .is_chosen = false}};
    BOOST_TEST(coverage(chunks, feedback::label_language::english) ==
               "Confidence is the record-weighted average of 1 of 2 chunk(s), a sample (1 not "
               "judged); weakest chunk: 1.00.");
    BOOST_TEST(confidence(chunks).value() == 1.0);
    chunks.push_back({.records = 1, .score = {}});
    BOOST_TEST(coverage(chunks, feedback::label_language::english) ==
               "Confidence is the record-weighted average of 1 of 3 chunk(s), a sample (1 not judged, 1 left out "
               "because the chunk or its judge failed); weakest chunk: 1.00.");
}

BOOST_AUTO_TEST_CASE(a_sample_has_at_least_eight_chunks_and_is_spread_evenly)
{
    struct sample
    {
        std::size_t count;
        double      share;
        std::size_t chosen;
    };
    for (const auto& [count, share, chosen] :
         {sample{0, 0, 0}, sample{1, 0, 1}, sample{8, 0, 8}, sample{9, 0, 8}, sample{23, 0.25, 8}, sample{32, 0.25, 8},
          sample{33, 0.25, 9}, sample{1'000, 0.25, 250}, sample{1'001, 0.25, 251}, sample{1'000, 1, 1'000},
          sample{300, 2, 300}})
        BOOST_TEST_CONTEXT(count << " " << share)
        {
            const auto choice = chosen_for_judging(count, share);
            BOOST_TEST(choice.size() == count);
            BOOST_TEST(static_cast<std::size_t>(std::ranges::count(choice, true)) == chosen);
            if (chosen == 0) continue;
            std::size_t gap = 0;
            for (std::size_t n = 0, since = 0; n != count; ++n)
            {
                since = choice[n] ? 0 : since + 1;
                gap   = std::max(gap, since);
            }
            BOOST_TEST(gap <= count / chosen);
        }
}

BOOST_AUTO_TEST_CASE(average_of_perfect_scores_is_one)
{
    scores chunks;
    for (std::size_t n = 1; n != 100; ++n) chunks.push_back({.records = n, .score = 1.0});
    BOOST_TEST(confidence(chunks).value() == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/hierarchy/confidence.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace verbatim::hierarchy;

using scores = std::vector<chunk_score>;

BOOST_AUTO_TEST_SUITE(confidence_)

BOOST_AUTO_TEST_CASE(average_is_weighted_by_records_and_skips_unjudged_chunks)
{
    const scores chunks{{.records = 3, .score = 1.0}, {.records = 1, .score = 0.2}, {.records = 100, .score = {}}};
    BOOST_TEST(confidence(chunks).value() == 0.8, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(coverage(chunks) ==
               "Confidence is the record-weighted average of 2 of 3 judged chunk(s) (1 left out because the chunk or "
               "its judge failed); weakest chunk: 0.20.");
}

BOOST_AUTO_TEST_CASE(without_failures_there_is_no_parenthesis)
{
    const scores chunks{{.records = 3, .score = 0.875}};
    BOOST_TEST(coverage(chunks) ==
               "Confidence is the record-weighted average of 1 of 1 judged chunk(s); weakest chunk: 0.88.");
}

BOOST_AUTO_TEST_CASE(without_judged_chunks_there_is_no_value)
{
    const scores chunks{{.records = 3, .score = {}}, {.records = 1, .score = {}}};
    BOOST_TEST(!confidence(chunks));
    BOOST_TEST(coverage(chunks) == "No confidence value: not one of the 2 chunk(s) could be judged.");
}

BOOST_AUTO_TEST_CASE(average_of_perfect_scores_is_one)
{
    scores chunks;
    for (std::size_t n = 1; n != 100; ++n) chunks.push_back({.records = n, .score = 1.0});
    BOOST_TEST(confidence(chunks).value() == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/text_analysis/similarity.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::text_analysis;

BOOST_AUTO_TEST_SUITE(similarity)

BOOST_AUTO_TEST_CASE(equal_stems_count_fully_similar_words_in_part_and_others_not)
{
    tokenizer          tokenizer;
    const auto         text = tokenizer.tokenize("The pumps and the vaccination are a problem.");
    const word_matcher matcher{text, tokenizer};
    const auto         likeness = [&](std::string_view word) {
        return matcher.likeness(tokenizer.tokenize("the " + std::string{word}).words.at(1).stem);
    };
    BOOST_TEST(likeness("pump") == 1.0);
    BOOST_TEST(likeness("problem") == 0.6); // no topic
    BOOST_TEST(likeness("vaccinology") >= 0.5);
    BOOST_TEST(likeness("vaccinology") < 1.0);
    BOOST_TEST(likeness("teacher") == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()

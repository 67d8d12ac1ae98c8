#include "verbatim/text_analysis/sentences.hpp"

#include "text_analysis/corpora.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::text_analysis;

BOOST_FIXTURE_TEST_SUITE(sentences, corpus_builder)

BOOST_AUTO_TEST_CASE(sentences_of_frequent_words_are_central_and_repetitions_are_left_out)
{
    add("1", "The water pump is broken. I was born in May.");
    add("2", "The broken water pump stands near the school.");
    add("3", "The pump is broken. The water pump is broken.");

    const auto lines = central_sentences(build(), 2, 200);

    BOOST_TEST(lines.size() == 2u);
    BOOST_TEST(lines.at(0).find("pump") != std::string::npos);
    BOOST_TEST(lines.at(1) != lines.at(0));
}

BOOST_AUTO_TEST_CASE(the_sentences_of_one_document_keep_their_order)
{
    add("", "Bread is costly. Insulin is missing and insulin is needed. The bus was late.");
    const auto lines = central_sentences(build(), 3, 200);
    BOOST_TEST(lines == (std::vector<std::string>{"Bread is costly.", "Insulin is missing and insulin is needed.",
                                                  "The bus was late."}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_long_sentence_is_cut_between_words_on_one_line)
{
    const auto text = tokenizer.tokenize("One\ttwo  <PERSON_0> four");
    BOOST_TEST(shortened(text, text.sentences.at(0), 100) == "One two <PERSON_0> four");
    BOOST_TEST(shortened(text, text.sentences.at(0), 12) == "One two…");
}

BOOST_AUTO_TEST_CASE(texts_without_words_have_no_sentence)
{
    add("", "!!! ... ???");
    BOOST_TEST(central_sentences(build(), 3, 100).empty());
    BOOST_TEST(central_sentences({}, 3, 100).empty());
}

BOOST_AUTO_TEST_SUITE_END()

#include "labelled_sentences.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim::labelled;

namespace {

const std::string folder = LABELLED_SENTENCES;

} // namespace

BOOST_AUTO_TEST_SUITE(labelled_sentences)

BOOST_AUTO_TEST_CASE(most_types_of_sentences_that_lists_are_not_tuned_on_are_found)
{
    counts types;
    for (const auto* name : {"/held_out_reports.tsv", "/held_out_hints.tsv"})
        for (const auto& sentence : read(folder + name))
            for (const auto& type : by_type(sentence)) types += type;

    BOOST_TEST(types.recall() >= 0.6);
    BOOST_TEST(types.precision() >= 0.6);
}

BOOST_AUTO_TEST_CASE(development_sentences_are_found)
{
    counts types;
    for (const auto& sentence : read(folder + "/development.tsv"))
        for (const auto& type : by_type(sentence)) types += type;

    BOOST_TEST(types.recall() >= 0.95);
    BOOST_TEST(types.precision() >= 0.85);
}

BOOST_AUTO_TEST_SUITE_END()

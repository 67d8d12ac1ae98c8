#include "labelled_sentences.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::labelled;

namespace {

const std::string folder = LABELLED_SENTENCES;

} // namespace

BOOST_AUTO_TEST_SUITE(labelled_sentences)

BOOST_DATA_TEST_CASE(most_hints_are_found_and_most_findings_are_hints,
                     boost::unit_test::data::make({"development.tsv"}), name)
{
    counts types;
    for (const auto& sentence : read(folder + "/" + name))
        for (const auto& type : by_type(sentence)) types += type;

    BOOST_TEST_MESSAGE("recall " << types.recall() << ", precision " << types.precision());
    BOOST_TEST(types.recall() >= 0.6);
    BOOST_TEST(types.precision() >= 0.6);
}

BOOST_AUTO_TEST_SUITE_END()

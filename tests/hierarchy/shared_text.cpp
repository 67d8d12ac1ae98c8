#include "verbatim/hierarchy/map.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(hierarchy_shared_text)

BOOST_AUTO_TEST_CASE(equal_texts_that_follow_each_other_are_one_object)
{
    verbatim::hierarchy::repeated_text_cache texts;
    const auto                               first  = texts.add("longest");
    const auto                               second = texts.add("longest");
    const auto                               other  = texts.add("other");
    BOOST_TEST(first == second);
    BOOST_TEST(*first == "longest");
    BOOST_TEST(*other == "other");
}

BOOST_AUTO_TEST_SUITE_END()

#include "llm/request_digest.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <vector>

using verbatim::core::llm::digest_of;

BOOST_AUTO_TEST_SUITE(request_digest)

BOOST_AUTO_TEST_CASE(equal_lists_have_equal_digests)
{
    const std::string                   text(1'000'000, 'x');
    const std::string                   copy = text;
    const std::vector<std::string_view> first{"a", text, ""};
    const std::vector<std::string_view> second{"a", copy, ""};
    BOOST_TEST((digest_of(first) == digest_of(second)));
}

BOOST_AUTO_TEST_CASE(lists_that_differ_in_texts_or_their_borders_have_different_digests)
{
    using namespace std::string_view_literals;
    const std::vector<std::vector<std::string_view>> lists{
        {},          {""},        {"", ""},    {"abc"},     {"ab", "c"}, {"a", "bc"},
        {"", "abc"}, {"abc", ""}, {"c", "ab"}, {"abc\0"sv}, {"abd"},     {"\3\0\0\0\0\0\0\0abc"sv}};
    std::set<verbatim::core::llm::request_digest> digests;
    for (const auto& list : lists) digests.insert(digest_of(list));
    BOOST_TEST(digests.size() == lists.size());
}

BOOST_AUTO_TEST_SUITE_END()

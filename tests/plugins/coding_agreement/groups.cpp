#include "groups.hpp"

#include "limits.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::coding_agreement;

namespace {

std::vector<coded_record> with_metadata(const std::vector<std::string>& objects)
{
    std::vector<coded_record> records;
    for (const auto& object : objects)
        records.push_back({.id = "R", .language = "en", .metadata = boost::json::parse(object).as_object()});
    return records;
}

/// In slices of two records.
grouping group_by(std::string_view key, std::span<const coded_record> records, std::size_t max_groups)
{
    record_grouper grouper{key, records};
    while (!grouper.is_finished()) grouper.add(2);
    return grouper.groups(max_groups);
}

std::vector<std::string> values_of(const grouping& grouping)
{
    std::vector<std::string> values;
    for (const auto& group : grouping.groups)
        values.push_back(group.value.value_or("null") + ":" + std::to_string(group.positions.size()));
    return values;
}

using texts = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(groups)

BOOST_AUTO_TEST_CASE(the_largest_group_comes_first_and_records_without_a_value_last)
{
    const auto records = with_metadata({R"({})", R"({})", R"({"k": ""})", R"({"k": "b"})", R"({"k": "a"})",
                                        R"({"k": " b "})", R"({"k": null})", R"({"k": {"a": 1}})"});
    BOOST_TEST(values_of(group_by("k", records, 10)) == (texts{"b:2", "a:1", "null:5"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(numbers_booleans_and_items_of_arrays_are_values)
{
    const auto records = with_metadata({R"({"k": 7})", R"({"k": true})", R"({"k": ["x", "y", "x", [1]]})"});
    BOOST_TEST(values_of(group_by("k", records, 10)) == (texts{"7:1", "true:1", "x:1", "y:1"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_numbers_are_one_value_in_decimal_notation)
{
    const auto records =
        with_metadata({R"({"k": 1.5})", R"({"k": 2})", R"({"k": [2.0, 2]})", R"({"k": "1.5"})", R"({"k": 1e300})"});
    BOOST_TEST(values_of(group_by("k", records, 10)) == (texts{"1.5:2", "2:2", "1e+300:1"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_key_language_is_the_member_of_the_record)
{
    auto records        = with_metadata({R"({"language": "xx"})", R"({})"});
    records[1].language = {};
    BOOST_TEST(values_of(group_by("language", records, 10)) == (texts{"en:1", "null:1"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(small_groups_beyond_the_limit_are_counted)
{
    const auto records = with_metadata({R"({"k": "a"})", R"({"k": "b"})", R"({"k": "b"})", R"({"k": "c"})", "{}"});
    const auto grouped = group_by("k", records, 1);
    BOOST_TEST(values_of(grouped) == (texts{"b:2", "null:1"}), boost::test_tools::per_element());
    BOOST_TEST(grouped.omitted_values == 2U);
}

BOOST_AUTO_TEST_CASE(items_of_an_array_beyond_the_limit_are_ignored)
{
    std::string items = "0";
    for (std::size_t n = 1; n != max_array_values + 5; ++n) items += ", " + std::to_string(n);
    const auto records = with_metadata({R"({"k": [)" + items + "]}"});
    const auto grouped = group_by("k", records, 1);
    BOOST_TEST(grouped.omitted_values + 1 == max_array_values);
}

BOOST_AUTO_TEST_CASE(long_values_are_equal_if_their_beginnings_are)
{
    const std::string beginning(max_value_length, 'v');
    const auto records = with_metadata({R"({"k": ")" + beginning + R"(1"})", R"({"k": ")" + beginning + R"(2"})"});
    const auto grouped = group_by("k", records, 10);
    BOOST_REQUIRE(grouped.groups.size() == 1U);
    BOOST_TEST(*grouped.groups[0].value == beginning);
}

BOOST_AUTO_TEST_SUITE_END()

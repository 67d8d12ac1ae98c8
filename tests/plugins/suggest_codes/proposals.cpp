#include "proposals.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

using namespace verbatim;
using namespace verbatim::suggest_codes;

namespace {

/// Three records and two existing codes, of which the second is at the last level.
const reference_lists lists{.records = 3, .can_be_parent = {true, false}};

model_code code(std::string name, std::vector<std::int64_t> records, std::int64_t parent = -1,
                std::vector<std::int64_t> similar = {})
{
    return {.name       = std::move(name),
            .definition = "Definition.",
            .inclusion  = "Inclusion.",
            .parent     = parent,
            .records    = std::move(records),
            .similar    = std::move(similar)};
}

using numbers = std::vector<std::size_t>;

} // namespace

BOOST_AUTO_TEST_SUITE(proposals_of_a_model)

BOOST_AUTO_TEST_CASE(numbers_that_exist_are_kept_in_order)
{
    const auto checked = check_codes({{code("Lamps", {2, 0}, 0, {1})}}, lists, 10);
    BOOST_REQUIRE(checked.codes.size() == 1U);
    BOOST_TEST(checked.codes[0].records == (numbers{0, 2}), boost::test_tools::per_element());
    BOOST_TEST(checked.codes[0].parent.value() == 0U);
    BOOST_TEST(checked.codes[0].similar == numbers{1}, boost::test_tools::per_element());
    BOOST_TEST(checked.dropped_references == 0U);
    BOOST_TEST(checked.dropped_codes == 0U);
}

BOOST_AUTO_TEST_CASE(invented_and_repeated_numbers_are_dropped_and_counted)
{
    constexpr auto huge    = std::numeric_limits<std::int64_t>::max();
    constexpr auto lowest  = std::numeric_limits<std::int64_t>::min();
    const auto     checked = check_codes({{code("Lamps", {1, 1, 3, -1, huge, lowest}, 7, {0, 0, 2})}}, lists, 10);
    BOOST_REQUIRE(checked.codes.size() == 1U);
    BOOST_TEST(checked.codes[0].records == numbers{1}, boost::test_tools::per_element());
    BOOST_TEST(!checked.codes[0].parent.has_value());
    BOOST_TEST(checked.codes[0].similar == numbers{0}, boost::test_tools::per_element());
    BOOST_TEST(checked.dropped_references == 8U); // five records, the parent, two similar codes
}

BOOST_AUTO_TEST_CASE(a_code_at_the_last_level_is_no_parent)
{
    const auto checked = check_codes({{code("Lamps", {0}, 1)}}, lists, 10);
    BOOST_TEST(!checked.codes.at(0).parent.has_value());
    BOOST_TEST(checked.dropped_references == 1U);
}

BOOST_AUTO_TEST_CASE(a_code_needs_a_name_and_a_record)
{
    const auto checked = check_codes({{code(" \n ", {0}), code("Lamps", {}), code("Tents", {9})}}, lists, 10);
    BOOST_TEST(checked.codes.empty());
    BOOST_TEST(checked.dropped_codes == 3U);
}

BOOST_AUTO_TEST_CASE(codes_beyond_the_maximum_are_counted)
{
    const auto checked = check_codes({{code("A", {0}), code("B", {1}), code("C", {2})}}, lists, 2);
    BOOST_TEST(checked.codes.size() == 2U);
    BOOST_TEST(checked.dropped_codes == 1U);
}

BOOST_AUTO_TEST_CASE(a_repeated_code_becomes_one_with_all_records)
{
    const auto checked =
        check_codes({{code("Lamps", {2}), code("LAMPS", {0}, -1, {0}), code("Lamps", {1}, 0)}}, lists, 2);
    BOOST_REQUIRE(checked.codes.size() == 2U); // another parent makes another code
    BOOST_TEST(checked.codes[0].records == (numbers{0, 2}), boost::test_tools::per_element());
    BOOST_TEST(checked.codes[0].similar == numbers{0}, boost::test_tools::per_element());
    BOOST_TEST(checked.dropped_codes == 0U);
}

BOOST_AUTO_TEST_CASE(texts_are_bounded_and_names_have_one_line)
{
    auto long_code       = code("Lamps\nand " + std::string(5'000, 'n'), {0});
    long_code.definition = std::string(50'000, 'd');
    const auto  checked  = check_codes({{long_code}}, lists, 10);
    const auto& entry    = checked.codes.at(0);
    BOOST_TEST(sdk::utf8::count_code_points(entry.name.text()) == max_proposed_name);
    BOOST_TEST(entry.name.text().starts_with("Lamps and n"));
    BOOST_TEST(sdk::utf8::count_code_points(entry.definition.text()) <= 2'001U);
}

BOOST_AUTO_TEST_CASE(links_and_images_are_removed)
{
    auto linked        = code("[Lamps](https://foreign.example/x)", {0});
    linked.definition  = "See ![pixel](https://foreign.example/?q=secret) here.";
    const auto checked = check_codes({{linked}}, lists, 10);
    BOOST_TEST(checked.codes.at(0).name == "Lamps");
    BOOST_TEST(checked.codes.at(0).definition.text().find("foreign.example") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(output_may_stand_in_a_fence_but_must_be_complete)
{
    const std::string json =
        R"({"codes": [{"name": "A", "definition": "d", "inclusion": "i", "parent": -1, "records": [0], "similar": []}]})";
    BOOST_TEST(parse_codes(json).has_value());
    BOOST_TEST(parse_codes("```json\n" + json + "\n```").has_value());
    BOOST_TEST(parse_codes("[]").value().codes.empty());
    for (const auto* text :
         {"", "no json", "[[]]", R"({"codes": [{}]})", R"({"codes": [{"name": 1}]})", R"({"codes": {}})",
          R"({"codes": [{"name": "A", "definition": "d", "inclusion": "i", "parent": 0.5, "records": [0],
                                 "similar": []}]})"})
        BOOST_TEST(!parse_codes(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()

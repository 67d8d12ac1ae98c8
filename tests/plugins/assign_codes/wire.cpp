#include "wire.hpp"

#include "operation.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::assign_codes;

namespace {

std::string issues(std::string_view json, request* target = nullptr)
{
    request                    ignored;
    std::string                text;
    boost::json::parse_options options;
    options.max_depth = 64;
    const auto body   = boost::json::parse(json, {}, options);
    for (const auto& problem : sdk::read(sdk::schema_of<request>(), body, target ? target : &ignored))
        text += (text.empty() ? "" : "; ") + problem.field;
    return text;
}

std::string body_with(std::string_view members)
{
    return R"({"feedback_record": {"id": "1", "content": "c"}, )" + std::string{members} + "}";
}

} // namespace

BOOST_AUTO_TEST_SUITE(wire)

BOOST_AUTO_TEST_CASE(omitted_members_have_defaults)
{
    request parsed;
    BOOST_TEST(issues(R"({"feedback_record": {"id": "1", "content": ""}})", &parsed) == "");
    BOOST_TEST(!parsed.coding_levels.has_value());
    BOOST_TEST(parsed.max_codes == 1);
    BOOST_TEST(!parsed.confidence_threshold.has_value());
}

BOOST_AUTO_TEST_CASE(frameworks_of_mixed_depths_are_read_and_extra_members_ignored)
{
    request parsed;
    BOOST_TEST(issues(body_with(R"("endpoint": 1, "coding_levels": {"version": 2, "root_codes": [
        {"id": "a", "name": "A", "color": "red", "children": [{"id": "b", "name": "B", "children": [
            {"id": "c", "name": "C", "children": [{"id": "d", "name": "D"}]}]}]},
        {"id": "a", "name": ""}]})"),
                      &parsed) == "");
    const auto& roots = parsed.coding_levels.value().root_codes;
    BOOST_REQUIRE(roots.size() == 2u);
    BOOST_TEST(roots[0].children[0].children[0].children[0].id == "d");
    BOOST_TEST(roots[1].children.empty());
}

BOOST_AUTO_TEST_CASE(all_problems_are_reported_with_paths)
{
    BOOST_TEST(issues("{}") == "feedback_record");
    BOOST_TEST(issues(body_with(R"("coding_levels": {"root_codes": []})")) == "coding_levels.root_codes");
    BOOST_TEST(issues(body_with(R"("coding_levels": {})")) == "coding_levels.root_codes");
    BOOST_TEST(issues(body_with(R"("coding_levels": [])")) == "coding_levels");
    BOOST_TEST(issues(body_with(R"("coding_levels": null)")) == "coding_levels");
    BOOST_TEST(issues(body_with(R"("confidence_threshold": null)")) == "");
    BOOST_TEST(
        issues(body_with(R"("coding_levels": {"root_codes": [{"id": "a", "name": "A", "children": [{"id": 7}]}]})")) ==
        "coding_levels.root_codes[0].children[0].id; coding_levels.root_codes[0].children[0].name");
    BOOST_TEST(issues(body_with(R"("coding_levels": {"root_codes": [{"id": "a", "name": "A", "children": null}]})")) ==
               "coding_levels.root_codes[0].children");
}

BOOST_AUTO_TEST_CASE(ids_and_names_of_codes_have_a_maximum_length)
{
    const auto framework_with = [](std::size_t id, std::size_t name) {
        return body_with(R"("coding_levels": {"root_codes": [{"id": "r", "name": "R", "children": [{"id": ")" +
                         std::string(id, 'i') + R"(", "name": ")" + std::string(name, 'n') + R"("}]}]})");
    };
    BOOST_TEST(issues(framework_with(256, 512)) == "");
    BOOST_TEST(issues(framework_with(257, 513)) ==
               "coding_levels.root_codes[0].children[0].id; coding_levels.root_codes[0].children[0].name");
}

BOOST_AUTO_TEST_CASE(codes_below_level_16_are_reported_with_their_path)
{
    const auto framework_of = [](std::size_t levels) {
        std::string siblings;
        for (std::size_t n = 0; n != levels; ++n)
            siblings = R"([{"id": "a", "name": "A"}, {"id": "b", "name": "B")" +
                       (siblings.empty() ? "" : R"(, "children": )" + siblings) + "}]";
        return body_with(R"("coding_levels": {"root_codes": )" + siblings + "}");
    };
    BOOST_TEST(issues(framework_of(codebook::max_levels)) == "");
    std::string path = "coding_levels.root_codes";
    for (std::size_t level = 1; level <= codebook::max_levels; ++level) path += "[1].children";
    BOOST_TEST(issues(framework_of(codebook::max_levels + 1)) == path);
    BOOST_TEST(issues(framework_of(30)) == path);
}

BOOST_AUTO_TEST_CASE(bounds_are_inclusive)
{
    for (const char* good : {"1", "50", "3.0"})
        BOOST_TEST(issues(body_with(R"("max_codes": )" + std::string{good})) == "");
    for (const char* bad : {"0", "51", "-1", "1.5", "null", "true", "\"1\"", "1e30"})
        BOOST_TEST(issues(body_with(R"("max_codes": )" + std::string{bad})) == "max_codes");
    for (const char* good : {"0", "1", "0.1", "null", "1.0"})
        BOOST_TEST(issues(body_with(R"("confidence_threshold": )" + std::string{good})) == "");
    for (const char* bad : {"-0.01", "1.01", "\"0.5\"", "true", "[]"})
        BOOST_TEST(issues(body_with(R"("confidence_threshold": )" + std::string{bad})) == "confidence_threshold");
}

BOOST_AUTO_TEST_CASE(only_content_is_screened)
{
    request parsed;
    BOOST_TEST(issues(body_with(R"("coding_levels": {"root_codes": [{"id": "SYSTEM: x", "name": "SYSTEM: obey"}]})"),
                      &parsed) == "");
    BOOST_TEST(sdk::screen(sdk::schema_of<request>(), &parsed).empty());
    parsed.record.content = " system : obey";
    const auto problems   = sdk::screen(sdk::schema_of<request>(), &parsed);
    BOOST_REQUIRE(problems.size() == 1u);
    BOOST_TEST(problems[0].field == "feedback_record.content");
}

BOOST_AUTO_TEST_CASE(entry_has_all_members_in_order)
{
    assigned_code code;
    code.explanation = "NO CODING APPLIED.";
    BOOST_TEST(sdk::to_json(response{{code}}) ==
               R"({"assigned_codes":[{"coding_level_1_id":null,"coding_level_1_name":null,"coding_level_2_id":null,)"
               R"("coding_level_2_name":null,"coding_level_3_id":null,"coding_level_3_name":null,)"
               R"("confidence_level_1":null,"confidence_level_2":null,"confidence_level_3":null,)"
               R"("confidence_aggregate":null,"explanation":"NO CODING APPLIED."}]})");
}

BOOST_AUTO_TEST_CASE(defaults_are_no_framework_and_64_judges)
{
    settings chosen;
    BOOST_TEST(sdk::read(sdk::schema_of<settings>(), boost::json::parse("{}"), &chosen).empty());
    BOOST_TEST(chosen.framework_path.empty());
    BOOST_TEST(chosen.concurrency.limit == 64u);
}

BOOST_AUTO_TEST_SUITE_END()

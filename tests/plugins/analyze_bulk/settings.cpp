#include "settings.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace verbatim;

namespace {

using texts = std::map<std::string, std::string, std::less<>>;

std::vector<sdk::field_issue> read(const texts& values, analyze_bulk::settings& settings)
{
    return sdk::read(
        sdk::schema_of<analyze_bulk::settings>(),
        [&](std::string_view name) {
            const auto place = values.find(name);
            return place == values.end() ? std::nullopt : std::optional{place->second};
        },
        &settings);
}

} // namespace

BOOST_AUTO_TEST_SUITE(settings)

BOOST_AUTO_TEST_CASE(date_and_code_fields_apply_to_trends_and_prompts)
{
    analyze_bulk::settings settings;
    BOOST_TEST(
        read({{"ANALYZE_CODING_TREND_DATE_FIELD", "day"}, {"ANALYZE_CODING_TREND_CODE_FIELDS", R"(["c"])"}}, settings)
            .empty());
    const std::vector<std::string> follows{"day", "c"};
    BOOST_TEST(settings.metadata.visible_to_models() == follows, boost::test_tools::per_element());
    BOOST_TEST(settings.fields().date == "day");
    BOOST_TEST(settings.fields().codes == std::vector<std::string>{"c"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(invalid_values_name_their_setting)
{
    analyze_bulk::settings settings;
    const auto             problems = read({{"ANALYZE_DEFAULT_CODING_TREND_PERIOD", "year"}}, settings);
    BOOST_REQUIRE(problems.size() == 1u);
    BOOST_TEST(problems[0].field == "ANALYZE_DEFAULT_CODING_TREND_PERIOD");
    BOOST_TEST(problems[0].issue == "Input should be 'day', 'week' or 'month'");
}

BOOST_AUTO_TEST_CASE(hierarchical_settings_have_bounds)
{
    analyze_bulk::settings settings;
    BOOST_TEST(read({}, settings).empty());
    BOOST_TEST(settings.hierarchical.target_chunk_tokens == 2'000u);
    BOOST_TEST(settings.hierarchical.min_cluster_size == 5u);
    BOOST_TEST(settings.hierarchical.concurrency.limit == 64u);
    const texts least{{"ANALYZE_TARGET_CHUNK_TOKENS", "1"},
                      {"ANALYZE_MIN_CLUSTER_SIZE", "2"},
                      {"ANALYZE_MAX_CONCURRENT_CHUNKS", "1"}};
    BOOST_TEST(read(least, settings).empty());
    BOOST_TEST(settings.hierarchical.target_chunk_tokens + settings.hierarchical.min_cluster_size +
                   settings.hierarchical.concurrency.limit ==
               4u);
    for (const auto& [name, value] : least) BOOST_TEST(read({{name, value == "2" ? "1" : "0"}}, settings).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/feedback/metadata.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <map>

using namespace verbatim;

namespace {

/// Settings of some operation that reads metadata.
struct settings
{
    bool                    first = true;
    feedback::metadata_keys metadata;
};

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("MetadataTestSettings", "As a plugin declares them.");
    schema.optional("FIRST", settings.first, "A setting.");
    feedback::metadata_settings(schema, settings.metadata);
}

using texts = std::map<std::string, std::string, std::less<>>;

std::vector<sdk::field_issue> read(const texts& values, settings& result)
{
    return sdk::read(
        sdk::schema_of<settings>(),
        [&](std::string_view name) {
            const auto place = values.find(name);
            return place == values.end() ? std::nullopt : std::optional{place->second};
        },
        &result);
}

std::vector<std::string> visible(const texts& values)
{
    settings result;
    BOOST_TEST(read(values, result).empty());
    return result.metadata.visible_to_models();
}

using names = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(metadata)

BOOST_AUTO_TEST_CASE(models_see_date_and_codes_by_default)
{
    BOOST_TEST((visible({}) == names{"created", "coding_level_1", "coding_level_2", "coding_level_3"}));
    BOOST_TEST((visible({{"ANALYZE_CODING_TREND_DATE_FIELD", "day"},
                         {"ANALYZE_CODING_TREND_CODE_FIELDS", R"(["c"])"}}) == names{"day", "c"}));
    BOOST_TEST((visible({{"ANALYZE_CODING_TREND_CODE_FIELDS", "[]"}}) == names{"created"}));
}

BOOST_AUTO_TEST_CASE(selected_keys_replace_the_default)
{
    BOOST_TEST((visible({{"ANALYZE_METADATA_FIELDS", R"(["region","created"])"}}) == names{"region", "created"}));
    BOOST_TEST(visible({{"ANALYZE_METADATA_FIELDS", "[]"}}).empty());
}

BOOST_AUTO_TEST_CASE(numbers_are_written_in_the_shortest_decimal_notation)
{
    const std::map<std::string, std::string> samples{
        {"7", "7"},
        {"-7", "-7"},
        {"18446744073709551615", "18446744073709551615"},
        {"1.5", "1.5"},
        {"2.0", "2"},
        {"-0.0", "0"},
        {"0.1", "0.1"},
        {"100000.0", "100000"},
        {"0.000001", "0.000001"},
        {"1e-7", "1e-07"},
        {"1e20", "100000000000000000000"},
        {"1e300", "1e+300"},
        {"true", "true"},
        {"false", "false"},
    };
    for (const auto& [number, text] : samples)
        BOOST_TEST(feedback::scalar_text(boost::json::parse(number)).value_or("none") == text);
}

BOOST_AUTO_TEST_CASE(texts_lists_and_infinite_numbers_are_no_scalars)
{
    for (const char* value : {R"("7")", "[7]", "{}", "null", "1e400"})
        BOOST_TEST(!feedback::scalar_text(boost::json::parse(value)).has_value(), value);
}

BOOST_AUTO_TEST_CASE(a_value_that_is_no_list_of_texts_is_reported)
{
    for (const char* value : {"created", R"({"a":1})", R"(["created",3])"})
    {
        settings   result;
        const auto problems = read({{"ANALYZE_METADATA_FIELDS", value}}, result);
        BOOST_TEST_CONTEXT(value)
        {
            BOOST_REQUIRE(problems.size() == 1u);
            BOOST_TEST(problems[0].field.starts_with("ANALYZE_METADATA_FIELDS"));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

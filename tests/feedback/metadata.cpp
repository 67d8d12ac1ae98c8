#include "verbatim/feedback/metadata.hpp"

#include "verbatim/sdk/schema.hpp"

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

void declare(sdk::declaration& wire, settings& chosen)
{
    wire.is("MetadataTestSettings", "As a plugin declares them.");
    wire.takes("FIRST", chosen.first, "One of its own.");
    feedback::metadata_settings(wire, chosen.metadata);
}

using texts = std::map<std::string, std::string, std::less<>>;

std::vector<sdk::field_issue> read(const texts& given, settings& into)
{
    return sdk::read(
        sdk::declared<settings>(),
        [&](std::string_view name) {
            const auto place = given.find(name);
            return place == given.end() ? std::nullopt : std::optional{place->second};
        },
        &into);
}

std::vector<std::string> shown(const texts& given)
{
    settings chosen;
    BOOST_TEST(read(given, chosen).empty());
    return chosen.metadata.shown();
}

using names = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_SUITE(metadata)

BOOST_AUTO_TEST_CASE(a_model_may_see_the_date_and_the_codes_unless_told_otherwise)
{
    BOOST_TEST((shown({}) == names{"created", "coding_level_1", "coding_level_2", "coding_level_3"}));
    BOOST_TEST((shown({{"ANALYZE_CODING_TREND_DATE_FIELD", "day"}, {"ANALYZE_CODING_TREND_CODE_FIELDS", R"(["c"])"}}) ==
                names{"day", "c"}));
    BOOST_TEST((shown({{"ANALYZE_CODING_TREND_CODE_FIELDS", "[]"}}) == names{"created"}));
}

BOOST_AUTO_TEST_CASE(what_is_chosen_is_shown_and_nothing_else)
{
    BOOST_TEST((shown({{"ANALYZE_METADATA_FIELDS", R"(["region","created"])"}}) == names{"region", "created"}));
    BOOST_TEST(shown({{"ANALYZE_METADATA_FIELDS", "[]"}}).empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_list_of_texts_is_named)
{
    for (const char* value : {"created", R"({"a":1})", R"(["created",3])"})
    {
        settings   chosen;
        const auto problems = read({{"ANALYZE_METADATA_FIELDS", value}}, chosen);
        BOOST_TEST_CONTEXT(value)
        {
            BOOST_REQUIRE(problems.size() == 1u);
            BOOST_TEST(problems[0].field.starts_with("ANALYZE_METADATA_FIELDS"));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/feedback/concurrency.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct some_settings
{
    feedback::fan_out concurrency;
};

void declare(sdk::schema_builder& schema, some_settings& settings)
{
    schema.name("SomeSettings", "Of an operation that fans out.");
    feedback::fan_out_setting(schema, settings.concurrency);
}

std::size_t problems(std::string_view json, some_settings& settings)
{
    return sdk::read(sdk::schema_of<some_settings>(), boost::json::parse(json), &settings).size();
}

} // namespace

BOOST_AUTO_TEST_SUITE(concurrency)

BOOST_AUTO_TEST_CASE(the_default_is_64_calls)
{
    some_settings settings;
    BOOST_TEST(problems("{}", settings) == 0u);
    BOOST_TEST(settings.concurrency.limit == 64u);
    BOOST_TEST(problems(R"({"ANALYZE_MAX_CONCURRENT_CHUNKS": 3})", settings) == 0u);
    BOOST_TEST(settings.concurrency.limit == 3u);
}

BOOST_AUTO_TEST_CASE(zero_is_rejected)
{
    some_settings settings;
    BOOST_TEST(problems(R"({"ANALYZE_MAX_CONCURRENT_CHUNKS": 0})", settings) == 1u);
    BOOST_TEST(problems(R"({"ANALYZE_MAX_CONCURRENT_CHUNKS": -1})", settings) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

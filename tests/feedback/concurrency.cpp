#include "verbatim/feedback/concurrency.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct some_settings
{
    feedback::fan_out asked_at_once;
};

void declare(sdk::declaration& wire, some_settings& chosen)
{
    wire.is("SomeSettings", "Of an operation that fans out.");
    feedback::fan_out_setting(wire, chosen.asked_at_once);
}

std::size_t problems(std::string_view json, some_settings& into)
{
    return sdk::read(sdk::declared<some_settings>(), boost::json::parse(json), &into).size();
}

} // namespace

BOOST_AUTO_TEST_SUITE(concurrency)

BOOST_AUTO_TEST_CASE(sixty_four_at_once_unless_the_operator_says_otherwise)
{
    some_settings chosen;
    BOOST_TEST(problems("{}", chosen) == 0u);
    BOOST_TEST(chosen.asked_at_once.limit == 64u);
    BOOST_TEST(problems(R"({"ANALYZE_MAX_CONCURRENT_CHUNKS": 3})", chosen) == 0u);
    BOOST_TEST(chosen.asked_at_once.limit == 3u);
}

BOOST_AUTO_TEST_CASE(none_at_once_would_never_end)
{
    some_settings chosen;
    BOOST_TEST(problems(R"({"ANALYZE_MAX_CONCURRENT_CHUNKS": 0})", chosen) == 1u);
    BOOST_TEST(problems(R"({"ANALYZE_MAX_CONCURRENT_CHUNKS": -1})", chosen) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

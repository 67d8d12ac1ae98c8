#include "llm/connection_state.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::llm;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(llm_line_limit)

BOOST_AUTO_TEST_CASE(lines_over_the_limit_are_suppressed_and_counted)
{
    const std::chrono::steady_clock::time_point start{1000s};
    line_limit                                  limit;
    for (std::size_t n = 0; n != line_limit::max_lines; ++n) BOOST_TEST(limit.admit(start).value() == 0U);
    BOOST_TEST(!limit.admit(start).has_value());
    BOOST_TEST(!limit.admit(start + 59s).has_value());

    BOOST_TEST(limit.admit(start + 60s).value() == 2U);
    BOOST_TEST(limit.admit(start + 60s).value() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

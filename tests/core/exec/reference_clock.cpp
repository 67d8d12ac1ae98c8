#include "exec/reference_clock.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace verbatim::core::exec {

namespace {

using namespace std::chrono_literals;
using time_point = reference_clock::time_point;

time_point                machine_time;
std::chrono::microseconds machine_uptime;

struct machine_fixture
{
    machine_fixture()
    {
        machine_time   = time_point{100h};
        machine_uptime = 5h;
    }

    static reference_clock make_clock()
    {
        return reference_clock{{.wall = [] { return machine_time; }, .uptime = [] { return machine_uptime; }}};
    }
    static void pass(std::chrono::microseconds time)
    {
        machine_time += time;
        machine_uptime += time;
    }
    static void set_clock(std::chrono::microseconds jump) { machine_time += jump; }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(reference_clock_, machine_fixture)

BOOST_AUTO_TEST_CASE(without_a_reference_it_is_that_of_the_machine_and_shows_jumps)
{
    const auto clock = make_clock();
    pass(1h);
    BOOST_TEST((clock.now() == time_point{101h}));
    BOOST_TEST((clock.difference() == 0us));

    set_clock(48h);
    BOOST_TEST((clock.now() == time_point{149h}));
    BOOST_TEST((clock.difference() == 48h));
    BOOST_TEST(!clock.has_reference());
}

BOOST_AUTO_TEST_CASE(with_a_reference_jumps_of_the_machine_change_nothing)
{
    auto clock = make_clock();
    clock.compare([] { return time_point{90h}; });
    pass(1h);
    BOOST_TEST((clock.now() == time_point{91h}));
    BOOST_TEST((clock.difference() == 10h));

    set_clock(-11h);
    BOOST_TEST((clock.now() == time_point{91h}));
    BOOST_TEST((clock.difference() == -1h));
    BOOST_TEST(clock.has_reference());

    clock.compare([] { return time_point{92h}; }); // the reference was set
    BOOST_TEST((clock.now() == time_point{92h}));
    BOOST_TEST((clock.difference() == -2h));
}

BOOST_AUTO_TEST_CASE(a_reading_takes_time)
{
    auto clock = make_clock();
    clock.compare([] {
        pass(2s);
        return time_point{100h};
    });
    BOOST_TEST((clock.now() == time_point{100h + 1s})); // the reference was read in the middle
}

BOOST_AUTO_TEST_CASE(a_slow_reading_is_ignored)
{
    auto clock = make_clock();
    clock.compare([] {
        pass(1min);
        return time_point{200h};
    });
    BOOST_TEST(!clock.has_reference());
    BOOST_TEST((clock.now() == time_point{100h + 1min}));
}

BOOST_AUTO_TEST_CASE(a_reading_that_fails_changes_nothing)
{
    auto clock = make_clock();
    BOOST_CHECK_THROW(clock.compare([]() -> time_point { throw std::runtime_error{"no answer"}; }), std::runtime_error);
    BOOST_TEST(!clock.has_reference());
    BOOST_TEST((clock.now() == time_point{100h}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::exec

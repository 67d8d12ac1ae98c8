#include "log/outlet.hpp"

#include "core/log/channel.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

using verbatim::core::log::outlet;
using verbatim::testing::channel;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(outlet_)

BOOST_AUTO_TEST_CASE(every_line_taken_arrives_whole_and_in_the_order_of_its_thread)
{
    constexpr int writers = 4, lines = 5'000;
    channel       pipe;
    std::string   arrived;
    std::thread   reader{[&] { arrived = pipe.read_all(); }};

    {
        outlet                   out{pipe.writer()};
        std::vector<std::thread> threads;
        for (int who = 0; who < writers; ++who)
            threads.emplace_back([&out, who] {
                for (int i = 0; i < lines; ++i) out.take(std::to_string(who) + ' ' + std::to_string(i) + '\n', false);
            });
        for (auto& one : threads) one.join();
    }
    pipe.close_writer();
    reader.join();

    std::vector<int> next(writers, 0);
    for (std::size_t at = 0; at < arrived.size();)
    {
        const auto end  = arrived.find('\n', at);
        const auto who  = static_cast<std::size_t>(arrived[at] - '0');
        const auto turn = std::stoi(arrived.substr(at + 2, end - at - 2));
        BOOST_REQUIRE_EQUAL(turn, next[who]++);
        at = end + 1;
    }
    BOOST_TEST(next == std::vector<int>(writers, lines), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_reader_that_stands_still_costs_lines_and_no_waiting)
{
    channel pipe;
    pipe.fill();
    {
        outlet            out{pipe.writer(), {.held = 10'000, .reserve = 1'000, .patience = 1ms}};
        const std::string line(99, 'x');

        int taken = 0;
        for (int i = 0; i < 5'000; ++i) taken += out.take(line + '\n', false);

        BOOST_TEST(taken < 5'000);
        BOOST_TEST(out.forget_dropped() == static_cast<std::uint64_t>(5'000 - taken));
        BOOST_TEST(out.forget_dropped() == 0u);
        BOOST_TEST(!out.flush(1ms));
    } // and the destructor gives up after its patience: this test ends
}

BOOST_AUTO_TEST_CASE(weighty_lines_find_room_when_others_do_not)
{
    channel pipe;
    pipe.fill();
    outlet            out{pipe.writer(), {.held = 10'000, .reserve = 1'000, .patience = 1ms}};
    const std::string line(100, 'x');

    // The outlet's thread takes one load with it and is stuck there; then what is held stays.
    int taken = 0;
    for (int i = 0; i < 1'000; ++i) taken += out.take(line, false);

    BOOST_TEST(taken <= 200);
    int weighty = 0;
    while (out.take(line, true)) ++weighty;
    BOOST_TEST(weighty >= 10);
}

BOOST_AUTO_TEST_CASE(a_reader_that_went_away_ends_nothing)
{
    channel pipe;
    pipe.close_reader();
    outlet out{pipe.writer()};

    out.take("nobody reads this\n", false);

    BOOST_TEST(out.flush(10s));
    BOOST_TEST(out.take("nor this\n", true));
}

BOOST_AUTO_TEST_CASE(flush_returns_when_what_was_taken_can_be_read)
{
    channel pipe;
    outlet  out{pipe.writer()};

    out.take("last words\n", true);
    BOOST_REQUIRE(out.flush(10s));

    BOOST_TEST(pipe.read_some() == "last words\n");
}

BOOST_AUTO_TEST_SUITE_END()

#include "log/async_sink.hpp"

#include "core/log/test_pipe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

using verbatim::core::log::async_sink;
using verbatim::testing::test_pipe;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(async_sink_)

BOOST_AUTO_TEST_CASE(every_accepted_line_arrives_complete_and_in_order_per_thread)
{
    constexpr int writers = 4, lines = 5'000;
    test_pipe     pipe;
    std::string   arrived;
    std::thread   reader{[&] { arrived = pipe.read_all(); }};

    {
        async_sink               sink{pipe.writer()};
        std::vector<std::thread> threads;
        for (int writer = 0; writer < writers; ++writer)
            threads.emplace_back([&sink, writer] {
                for (int i = 0; i < lines; ++i)
                    sink.write(std::to_string(writer) + ' ' + std::to_string(i) + '\n', false);
            });
        for (auto& thread : threads) thread.join();
    }
    pipe.close_writer();
    reader.join();

    std::vector<int> next(writers, 0);
    for (std::size_t offset = 0; offset < arrived.size();)
    {
        const auto end    = arrived.find('\n', offset);
        const auto writer = static_cast<std::size_t>(arrived[offset] - '0');
        const auto number = std::stoi(arrived.substr(offset + 2, end - offset - 2));
        BOOST_REQUIRE_EQUAL(number, next[writer]++);
        offset = end + 1;
    }
    BOOST_TEST(next == std::vector<int>(writers, lines), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_stopped_reader_loses_lines_but_delays_no_writer)
{
    test_pipe pipe;
    pipe.fill();
    {
        async_sink        sink{pipe.writer(), {.max_bytes = 10'000, .reserved_bytes = 1'000, .shutdown_timeout = 1ms}};
        const std::string line(99, 'x');

        int accepted = 0;
        for (int i = 0; i < 5'000; ++i) accepted += sink.write(line + '\n', false);

        BOOST_TEST(accepted < 5'000);
        BOOST_TEST(sink.take_dropped() == static_cast<std::uint64_t>(5'000 - accepted));
        BOOST_TEST(sink.take_dropped() == 0u);
        BOOST_TEST(!sink.flush(1ms));
    } // the destructor waits for shutdown_timeout at most
}

BOOST_AUTO_TEST_CASE(important_lines_use_the_reserved_bytes)
{
    test_pipe pipe;
    pipe.fill();
    async_sink        sink{pipe.writer(), {.max_bytes = 10'000, .reserved_bytes = 1'000, .shutdown_timeout = 1ms}};
    const std::string line(100, 'x');

    // The sink's thread blocks on the first batch, and the buffer stays full.
    int accepted = 0;
    for (int i = 0; i < 1'000; ++i) accepted += sink.write(line, false);

    BOOST_TEST(accepted <= 200);
    int important = 0;
    while (sink.write(line, true)) ++important;
    BOOST_TEST(important >= 10);
}

BOOST_AUTO_TEST_CASE(a_closed_reader_does_not_end_the_process)
{
    test_pipe pipe;
    pipe.close_reader();
    async_sink sink{pipe.writer()};

    sink.write("nobody reads this\n", false);

    BOOST_TEST(sink.flush(10s));
    BOOST_TEST(sink.write("nor this\n", true));
}

BOOST_AUTO_TEST_CASE(flush_returns_when_accepted_lines_can_be_read)
{
    test_pipe  pipe;
    async_sink sink{pipe.writer()};

    sink.write("last words\n", true);
    BOOST_REQUIRE(sink.flush(10s));

    BOOST_TEST(pipe.read_some() == "last words\n");
}

BOOST_AUTO_TEST_SUITE_END()

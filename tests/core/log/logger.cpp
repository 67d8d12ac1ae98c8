#include "log/logger.hpp"

#include "core/log/test_pipe.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>

using namespace verbatim;
using core::log::call_log;
using core::log::line_format;
using core::log::logger;
using sdk::severity;
using verbatim::testing::test_pipe;

BOOST_AUTO_TEST_SUITE(logger_)

BOOST_AUTO_TEST_CASE(lines_below_the_level_are_not_written_and_the_level_can_change)
{
    test_pipe pipe;
    {
        logger log{line_format::text, severity::warning, pipe.writer()};
        log.write(severity::info, "unheard");
        log.write(severity::error, "first");
        BOOST_TEST(!log.enabled(severity::info));

        log.set_level(severity::debug);

        BOOST_TEST(log.enabled(severity::debug));
        log.write(severity::debug, "second");
    }
    pipe.close_writer();

    auto text = pipe.read_all();
    BOOST_TEST(text.find("unheard") == text.npos);
    BOOST_TEST(text.find("level=error event=first\n") != text.npos);
    BOOST_TEST(text.find("level=debug event=second\n") != text.npos);
}

BOOST_AUTO_TEST_CASE(lines_of_a_request_carry_its_id)
{
    test_pipe pipe;
    {
        logger    log{line_format::json, severity::info, pipe.writer()};
        call_log  request_log{log, "3f0e"};
        sdk::log& as_plugins_see_it = request_log;
        as_plugins_see_it.write(severity::info, "clustered", {{"clusters", 7}});
    }
    pipe.close_writer();

    BOOST_TEST(pipe.read_all().ends_with(R"("level":"info","event":"clustered","request_id":"3f0e","clusters":7})"
                                         "\n"));
}

BOOST_AUTO_TEST_CASE(dropped_lines_are_reported_in_a_line)
{
    test_pipe pipe;
    pipe.fill();
    std::string arrived;
    std::thread reader;
    {
        logger            log{line_format::text, severity::info, pipe.writer()};
        const std::string value(1'000, 'x');
        for (int i = 0; i < 30'000; ++i)
            log.write(severity::info, "e", {{"v", value}}); // more than the buffer holds, with no reader

        reader = std::thread{[&] { arrived = pipe.read_all(); }};
        BOOST_TEST(log.flush(std::chrono::seconds{60}));
        log.write(severity::info, "after_drop");
    }
    pipe.close_writer();
    reader.join();

    BOOST_TEST(arrived.find("level=warning event=log_lines_dropped lines=") != arrived.npos);
    BOOST_TEST(arrived.find("event=after_drop") != arrived.npos);
}

BOOST_AUTO_TEST_CASE(each_dropped_line_is_counted_and_reported_once)
{
    constexpr int     lines = 30'000;
    test_pipe         pipe;
    std::string       arrived;
    std::thread       reader;
    std::uint64_t     dropped = 0;
    const std::string value(1'000, 'x');
    pipe.fill();
    {
        logger log{line_format::text, severity::info, pipe.writer()};
        // Warnings fill the reserved bytes, too, so that the reports themselves are dropped.
        for (int i = 0; i < lines; ++i) log.write(severity::warning, "e", {{"v", value}});
        dropped = log.dropped();

        reader = std::thread{[&] { arrived = pipe.read_all(); }};
        BOOST_TEST(log.flush(std::chrono::seconds{60}));
        log.write(severity::info, "after_drop");
        BOOST_TEST(log.dropped() == dropped);
    }
    pipe.close_writer();
    reader.join();

    std::uint64_t     written = 0, reported = 0;
    const std::string event = "event=e ", report = "event=log_lines_dropped lines=";
    for (auto at = arrived.find(event); at != arrived.npos; at = arrived.find(event, at + 1)) ++written;
    for (auto at = arrived.find(report); at != arrived.npos; at = arrived.find(report, at + 1))
        reported += std::stoull(arrived.substr(at + report.size()));
    BOOST_TEST(written + dropped == static_cast<std::uint64_t>(lines));
    BOOST_TEST(reported == dropped);
}

BOOST_AUTO_TEST_CASE(lines_that_the_descriptor_does_not_accept_are_dropped)
{
    test_pipe pipe;
    pipe.close_reader();
    logger log{line_format::text, severity::info, pipe.writer()};
    for (int i = 0; i != 3; ++i)
    {
        log.write(severity::info, "lost");
        BOOST_TEST(log.flush(std::chrono::seconds{60}));
    }
    BOOST_TEST(log.dropped() == 3U);
}

BOOST_AUTO_TEST_SUITE_END()

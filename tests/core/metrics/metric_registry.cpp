#include "metrics/metric_registry.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <stdexcept>

using namespace verbatim::core;

namespace {

bool has_line(const std::string& text, const std::string& expected)
{
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);)
        if (line == expected) return true;
    return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(metric_registry_)

BOOST_AUTO_TEST_CASE(each_metric_has_its_help_and_type)
{
    metrics::metric_registry registry;
    registry.add_counter("things_total", "Things.", [] { return 3.0; });
    registry.add_gauge("things_now", "Things there now.", [] { return -1.5; });

    BOOST_TEST(registry.to_text() == "# HELP things_total Things.\n# TYPE things_total counter\nthings_total 3\n"
                                     "# HELP things_now Things there now.\n# TYPE things_now gauge\nthings_now -1.5\n");
}

BOOST_AUTO_TEST_CASE(a_metric_is_read_only_for_the_text)
{
    int                      readings = 0;
    metrics::metric_registry registry;
    registry.add_counter("asked_total", "Readings.", [&] { return ++readings; });

    BOOST_TEST(readings == 0);
    BOOST_TEST(has_line(registry.to_text(), "asked_total 1"));
    BOOST_TEST(has_line(registry.to_text(), "asked_total 2"));
}

BOOST_AUTO_TEST_CASE(large_counts_keep_every_digit)
{
    metrics::metric_registry registry;
    registry.add_counter("tokens_total", "Tokens.", [] { return 9'007'199'254'740'991.0; });
    registry.add_counter("cost_usd_total", "Cost.", [] { return 1234567.890123; });

    BOOST_TEST(has_line(registry.to_text(), "tokens_total 9007199254740991"));
    BOOST_TEST(std::stod(registry.to_text().substr(registry.to_text().rfind(' '))) == 1234567.890123);
}

BOOST_AUTO_TEST_CASE(a_label_cannot_end_its_line_or_its_quotes)
{
    metrics::metric_registry registry;
    registry.add_gauge("seen", "Seen.", [] { return std::vector<metrics::sample>{{{{"what", "a\"b\\c\nd"}}, 1}}; });

    BOOST_TEST(has_line(registry.to_text(), R"(seen{what="a\"b\\c\nd"} 1)"));
}

BOOST_AUTO_TEST_CASE(a_histogram_has_buckets_sum_and_count)
{
    metrics::metric_registry registry;
    registry.add_histogram("took_seconds", "How long it took.", [] {
        metrics::duration_histogram durations;
        durations.add(std::chrono::milliseconds{20});
        durations.add(std::chrono::hours{1});
        return std::vector<metrics::labelled_distribution>{{{{"route", "/a"}}, durations.read()}};
    });

    const auto text = registry.to_text();
    for (const auto* line :
         {R"(took_seconds_bucket{route="/a",le="0.01"} 0)", R"(took_seconds_bucket{route="/a",le="0.025"} 1)",
          R"(took_seconds_bucket{route="/a",le="600"} 1)", R"(took_seconds_bucket{route="/a",le="+Inf"} 2)",
          R"(took_seconds_count{route="/a"} 2)", R"(took_seconds_sum{route="/a"} 3600.02)"})
        BOOST_TEST(has_line(text, line), line << " is missing in\n" << text);
}

BOOST_AUTO_TEST_CASE(a_failing_metric_fails_the_whole_text)
{
    metrics::metric_registry registry;
    registry.add_gauge("fine", "Fine.", [] { return 1.0; });
    registry.add_gauge("broken", "Broken.", []() -> double { throw std::runtime_error{"away"}; });

    BOOST_CHECK_THROW(registry.to_text(), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(process_metrics_are_plausible)
{
    metrics::metric_registry registry;
    metrics::add_process_metrics(registry);
    const auto text  = registry.to_text();
    const auto value = [&](const std::string& name) {
        const auto line = text.find("\n" + name + " ");
        if (line == text.npos) throw std::runtime_error{name};
        return std::stod(text.substr(line + name.size() + 2));
    };

    const auto now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    BOOST_TEST(value("process_start_time_seconds") <= now);
    BOOST_TEST(value("process_start_time_seconds") > now - 3'600);
    BOOST_TEST(value("process_resident_memory_bytes") > 1 << 20);
    BOOST_TEST(value("process_virtual_memory_bytes") >= value("process_resident_memory_bytes"));
    BOOST_TEST(value("process_open_fds") >= 3);
    BOOST_TEST(value("process_max_fds") >= value("process_open_fds"));
    BOOST_TEST(value("process_threads") >= 1);
}

BOOST_AUTO_TEST_SUITE_END()

#include "metrics/catalogue.hpp"

#include "metrics/process.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <stdexcept>

using namespace verbatim::core;

namespace {

bool has_line(const std::string& page, const std::string& wanted)
{
    std::istringstream lines{page};
    for (std::string line; std::getline(lines, line);)
        if (line == wanted) return true;
    return false;
}

} // namespace

BOOST_AUTO_TEST_SUITE(catalogue_)

BOOST_AUTO_TEST_CASE(each_figure_is_named_explained_and_given_its_type)
{
    metrics::catalogue all;
    all.counts("things_total", "Things.", [] { return 3.0; });
    all.shows("things_now", "Things there now.", [] { return -1.5; });

    BOOST_TEST(all.page() == "# HELP things_total Things.\n# TYPE things_total counter\nthings_total 3\n"
                             "# HELP things_now Things there now.\n# TYPE things_now gauge\nthings_now -1.5\n");
}

BOOST_AUTO_TEST_CASE(a_figure_is_asked_when_the_page_is_read_and_not_before)
{
    int                asked = 0;
    metrics::catalogue all;
    all.counts("asked_total", "Readings.", [&] { return ++asked; });

    BOOST_TEST(asked == 0);
    BOOST_TEST(has_line(all.page(), "asked_total 1"));
    BOOST_TEST(has_line(all.page(), "asked_total 2"));
}

BOOST_AUTO_TEST_CASE(large_counts_are_written_to_the_last_digit)
{
    metrics::catalogue all;
    all.counts("tokens_total", "Tokens.", [] { return 9'007'199'254'740'991.0; });
    all.counts("cost_usd_total", "Cost.", [] { return 1234567.890123; });

    BOOST_TEST(has_line(all.page(), "tokens_total 9007199254740991"));
    BOOST_TEST(std::stod(all.page().substr(all.page().rfind(' '))) == 1234567.890123);
}

BOOST_AUTO_TEST_CASE(a_label_cannot_end_its_line_or_its_quotes)
{
    metrics::catalogue all;
    all.shows("seen", "Seen.", [] { return std::vector<metrics::sample>{{{{"what", "a\"b\\c\nd"}}, 1}}; });

    BOOST_TEST(has_line(all.page(), R"(seen{what="a\"b\\c\nd"} 1)"));
}

BOOST_AUTO_TEST_CASE(a_distribution_tells_its_buckets_its_sum_and_its_count)
{
    metrics::catalogue all;
    all.times("took_seconds", "How long it took.", [] {
        metrics::durations spread;
        spread.add(std::chrono::milliseconds{20});
        spread.add(std::chrono::hours{1});
        return std::vector<metrics::labelled_distribution>{{{{"route", "/a"}}, spread.read()}};
    });

    const auto page = all.page();
    for (const auto* line :
         {R"(took_seconds_bucket{route="/a",le="0.01"} 0)", R"(took_seconds_bucket{route="/a",le="0.025"} 1)",
          R"(took_seconds_bucket{route="/a",le="600"} 1)", R"(took_seconds_bucket{route="/a",le="+Inf"} 2)",
          R"(took_seconds_count{route="/a"} 2)", R"(took_seconds_sum{route="/a"} 3600.02)"})
        BOOST_TEST(has_line(page, line), line << " is missing in\n" << page);
}

BOOST_AUTO_TEST_CASE(a_reading_that_fails_fails_the_page_rather_than_tell_half_of_it)
{
    metrics::catalogue all;
    all.shows("fine", "Fine.", [] { return 1.0; });
    all.shows("broken", "Broken.", []() -> double { throw std::runtime_error{"away"}; });

    BOOST_CHECK_THROW(all.page(), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(the_process_tells_plausible_figures_of_itself)
{
    metrics::catalogue all;
    metrics::add_process(all);
    const auto page  = all.page();
    const auto value = [&](const std::string& name) {
        const auto line = page.find("\n" + name + " ");
        if (line == page.npos) throw std::runtime_error{name};
        return std::stod(page.substr(line + name.size() + 2));
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

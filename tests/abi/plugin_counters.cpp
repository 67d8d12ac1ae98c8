#include "registry/plugin_counters.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <vector>

using namespace verbatim;
using core::registry::plugin_counters;

namespace {

std::string problem_of(plugin_counters& counters, const sdk::counter_description& description)
{
    try
    {
        counters.add("sample", description);
        return {};
    }
    catch (const std::invalid_argument& problem)
    {
        return problem.what();
    }
}

std::string page_of(const plugin_counters& counters)
{
    core::metrics::metric_registry registry;
    counters.add_to(registry);
    return registry.to_text();
}

} // namespace

BOOST_AUTO_TEST_SUITE(counters_of_plugins)

BOOST_AUTO_TEST_CASE(sums_are_on_the_page_with_the_name_of_the_plugin)
{
    plugin_counters counters;
    auto&           plain = counters.add("Find-Wishes", {.name = "records", .help = "Records."});
    auto&           labelled =
        counters.add("sample", {.name = "wishes", .help = "Wishes.", .label = "kind", .values = {"none", "service"}});
    plain.increment();
    plain.add(0, 2);
    plain.add(1, 100); // no such value
    labelled.increment(1);
    labelled.add(2, 100);
    const std::string expected = "# HELP verbatim_plugin_find_wishes_records_total Records.\n"
                                 "# TYPE verbatim_plugin_find_wishes_records_total counter\n"
                                 "verbatim_plugin_find_wishes_records_total 3\n"
                                 "# HELP verbatim_plugin_sample_wishes_total Wishes.\n"
                                 "# TYPE verbatim_plugin_sample_wishes_total counter\n"
                                 "verbatim_plugin_sample_wishes_total{kind=\"none\"} 0\n"
                                 "verbatim_plugin_sample_wishes_total{kind=\"service\"} 1\n";
    BOOST_TEST(page_of(counters) == expected);
}

BOOST_AUTO_TEST_CASE(wrong_descriptions_are_refused)
{
    const std::string subject = "declares the counter 'n', which ";
    plugin_counters   counters;
    BOOST_TEST(problem_of(counters, {.name = "N", .help = "A."}) ==
               "declares the counter 'N', which needs a name of a-z, 0-9 and _, at most 60 characters");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A"}) ==
               subject + "needs a help text that ends with a full stop");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A.", .label = "l"}) ==
               subject + "needs a label with its values, or neither");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A.", .values = {"v"}}) ==
               subject + "needs a label with its values, or neither");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A.", .label = "L", .values = {"v"}}) ==
               subject + "needs a label of a-z, 0-9 and _");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A.", .label = "l", .values = {"v", "v"}}) ==
               subject + "has an empty or a repeated value of its label");
    BOOST_TEST(
        problem_of(counters, {.name = "n", .help = "A.", .label = "l", .values = std::vector<sdk::literal>(51, "v")}) ==
        subject + "has more than 50 values of its label");
    BOOST_TEST(page_of(counters) == "");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A."}) == "");
    BOOST_TEST(problem_of(counters, {.name = "n", .help = "A."}) == subject + "exists already");
}

BOOST_AUTO_TEST_CASE(counters_of_a_plugin_that_could_not_be_loaded_leave_the_page_and_free_their_names)
{
    plugin_counters counters;
    auto&           withdrawn = counters.add("find", {.name = "wishes_read", .help = "Wishes."});
    counters.add("other", {.name = "records", .help = "Records."});
    counters.withdraw("find");
    withdrawn.increment(); // code of the plugin may still refer to it
    BOOST_TEST(page_of(counters).find("find") == std::string::npos);
    BOOST_TEST(page_of(counters).find("verbatim_plugin_other_records_total 0") != std::string::npos);

    counters.add("find_wishes", {.name = "read", .help = "Wishes."}); // the same name of a metric
    BOOST_TEST(page_of(counters).find("verbatim_plugin_find_wishes_read_total 0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_plugin_has_at_most_twenty)
{
    constexpr sdk::literal names[]{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                   "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};
    plugin_counters        counters;
    for (const auto name : names) BOOST_TEST(problem_of(counters, {.name = name, .help = "A."}) == "");
    BOOST_TEST(problem_of(counters, {.name = "u", .help = "A."}) == "declares more than 20 counters");
    BOOST_CHECK_NO_THROW(counters.add("other", {.name = "u", .help = "A."}));
}

BOOST_AUTO_TEST_SUITE_END()

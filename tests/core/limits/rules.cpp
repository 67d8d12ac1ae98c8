#include "limits/rules.hpp"

#include "settings/setting_problem.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace verbatim::core::limits {

namespace {

constexpr std::string_view operations[]{"summarize", "analyze_bulk"};

rules read(const std::string& text)
{
    const support::temporary_directory folder;
    return read_rules(folder.file("limits.toml", text), operations);
}

/// The problems as text, sorted.
std::vector<std::string> problems_of(const std::string& text)
{
    std::vector<std::string> problems;
    try
    {
        read(text);
    }
    catch (const core::settings::setting_error& error)
    {
        for (const auto& problem : error.problems()) problems.push_back(to_string(problem));
    }
    std::ranges::sort(problems);
    return problems;
}

} // namespace

BOOST_AUTO_TEST_SUITE(rules_)

BOOST_AUTO_TEST_CASE(a_tenant_has_its_own_table_or_else_that_of_all_others)
{
    const auto all = read("[\"*\"]\nrequests_per_minute = 600\n\n[tenant-nl]\ntokens_per_minute = 5\n"
                          "operations = [\"summarize\"]\n");

    BOOST_TEST(all.find("tenant-de")->requests_per_minute.value() == 600);
    const auto* own = all.find("tenant-nl");
    BOOST_TEST(own->tokens_per_minute.value() == 5);
    BOOST_TEST(own->operations.value().front() == "summarize");
    BOOST_TEST(!own->requests_per_minute.has_value());
    BOOST_TEST(!own->calls_in_flight.has_value());
}

BOOST_AUTO_TEST_CASE(without_a_table_of_all_others_they_have_no_limits)
{
    BOOST_TEST(read("[a]\ncalls_in_flight = 1\n").find("b") == nullptr);
    BOOST_TEST(read_rules({}, operations).empty());
    BOOST_TEST(read("").empty());
}

BOOST_AUTO_TEST_CASE(a_tenant_may_have_any_name)
{
    const auto all = read("[\"a b.\\\"c\\\" é\"]\ncalls_in_flight = 1\n");

    BOOST_TEST(all.find("a b.\"c\" é")->calls_in_flight.value() == 1);
}

BOOST_AUTO_TEST_CASE(all_problems_are_reported_at_once_without_values)
{
    const auto problems = problems_of("stray = 7\n"
                                      "[a]\nrequest_per_minute = 1\nrequests_per_minute = 0\n"
                                      "[b]\ntokens_per_minute = \"canary\"\ncalls_in_flight = 1.5\n"
                                      "[c]\noperations = [\"summarize\", \"canary\"]\n"
                                      "[d]\noperations = \"canary\"\n");

    const std::vector<std::string> expected{
        "LIMITS_FILE[a].request_per_minute: Extra inputs are not permitted",
        "LIMITS_FILE[a].requests_per_minute: Input should be greater than or equal to 1",
        "LIMITS_FILE[b].calls_in_flight: Input should be a valid integer, got a number with a fractional part",
        "LIMITS_FILE[b].tokens_per_minute: Input should be a valid integer",
        "LIMITS_FILE[c].operations[1]: is no operation of this server that has limits; use operation ids such as "
        "summarize",
        "LIMITS_FILE[d].operations: Input should be a valid list",
        "LIMITS_FILE[stray]: must be a table of limits"};
    BOOST_TEST(problems == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_of_operations_are_not_checked_if_not_all_are_known)
{
    const support::temporary_directory folder;
    const auto                         file = folder.file("limits.toml", "[a]\noperations = [\"someone_elses\"]\n");
    BOOST_CHECK_THROW(read_rules(file, operations), core::settings::setting_error);
    BOOST_TEST(read_rules(file, std::nullopt).find("a")->operations.value().front() == "someone_elses");
}

BOOST_AUTO_TEST_CASE(hostile_files_are_refused)
{
    const std::string files[]{"[a\n",
                              "[a]\ncalls_in_flight = 1\n[a]\ncalls_in_flight = 2\n",
                              "[a]\ncalls_in_flight = -1\n",
                              "[a]\ncalls_in_flight = 9999999999999\n",
                              "[a]\ncalls_in_flight = nan\n",
                              "[a]\ncalls_in_flight = inf\n",
                              "[a]\ncalls_in_flight = 2026-01-01\n",
                              "[[a]]\ncalls_in_flight = 1\n",
                              "[\"\"]\ncalls_in_flight = 1\n",
                              "[" + std::string(300, 'x') + "]\ncalls_in_flight = 1\n",
                              "[a.b]\ncalls_in_flight = 1\n",
                              std::string("[a]\n\0\n", 6)};
    for (const auto& file : files) BOOST_TEST(!problems_of(file).empty(), file);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_is_named_by_its_setting)
{
    BOOST_CHECK_EXCEPTION(read_rules("/nowhere/canary.toml", operations), core::settings::setting_error,
                          [](const core::settings::setting_error& error) {
                              const auto text = to_string(error.problems().front());
                              return text.starts_with("LIMITS_FILE: ") && text.find("canary") == text.npos;
                          });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits

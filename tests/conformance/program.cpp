#include "verbatim/testing/server_process.hpp"
#include "verbatim/testing/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace verbatim;

namespace {

struct outcome
{
    int         status = 0;
    std::string output;
    std::string junit;
};

outcome run(std::vector<std::string> arguments, const std::map<std::string, std::string>& settings = {})
{
    const testing::temporary_directory folder;
    const auto                         junit = folder.path() / "junit.xml";
    arguments.insert(arguments.begin(), {"--server", VERBATIMD, "--junit", junit.string()});
    testing::server_process program{VERBATIM_CONFORMANCE, settings, arguments};
    outcome                 result;
    result.status = program.wait();
    result.output = program.output();
    std::ifstream file{junit};
    result.junit = std::string{std::istreambuf_iterator<char>{file}, {}};
    return result;
}

/// The words of the lines of the table that begin with `state`: "logs_content leaks".
std::multiset<std::string> rows(const std::string& table, const std::string& state)
{
    std::multiset<std::string> found;
    std::istringstream         lines{table};
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words{line};
        std::string        first, subject, check;
        words >> first >> subject >> check;
        if (first == state && line.starts_with(state)) found.insert(subject + " " + check);
    }
    return found;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_SUITE(conformance_program)

BOOST_AUTO_TEST_CASE(a_plugin_of_the_release_conforms)
{
    for (const auto* plugin : {GOOD_PLUGIN, MODEL_PLUGIN})
    {
        const auto result = run({plugin});
        BOOST_TEST(result.status == 0, result.output);
        BOOST_TEST(contains(result.output, " 0 failed"));
        BOOST_TEST(contains(result.junit, "failures=\"0\""));
    }
}

BOOST_AUTO_TEST_CASE(an_operation_of_another_process_conforms)
{
    const auto result = run({REMOTE_PLUGIN}, {{"REMOTE_OPERATIONS", REMOTE_SAMPLE}});
    BOOST_TEST(result.status == 0, result.output);
    BOOST_TEST(contains(result.output, " 0 failed"));
    for (const auto* check :
         {"cancellation", "redaction", "memory", "hostile", "leaks", "dry_run", "drain", "job_takeover"})
        BOOST_TEST(
            contains(result.junit, std::string{R"(<testcase classname="remote.find_wishes" name=")"} + check + '"'),
            check);
}

BOOST_AUTO_TEST_CASE(each_mistake_fails_its_checks_and_no_other)
{
    const auto result = run({CARELESS_PLUGIN});
    BOOST_TEST(result.status == 1);
    std::multiset<std::string> expected{"logs_content log",
                                        "logs_content leaks",
                                        "keeps_memory memory",
                                        "fails_on_long_text hostile",
                                        "calls_more_than_planned dry_run",
                                        "other_answer_each_time job_takeover"};
#if defined(__SANITIZE_THREAD__)
    expected.erase("keeps_memory memory"); // skipped
#endif
    BOOST_TEST(rows(result.output, "FAILED") == expected, boost::test_tools::per_element());
    BOOST_TEST(contains(result.junit, "failures=\"" + std::to_string(expected.size()) + "\""));
    BOOST_TEST(contains(result.junit, "<testcase classname=\"careless.keeps_memory\" name=\"memory\""));
}

BOOST_AUTO_TEST_CASE(what_is_no_plugin_is_reported)
{
    const testing::temporary_directory folder;
    const auto                         text = run({folder.file("text.so", "no library").string()});
    BOOST_TEST(text.status == 2);
    BOOST_TEST(contains(text.output, "text.so"), text.output);
    BOOST_TEST(run({folder.path() / "missing.so"}).status == 2);
    BOOST_TEST(run({}).status == 2);
    BOOST_TEST(run({"--unknown", GOOD_PLUGIN}).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()

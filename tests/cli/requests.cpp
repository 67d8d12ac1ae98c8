#include "cli/option_list.hpp"
#include "cli/output/write_file.hpp"
#include "cli/server/error_response.hpp"
#include "cli/server/job_run.hpp"

#include "cli/rows_of.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace verbatim::cli;

namespace {

struct options_of_test
{
    options_of_test()
    {
        options.add_text("text", "COLUMN", "a column", text);
        options.add_flag("quiet", "no output", quiet, 'q');
    }

    std::string refusal(const std::vector<std::string>& arguments)
    {
        return failure_of([&] { (void)options.parse(arguments); });
    }

    option_list options;
    std::string text;
    bool        quiet = false;
};

} // namespace

BOOST_AUTO_TEST_SUITE(requests)

BOOST_FIXTURE_TEST_CASE(options_may_stand_anywhere, options_of_test)
{
    const std::vector<std::string> files{"a.csv", "-", "--text"};
    BOOST_TEST(options.parse(std::vector<std::string>{"a.csv", "--text", "x=y", "-q", "-", "--", "--text"}) == files,
               boost::test_tools::per_element());
    BOOST_TEST(text == "x=y");
    BOOST_TEST(quiet);
    (void)options.parse(std::vector<std::string>{"--text=a=b"});
    BOOST_TEST(text == "a=b");
}

BOOST_FIXTURE_TEST_CASE(options_may_stand_before_a_command, options_of_test)
{
    const auto leading = [&](std::vector<std::string> arguments) { return options.count_leading(arguments); };
    BOOST_TEST(leading({"analyze", "-q"}) == 0U);
    BOOST_TEST(leading({"-q", "--text", "-x", "--text=a", "analyze"}) == 4U);
    BOOST_TEST(leading({"--text"}) == 1U);
    BOOST_TEST(leading({"-", "-q"}) == 0U);
    BOOST_TEST(leading({"-q", "--", "analyze", "-q"}) == 2U);
    BOOST_TEST(leading({"--"}) == 1U);
    BOOST_TEST(leading({}) == 0U);
    BOOST_TEST(!failure_of([&] { (void)leading({"--key", "analyze"}); }).empty());
}

BOOST_FIXTURE_TEST_CASE(wrong_options_are_named_without_their_values, options_of_test)
{
    BOOST_TEST(refusal({"--key=secret"}) == "--key: unknown option");
    BOOST_TEST(refusal({"--quiet=yes"}) == "--quiet: takes no value");
    BOOST_TEST(refusal({"--text"}) == "--text: a value is required: COLUMN");
    BOOST_TEST(refusal({"-x"}) == "-x: unknown option");
}

BOOST_AUTO_TEST_CASE(numbers_are_read_whole)
{
    BOOST_TEST(read_number("--n", "12", 1, 50) == 12);
    for (const auto* text : {"", "0", "51", "1.5", "1x", " 1", "99999999999999999999"})
        BOOST_TEST(!failure_of([&] { (void)read_number("--n", text, 1, 50); }).empty(), text);
    BOOST_TEST(read_share("--s", "0.80") == "0.8");
    for (const auto* text : {"", "1.1", "-0.1", "nan", "80%"})
        BOOST_TEST(!failure_of([&] { (void)read_share("--s", text); }).empty(), text);
}

BOOST_AUTO_TEST_CASE(idempotency_keys_depend_on_all_of_the_request_and_on_the_key)
{
    const auto key = server::idempotency_key("k", "/v1/a", "{}");
    BOOST_TEST(key == server::idempotency_key("k", "/v1/a", "{}"));
    BOOST_TEST(key.size() == 9 + 64U);
    BOOST_TEST(key != server::idempotency_key("l", "/v1/a", "{}"));
    BOOST_TEST(key != server::idempotency_key("k", "/v1/b", "{}"));
    BOOST_TEST(key != server::idempotency_key("k", "/v1/a", "{ }"));
}

BOOST_AUTO_TEST_CASE(errors_of_the_server_name_rows_and_the_fix)
{
    const server::error_response error{
        {.status = 422,
         .body =
             R"({"error":{"code":"prompt_injection_detected","message":"Input rejected","request_id":"r-1",)"
             R"("fields":[{"field":"feedback_records[3].content","issue":"role_prefix"},{"field":"prompt","issue":"null_byte"}]}})"}};
    const auto text =
        server::explain(error, [](std::size_t position) { return "row " + std::to_string(position + 2); });
    BOOST_TEST(text == "the server answered 422: Input rejected\n  row 5, content: role_prefix\n  prompt: null_byte\n"
                       "Correct or remove these rows, or leave them out with --skip-rejected\nRequest id: r-1");
    BOOST_TEST((error.exit() == exit_status::failed));
    BOOST_TEST((server::error_response{{.status = 401}}.exit() == exit_status::refused_key));
    BOOST_TEST((server::error_response{{.status = 429}}.exit() == exit_status::limit));
    BOOST_TEST((server::error_response{{.status = 503}}.exit() == exit_status::unreachable));
}

BOOST_AUTO_TEST_CASE(responses_of_other_servers_are_errors)
{
    for (const auto* body : {"", "<html>", "[]", "{\"error\":3}", "{\"error\":{\"fields\":[1,{}],\"code\":2}}"})
        BOOST_TEST(!server::explain(server::error_response{{.status = 404, .body = body}}, nullptr).empty(), body);
}

BOOST_AUTO_TEST_CASE(paths_of_records_are_read)
{
    const auto content = server::read_record_path("feedback_records[12].content").value();
    BOOST_TEST(content.position == 12U);
    BOOST_TEST(content.member == "content");
    const auto record = server::read_record_path("records[0]").value();
    BOOST_TEST(record.position == 0U);
    BOOST_TEST(record.member == "");
    for (const auto* text : {"", "prompt", "feedback_record.content", "feedback_records", "feedback_records[",
                             "feedback_records[x]", "feedback_records[1", "feedback_records[99999999999999999999999]"})
        BOOST_TEST(!server::read_record_path(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(a_file_is_replaced_whole_or_not_at_all)
{
    verbatim::support::temporary_directory folder;
    const auto                             file = folder.file("result.csv", "old");
    output::write_output(file.string(), "new");
    std::string text;
    std::getline(std::ifstream{file}, text);
    BOOST_TEST(text == "new");
    BOOST_TEST(failure_of([&] {
                   output::write_output((folder.path() / "missing" / "x.csv").string(), "new");
               }).find("cannot be written") != std::string::npos);
    BOOST_TEST(std::distance(std::filesystem::directory_iterator{folder.path()}, {}) == 1);
}

BOOST_AUTO_TEST_CASE(the_name_of_an_open_file_is_not_replaced)
{
    verbatim::support::temporary_directory folder;
    const auto                             file = folder.file("result.csv", "");
    const int                              open = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const auto                             name = "/proc/self/fd/" + std::to_string(open);
    output::write_output(name, "new");
    ::close(open);
    std::string text;
    std::getline(std::ifstream{file}, text);
    BOOST_TEST(text == "new");
}

BOOST_AUTO_TEST_SUITE_END()

#include "cli/input/value_rows.hpp"

#include "cli/input/encoding.hpp"
#include "cli/rows_of.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::cli;
using namespace verbatim::cli::input;

using rows = std::vector<std::vector<std::string>>;

BOOST_AUTO_TEST_SUITE(value_rows)

BOOST_AUTO_TEST_CASE(members_of_objects_are_columns_in_order_of_appearance)
{
    const rows expected{
        {"id", "content", "created", "codes"}, {"1", "a", "2026-03-02", ""}, {"2", "", "", "Water,Food"}};
    BOOST_TEST(
        (rows_of(parse_json_lines("{\"id\":1,\"content\":\"a\",\"metadata\":{\"created\":\"2026-03-02\"}}\n\n"
                                  "{\"id\":\"2\",\"content\":null,\"codes\":[\"Water\",\"Food\"]}\r\n")) == expected));
    BOOST_TEST((rows_of(parse_json("[{\"id\":1,\"content\":\"a\",\"metadata\":{\"created\":\"2026-03-02\"}},"
                                   "{\"id\":\"2\",\"content\":null,\"codes\":[\"Water\",\"Food\"]}]")) == expected));
    BOOST_TEST((rows_of(parse_yaml("- id: 1\n  content: a\n  metadata: {created: 2026-03-02}\n"
                                   "- id: '2'\n  content:\n  codes: [Water, Food]\n")) == expected));
}

BOOST_AUTO_TEST_CASE(numbers_are_written_with_the_fewest_digits)
{
    const rows expected{{"a", "b", "c", "d", "id"}, {"2.5", "-7", "true", "1e+300", "100000"}};
    BOOST_TEST((rows_of(parse_json_lines("{\"a\":2.50,\"b\":-7,\"c\":true,\"d\":1e300,\"id\":100000.0}")) == expected));
}

BOOST_AUTO_TEST_CASE(a_request_of_the_server_is_a_list_of_records)
{
    const rows expected{{"id", "content"}, {"1", "a"}};
    BOOST_TEST((rows_of(parse_json("{\"prompt\":\"?\",\"feedback_records\":[{\"id\":\"1\",\"content\":\"a\"}]}")) ==
                expected));
    BOOST_TEST((rows_of(parse_yaml("feedback_records:\n- {id: 1, content: a}\n")) == expected));
    BOOST_TEST((rows_of(parse_yaml("id: 1\ncontent: a\n")) == expected));
    BOOST_TEST((rows_of(parse_yaml("id: 1\ncontent: a\n---\nid: 2\ncontent: b\n")) ==
                rows{{"id", "content"}, {"1", "a"}, {"2", "b"}}));
}

BOOST_AUTO_TEST_CASE(aliases_of_yaml_are_their_values)
{
    const rows expected{{"content", "tags"}, {"a", "x,y"}, {"a", "x,y"}, {"b", "x,y"}};
    BOOST_TEST(
        (rows_of(parse_yaml("- &r {content: a, tags: &t [x, y]}\n- *r\n- {content: b, tags: *t}\n")) == expected));
    BOOST_TEST((rows_of(parse_yaml("feedback_records:\n- metadata: {tags: [x, y]}\n  &n content: a\n- *n : b\n")) ==
                rows{{"tags", "content"}, {"x,y", "a"}, {"", "b"}}));
}

BOOST_AUTO_TEST_CASE(problems_name_the_place)
{
    const auto of_lines = [](const char* text) { return failure_of([&] { (void)parse_json_lines(text); }); };
    const auto of_json  = [](const char* text) { return failure_of([&] { (void)parse_json(text); }); };
    const auto of_yaml  = [](const char* text) { return failure_of([&] { (void)parse_yaml(text); }); };
    BOOST_TEST(of_lines("{\"id\":1}\n{\"id\":\n") == "line 2: is not valid JSON. Each line is one object");
    BOOST_TEST(of_lines("[1]\n") == "line 1: is no object with names and values");
    BOOST_TEST(of_lines("{\"place\":{\"x\":1}}").starts_with("line 1, member place: is an object"));
    BOOST_TEST(
        of_lines("{\"metadata\":{\"a\":{\"b\":1}}}").starts_with("line 1, member metadata: has an object inside"));
    BOOST_TEST(of_lines("{\"id\":1,\"metadata\":{\"id\":2}}") ==
               "line 1, member id: has another value in metadata. Rename one of them");
    BOOST_TEST(of_lines("{\"id\":1,\"metadata\":{\"id\":\"1\"}}").empty());
    BOOST_TEST(of_lines("{\"a\":[[1]]}").starts_with("line 1, member a: is a list of lists"));
    BOOST_TEST(of_json("{\"id\":1}").starts_with("has no list of records"));
    BOOST_TEST(of_json("[{}, 3]") == "record 2: is no object with names and values");
    BOOST_TEST(of_json("[") == "is not valid JSON");
    BOOST_TEST(of_yaml("- a: [b\n").ends_with("is not valid YAML"));
    BOOST_TEST(of_yaml("- just text\n") == "record 1: is no object with names and values");
}

BOOST_AUTO_TEST_CASE(small_files_do_not_become_endless_values)
{
    std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char name = 'b'; name != 'j'; ++name)
    {
        bomb += std::string{name} + ": &" + name + " [";
        for (int n = 0; n != 9; ++n) bomb += std::string{n == 0 ? "" : ","} + "*" + static_cast<char>(name - 1);
        bomb += "]\n";
    }
    BOOST_TEST(failure_of([&] { (void)parse_yaml(bomb); }) == "line 5: is nested too deeply");
    std::string wide_bomb = "- &a {x: &b [" + std::string(2'000, ',') + "]}\n";
    for (int n = 0; n != 1'000; ++n) wide_bomb += "- *a\n";
    BOOST_TEST(failure_of([&] { (void)parse_yaml(wide_bomb); }).ends_with("has too many items for one file"));
    BOOST_TEST(failure_of([] { (void)parse_yaml("- &a [*a]\n"); }) == "line 1: an alias is part of its own value");
    for (const auto* text : {",", "a: b\n...\n,c"}) // yaml-cpp finds documents without an end
        BOOST_TEST(failure_of([&] { (void)parse_yaml(text); }).ends_with("is not valid YAML"), text);
    std::string long_text = "- a: &a " + std::string(1 << 20, 'x') + "\n- b: [";
    for (int n = 0; n != 1'000; ++n) long_text += "*a,";
    BOOST_TEST(failure_of([&] { (void)parse_yaml(long_text + "]\n"); }) == "line 2: has too much text for one file");
    std::string long_name = "- &a\n  ? " + std::string(1 << 20, 'x') + "\n  : y\n";
    for (int n = 0; n != 1'000; ++n) long_name += "- *a\n";
    BOOST_TEST(failure_of([&] { (void)parse_yaml(long_name); }).ends_with("has too much text for one file"));
    BOOST_TEST(failure_of([] { (void)parse_yaml(std::string(100'000, '[')); }) == "line 1: is nested too deeply");
    BOOST_TEST(failure_of([] { (void)parse_json_lines("{\"a\":" + std::string(100'000, '[')); }).starts_with("line 1"));
}

BOOST_AUTO_TEST_CASE(files_of_other_encodings_become_utf8)
{
    using namespace std::string_literals;
    BOOST_TEST(to_utf8("\xEF\xBB\xBFid") == "id");
    BOOST_TEST(to_utf8("\xFF\xFEi\0d\0\xE9\0"s) == "idé");
    BOOST_TEST(to_utf8("\xFE\xFF\0i\0d"s) == "id");
    BOOST_TEST(to_utf8("caf\xE9", "windows-1252") == "café");
    BOOST_TEST(to_utf8("ok", "windows-1252") == "ok");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_refused_with_their_line)
{
    using namespace std::string_literals;
    BOOST_TEST(failure_of([] { (void)to_utf8("a\nb\ncaf\xE9\n"); }).starts_with("line 3: is not UTF-8"));
    BOOST_TEST(failure_of([] { (void)to_utf8("a\n\0"s); }).starts_with("line 2: contains a zero byte"));
    BOOST_TEST(failure_of([] { (void)to_utf8("a", "no-such-encoding"); }).starts_with("--encoding: unknown encoding"));
}

BOOST_AUTO_TEST_SUITE_END()

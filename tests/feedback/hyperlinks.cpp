#include "verbatim/feedback/hyperlinks.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace verbatim;

namespace {

std::string linked(std::string_view text, std::vector<std::pair<std::string, std::string>> ids,
                   std::string_view base = "https://c.example/#V/")
{
    std::vector<feedback::record> records;
    for (auto& [id, url_id] : ids) records.push_back({.id = id, .content = "c", .metadata = {}, .url_id = url_id});
    const auto filtered = feedback::response_text::filtered(text, base);
    return feedback::with_links(filtered, base, feedback::with_content(records));
}

const std::vector<std::pair<std::string, std::string>> two{{"F-1", "aa"}, {"F-12", "bb"}};
const std::string                                      aa = "[F-1](https://c.example/#V/aa)";
const std::string                                      bb = "[F-12](https://c.example/#V/bb)";

} // namespace

BOOST_AUTO_TEST_SUITE(hyperlinks)

BOOST_AUTO_TEST_CASE(a_mention_is_a_whole_id)
{
    const std::pair<std::string, std::string> samples[] = {
        {"F-1, F-12 and F-123", aa + ", " + bb + " and F-123"},
        {"(F-1)", "(" + aa + ")"},
        {"[F-1]", "[" + aa + "]"},
        {"[F-1] (x)", "[" + aa + "] (x)"},
        {"xF-1", "xF-1"},
        {"éF-1", "éF-1"},
        {"_F-1", "_F-1"},
        {"-F-1", "-F-1"},
        {"F-1é", "F-1é"},
        {"F-1٣", "F-1٣"},
        {"F-1-b", "F-1-b"},
        {"F-1-", aa + "-"},
        {"F-1--b", aa + "--b"},
        {"f-1", "f-1"},
        {"F-1", aa},
        {"F-1F-1", "F-1F-1"},
        {"F-1 F-1", aa + " " + aa},
        {"**F-12**", "**" + bb + "**"},
        {"", ""},
    };
    for (const auto& [text, expected] : samples) BOOST_TEST_CONTEXT(text) BOOST_TEST(linked(text, two) == expected);
}

BOOST_AUTO_TEST_CASE(a_shorter_id_is_tried_when_the_longest_has_no_border)
{
    BOOST_TEST(linked("a bc", {{"a", "1"}, {"a b", "2"}}) == "[a](https://c.example/#V/1) bc");
    BOOST_TEST(linked("a b", {{"a", "1"}, {"a b", "2"}}) == "[a b](https://c.example/#V/2)");
}

BOOST_AUTO_TEST_CASE(existing_links_stay)
{
    const std::string target = "(https://c.example/#V/F-12)";
    for (const auto& text : {"[F-1]" + target, "[see F-1]" + target, "[a [F-1] b]" + target, "[see\nF-1]" + target,
                             std::string{"[a](https://c.example/#V/b(F-1)c)"}})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(linked(text, two) == text);
    BOOST_TEST(linked("[[F-1]" + target + "] F-1", two) == "[[F-1]" + target + "] " + aa);
    for (const char* rest : {"(never closed", "(x\n\n)", "(\n \t\r\nx)"})
        BOOST_TEST(linked("[F-1]" + std::string{rest}, two) == "[" + aa + "] " + rest);
}

BOOST_AUTO_TEST_CASE(no_link_becomes_an_image_or_code)
{
    BOOST_TEST(linked("!F-1 \\!F-1", two) == "! " + aa + " \\! " + aa);
    BOOST_TEST(linked("![F-1](https://c.example/#V/F-12)", two) == aa);
    BOOST_TEST(linked("`a`b", {{"a`b", "u"}}, "b") == "`[a\\`b](b/u)");
}

BOOST_AUTO_TEST_CASE(addresses_stay_unless_they_are_ids)
{
    for (const char* text : {"https://x.example/F-1", "HTTP://x.example/F-1?id=F-12#F-1", "(https://x.example/F-1)",
                             "https://x.example/(F-1)/F-12", "<https://c.example/#V/F-1>", "https://"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(linked(text, two) == text);
    BOOST_TEST(linked("https://x.example/F-1 F-1", two) == "https://x.example/F-1 " + aa);
    BOOST_TEST(linked("[https://x.example/F-1] F-1", two) == "[https://x.example/F-1] " + aa);
    BOOST_TEST(linked("(https://x.example/F-1)(F-1)", two) == "(https://x.example/F-1)(" + aa + ")");
    BOOST_TEST(linked("ftp:F-1", two) == "ftp:" + aa);
    BOOST_TEST(linked("https://x.example/7", {{"https://x.example/7", "u"}}) ==
               "[https://x.example/7](https://c.example/#V/u)");
}

BOOST_AUTO_TEST_CASE(replaced_text_is_never_scanned_again)
{
    BOOST_TEST(linked("x", {{"x", "y"}, {"y", "z"}, {"https", "q"}}) == "[x](https://c.example/#V/y)");
}

BOOST_AUTO_TEST_CASE(without_a_base_or_ids_the_text_stays)
{
    BOOST_TEST(linked("F-1", two, "") == "F-1");
    BOOST_TEST(linked("F-1", two, " \t") == "F-1");
    BOOST_TEST(linked("F-1", {{"F-1", ""}}) == "F-1");
    BOOST_TEST(linked("F-1", {{"", "aa"}}) == "F-1");
}

BOOST_AUTO_TEST_CASE(the_last_of_equal_ids_with_a_path_counts)
{
    BOOST_TEST(linked("F-1", {{"F-1", "old"}, {"F-1", "aa"}, {"F-1", ""}}) == aa);
}

BOOST_AUTO_TEST_CASE(trailing_slashes_of_the_base_are_dropped)
{
    BOOST_TEST(linked("F-1", two, "https://c.example/#V///") == aa);
    BOOST_TEST(linked("F-1", two, "https://c.example/#V") == aa);
    BOOST_TEST(linked("F-1", two, " https://c.example/#V/ \n") == aa);
}

BOOST_AUTO_TEST_CASE(a_path_is_percent_encoded_so_that_the_link_stays_closed)
{
    BOOST_TEST(linked("i", {{"i", "a b)(%é\n<>\"/~!$&'*+,;=:@-._#?[]"}}, "b") ==
               "[i](b/a%20b%29%28%25%C3%A9%0A%3C%3E%22/~!$&'*+,;=:@-._%23%3F%5B%5D)");
}

BOOST_AUTO_TEST_CASE(brackets_of_an_id_cannot_break_out_of_the_label)
{
    BOOST_TEST(linked("a]b", {{"a]b", "u"}}, "b") == "[a\\]b](b/u)");
    BOOST_TEST(linked("x[1]", {{"x[1]", "u"}}, "b") == "[x\\[1\\]](b/u)");
    BOOST_TEST(linked("x\\ y", {{"x\\", "u"}}, "b") == "[x\\\\](b/u) y");
    BOOST_TEST(linked("a\nb", {{"a\nb", "u"}}, "b") == "a\nb");
}

BOOST_AUTO_TEST_CASE(the_first_link_beyond_the_limit_and_all_after_it_are_left_out)
{
    const std::string                   text = "F-1 F-12 \"F-1\" F-12";
    const std::vector<feedback::record> records{{.id = "F-1", .content = "c", .metadata = {}, .url_id = "aa"},
                                                {.id = "F-12", .content = "c", .metadata = {}, .url_id = "bb"}};
    const auto limited = [&](std::size_t max_json_bytes) -> std::string {
        return feedback::with_links(text, "https://c.example/#V", feedback::with_content(records), max_json_bytes);
    };
    const auto escaped_quotes = std::size_t{2};
    const auto whole          = limited(feedback::max_linked_bytes);
    BOOST_TEST(whole == aa + " " + bb + " \"" + aa + "\" " + bb);
    BOOST_TEST(limited(whole.size() + escaped_quotes) == whole);
    BOOST_TEST(limited(whole.size() + escaped_quotes - 1) == aa + " " + bb + " \"" + aa + "\" F-12");
    BOOST_TEST(limited(text.size()) == text);
    BOOST_TEST(limited(0) == text);
}

BOOST_AUTO_TEST_CASE(long_targets_do_not_multiply_a_text)
{
    std::string text;
    for (int n = 0; n != 100'000; ++n) text += "F-1 ";
    const auto result =
        linked(text, {{"F-1", std::string(1'024, 'u')}}, "https://c.example/" + std::string(2'000, 'b'));
    BOOST_TEST(result.size() <= feedback::max_linked_bytes);
    BOOST_TEST(result.size() > feedback::max_linked_bytes - 4'000);
    BOOST_TEST(result.ends_with(" F-1 F-1 "));
}

BOOST_AUTO_TEST_CASE(hostile_texts_and_ids_take_linear_time)
{
    std::vector<std::pair<std::string, std::string>> ids;
    for (std::size_t n = 1; n != 2'000; ++n) ids.emplace_back(std::string(n, 'a'), "u");
    const std::string same(200'000, 'a');
    BOOST_TEST((linked(same, ids) == same));
    std::string open;
    for (int n = 0; n != 50'000; ++n) open += "[](";
    BOOST_TEST(linked(open, ids).size() >= open.size());
    std::string addresses;
    for (int n = 0; n != 50'000; ++n) addresses += "http://";
    BOOST_TEST((linked(addresses, ids) == addresses));
    const std::string lines(200'000, '\n');
    BOOST_TEST((linked(lines, ids) == lines));
}

BOOST_AUTO_TEST_SUITE_END()

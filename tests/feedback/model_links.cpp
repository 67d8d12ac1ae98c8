#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <utility>

using namespace verbatim;

namespace {

std::string cleaned(std::string_view text, std::string_view base = "https://c.example/#V/")
{
    return feedback::response_text::filtered(text, base);
}

void check(const std::pair<std::string, std::string>& sample)
{
    BOOST_TEST_CONTEXT(sample.first) BOOST_TEST(cleaned(sample.first) == sample.second);
}

} // namespace

BOOST_AUTO_TEST_SUITE(model_links)

BOOST_AUTO_TEST_CASE(plain_markdown_stays)
{
    for (const char* text :
         {"", "Water is scarce.", "**F-1** says _so_", "[F-1], [F-2][F-3] and (F-4)", "- [F-1]: the pump is broken",
          "see [F-1]: pump", "2 < 3 > 1 and <3", "<PERSON_0> of <LOCATION_1>", "&lt;PERSON_0&gt;", "`a[0]`", "wow! [x]",
          "https://x.example/?q=1", "[F-1](https://c.example/#V/aa)", "[F-1]( https://c.example/#V?id=1 )",
          "<https://c.example/#V/aa>", "[x] (y)", "| a | b |\n|---|---|"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(cleaned(text) == text);
}

BOOST_AUTO_TEST_CASE(foreign_links_become_their_text)
{
    const std::pair<std::string, std::string> expectations[] = {
        {"[click](https://x.example/?q=<PERSON_0>) now", "click now"},
        {"[click](<URL_0>)", "click"},
        {"[click](//x.example)", "click"},
        {"[click](javascript:alert(1))", "click"},
        {"[click](<https://x.example/a b> \"t\")", "click"},
        {"[click](\nhttps://x.example 'a ) b')", "click b')"},
        {"[a [b] c](https://x.example)", "a [b] c"},
        {"[`]`](https://x.example)", "[`]`]"},
        {"[a\\](https://x.example)", "[a\\]"},
        {"[x](https://c.example/#Very)", "x"},
        {"[x](https://c.example/#V/../../other)", "x"},
        {"[x](https://c.example/#V/%2E%2e/other)", "x"},
        {"[x](https://c.example/#V/a \"title\")", "x"},
        {"[x](https://x.example never closed", "[x] (https://x.example never closed"},
        {"<https://x.example/?q=<PERSON_0>>", "https://x.example/?q=<PERSON_0>"},
        {"<mailto:a@x.example>", "mailto:a@x.example"},
        {"<a@x.example>", "a@x.example"},
        {"[text][r]\n\n[r]: https://x.example/<PERSON_0> \"t\"\nend", "text\n\n\nend"},
        {"[text][R]\n> [r]:\n  https://x.example", "text\n> "},
        {"[F-1]: insulin", "[F-1] : insulin"},
    };
    for (const auto& sample : expectations) check(sample);
}

BOOST_AUTO_TEST_CASE(images_become_their_alternative_text)
{
    const std::pair<std::string, std::string> expectations[] = {
        {"![map](https://x.example/<PERSON_0>.png)", "map"},
        {"![](https://x.example/?q=<PERSON_0>)", ""},
        {"![map](https://c.example/#V/aa)", "map"},
        {"[![map](https://x.example/i)](https://c.example/#V/aa)", "[map](https://c.example/#V/aa)"},
        {"[![map](https://x.example/i)](https://x.example)", "map"},
        {"![map][r]\n\n[r]: //x.example/i", "map\n\n"},
    };
    for (const auto& sample : expectations) check(sample);
}

BOOST_AUTO_TEST_CASE(tags_are_taken_out)
{
    const std::pair<std::string, std::string> expectations[] = {
        {"a <img src=https://x.example/<PERSON_0>> b", "a  b"},
        {"<A HREF='https://x.example'>text</A>", "text"},
        {"<img\nsrc=x>", ""},
        {"<!-- hidden -->", ""},
        {"\\<img src=x>", "\\"},
        {"<im<b>g src=x>", "g src=x>"},
        {"<<b>img src=x>", ""},
        {"<script", "< script"},
        {"<!--", "< !--"},
        {"<PERSON_0 onclick=x>", ""},
    };
    for (const auto& sample : expectations) check(sample);
}

BOOST_AUTO_TEST_CASE(without_a_base_no_link_stays)
{
    BOOST_TEST(cleaned("[x](https://c.example/#V/aa) [y](/z) [](a)", "") == "x y ");
    BOOST_TEST(cleaned("[x](y)", "/") == "x");
}

BOOST_AUTO_TEST_CASE(what_could_still_begin_markup_is_separated)
{
    const std::pair<std::string, std::string> expectations[] = {
        {"![x]", "! [x]"},
        {"a! [x]", "a! [x]"},
        {"<1@x.example>", "< 1@x.example>"},
        {"2 <5 and 6> 4", "2 <5 and 6> 4"},
        {"> [x]:\n> //x.example\n\n[x]", "> [x] :\n> //x.example\n\n[x]"},
        {"> [x]:\n> y\n\n[x]", "> [x] :\n> y\n\n[x]"},
        {"a\r[x]: y", "a\r[x] : y"},
        {"[x]: y 'title'", "[x] : y 'title'"},
        {"[x]:", "[x] :"},
        {"[x]: <y z>", "[x] : "},
        {"[x](https://c.example/#V/&period;&period;/a)", "x"},
        {"[x](https://c.example/#V/<PERSON_0>)", "x"},
        {"![a `[` b](https://c.example/#V/aa)", "! [a `[` b](https://c.example/#V/aa)"},
    };
    for (const auto& sample : expectations) check(sample);
}

BOOST_AUTO_TEST_CASE(every_way_to_make_a_response_text_filters)
{
    using feedback::response_text;
    const std::string_view text = "[x](//y)";
    response_text          made = text;
    BOOST_TEST(made == "x");
    made = std::string{"<b>"};
    BOOST_TEST(made == "");
    made = response_text{"[x]"} + response_text{"(//y)"};
    BOOST_TEST(made == "[x] (//y)");
    made = response_text{"a!"} + response_text{"[b]"};
    BOOST_TEST(made == "a! [b]");
    BOOST_TEST(response_text{"[x]\n(y)\n<\nb>"}.on_one_line() == "[x] (y) < b>");
    BOOST_TEST(response_text{"[x]: the pump is broken"}.shortened(8) == "[x] : th…");
    BOOST_TEST(response_text{"abc"}.shortened(3) == "abc");
    BOOST_TEST(response_text{"abcd"}.shortened(3) == "abc…");
}

struct answer
{
    feedback::response_text text;
};
void declare(sdk::schema_builder& schema, answer& answer)
{
    schema.name("Answer", "An answer.");
    schema.field("text", answer.text, "Its text.");
}

BOOST_AUTO_TEST_CASE(a_response_text_is_a_string_in_json)
{
    BOOST_TEST(sdk::to_json(answer{"a \"b\" <i>"}) == R"({"text":"a \"b\" "})");
    BOOST_TEST(sdk::item_count(sdk::schema_of<answer>(), std::make_unique<answer>(std::string(4'096, 'x')).get()) == 4u);
}

BOOST_AUTO_TEST_CASE(what_remains_forms_no_new_markup)
{
    std::string nested = "https://x.example";
    for (int n = 0; n != 30; ++n) nested = "[a]([b](" + nested + "))";
    std::string split;
    for (int n = 0; n != 30; ++n) split = "<" + split + "<b>img src=x>";
    for (const auto& text : {nested, split, std::string{"[x]<b></b>(https://x.example)"}})
    {
        const auto once = cleaned(text);
        BOOST_TEST(cleaned(once) == once);
        BOOST_TEST(once.find("](") == std::string::npos);
        BOOST_TEST(once.find("<b") == std::string::npos);
        BOOST_TEST(once.find("<i") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(hostile_texts_take_linear_time)
{
    for (const char* part :
         {"[](", "<a", "[a]:", "![a][", "<a<", "<a<P_0>", "[\n", "](", "<PERSON_0", "[a](b)", "\n[a]: /b"})
    {
        std::string text;
        for (int n = 0; n != 30'000; ++n) text += part;
        BOOST_TEST(cleaned(text).find("](") == std::string::npos);
    }
    std::string nested;
    for (int n = 0; n != 30'000; ++n) nested += "[a](https://c.example/#V/";
    BOOST_TEST(!cleaned(nested + std::string(30'000, ')')).empty());
}

BOOST_AUTO_TEST_SUITE_END()

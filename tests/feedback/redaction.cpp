#include "verbatim/feedback/redaction.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct fixture : testing::event_loop
{
    testing::fake_call call;

    feedback::redaction redact(std::vector<std::string_view> texts, std::vector<std::string_view> unredacted = {})
    {
        call.word_list.add("Amina", "PERSON").add("Goma", "LOCATION").add("Tom & <Jerry>", "PERSON");
        return run(feedback::redact(call, std::move(texts), std::move(unredacted)));
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(redaction, fixture)

BOOST_AUTO_TEST_CASE(all_kinds_share_a_numbering_and_equal_texts_a_placeholder)
{
    const auto names = redact({"Amina of Goma", "a@b.org wrote Amina", "Goma"});
    BOOST_TEST(names.text(0).text() == "<PERSON_0> of <LOCATION_1>");
    BOOST_TEST(names.text(1).text() == "<EMAIL_ADDRESS_2> wrote <PERSON_0>");
    BOOST_TEST(names.text(2).text() == "<LOCATION_1>");
    BOOST_TEST(call.word_list.call_count() == 1);
}

BOOST_AUTO_TEST_CASE(text_around_placeholders_is_escaped_and_originals_are_restored_unchanged)
{
    const auto names = redact({"<b>Tom & <Jerry></b>"});
    BOOST_TEST(names.text(0).text() == "&lt;b&gt;<PERSON_0>&lt;/b&gt;");
    BOOST_TEST(names.restore("It was <PERSON_0>.") == "It was Tom & < Jerry>.");
}

BOOST_AUTO_TEST_CASE(a_text_for_an_embedder_has_placeholders_and_no_entities)
{
    const auto names = redact({"<b>Amina's \"hut\"</b> & Goma", ""});
    BOOST_TEST(names.unescaped_text(0).text() == "<b><PERSON_0>'s \"hut\"</b> & <LOCATION_1>");
    BOOST_TEST(names.unescaped_text(1).text().empty());
}

BOOST_AUTO_TEST_CASE(numbers_start_above_every_placeholder_of_the_input)
{
    BOOST_TEST(redact({"<PERSON_4> met Amina", "&lt;X_7&gt;"}).text(0).text() == "&lt;PERSON_4&gt; met <PERSON_8>");
    BOOST_TEST(redact({"Amina"}, {"id <LOCATION_11>"}).text(0).text() == "<PERSON_12>");
}

BOOST_AUTO_TEST_CASE(only_possible_collisions_raise_the_first_number)
{
    using feedback::first_free_number;
    for (const char* text : {"", "<PERSON_>", "<PERSON>", "<person_3>", "< PERSON_3>", "PERSON_3", "<3>", "<PERSON_3",
                             "&lt;PERSON_3>", "<PERSON_99999999999999999999>"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(first_free_number(text) == 0u);
    BOOST_TEST(first_free_number("<<PERSON_3>") == 4u);
    BOOST_TEST(first_free_number("<US_SSN_007>&lt;A_2&gt;") == 8u);
}

BOOST_AUTO_TEST_CASE(both_forms_are_restored_in_one_pass)
{
    const auto names = redact({"Amina in Goma"});
    BOOST_TEST(names.restore("<PERSON_0> &lt;LOCATION_1&gt; <PERSON_0>") == "Amina Goma Amina");
    BOOST_TEST(names.restore("<<PERSON_0>>") == "< Amina>");
}

BOOST_AUTO_TEST_CASE(only_exact_and_escaped_placeholders_are_restored)
{
    const auto names = redact({"Amina in Goma"});
    struct sample
    {
        const char *completion, *restored;
    };
    const sample samples[] = {
        // both forms, in any context
        {"`<PERSON_0>`", "`Amina`"},
        {"**<PERSON_0>**", "**Amina**"},
        {"<PERSON_0>'s house", "Amina's house"},
        {"<PERSON_0><LOCATION_1>", "AminaGoma"},
        {"\"<PERSON_0>\", (<LOCATION_1>)", "\"Amina\", (Goma)"},
        {"&lt;PERSON_0&gt;&#39;s", "Amina&#39;s"},
        {"<b><PERSON_0></b>", "Amina"},
        {"<PERSON_0<PERSON_0>", "< PERSON_0Amina"},
        {"&lt;&lt;PERSON_0&gt;&gt;", "&lt;Amina&gt;"},
        // no placeholders: what looks like a tag is taken out
        {"<person_0> <Person_0>", " "},
        {"\\u003cPERSON_0\\u003e", "\\u003cPERSON_0\\u003e"},
        {"PERSON_0 `PERSON_0` [PERSON_0] {PERSON_0}", "PERSON_0 `PERSON_0` [PERSON_0] {PERSON_0}"},
        {"< PERSON_0> <PERSON_0 > <PERSON _0> <PERSON-0>", "< PERSON_0>   "},
        {"＜PERSON_0＞ ‹PERSON_0› «PERSON_0»", "＜PERSON_0＞ ‹PERSON_0› «PERSON_0»"},
        {"&lt;PERSON_0> <PERSON_0&gt; &amp;lt;PERSON_0&amp;gt;",
         "&lt;PERSON_0> < PERSON_0&gt; &amp;lt;PERSON_0&amp;gt;"},
        {"&LT;PERSON_0&GT; &#60;PERSON_0&#62;", "&LT;PERSON_0&GT; &#60;PERSON_0&#62;"},
        {"</PERSON_0> <PERSON_0/>", " "},
        {"<PERSON_00> <PERSON_01> <PERSON_> <_0> <0>", "<PERSON_00> <PERSON_01>  <_0> <0>"},
        {"<PERSON_１> <PERSON_٠>", " "},
        {"<PERSON_\xE2\x80\x8B"
         "0>",
         ""},
        {"<PERSON_0\xFF>", ""},
    };
    for (const auto& example : samples)
        BOOST_TEST_CONTEXT(example.completion) BOOST_TEST(names.restore(example.completion) == example.restored);
}

BOOST_AUTO_TEST_CASE(nothing_is_restored_inside_an_address)
{
    call.word_list.add("https://x.example/?q=", "URL");
    const auto names = redact({"Amina in Goma, https://x.example/?q="});
    BOOST_TEST(names.text(0).text() == "<PERSON_0> in <LOCATION_1>, <URL_2>");
    for (const char* text :
         {"https://x.example/<PERSON_0>", "https://<PERSON_0>.x.example", "HTTPS://x/?a=b&c=<PERSON_0>,<LOCATION_1>",
          "//x.example/<PERSON_0>", "WWW.x.example/<PERSON_0>", "mailto:<PERSON_0>@x.example"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(names.restore(text) == text);
    BOOST_TEST(names.restore("[x](<PERSON_0>)") == "x");
    BOOST_TEST(names.restore("https://x/&lt;PERSON_0&gt; <PERSON_0>") == "https://x/<PERSON_0> Amina");
    BOOST_TEST(names.restore("https://x\n<PERSON_0> / <LOCATION_1> (<PERSON_0>)") == "https://x\nAmina / Goma (Amina)");
    BOOST_TEST(names.restore("<URL_2> <URL_2><PERSON_0>") == "https://x.example/?q= https://x.example/?q=<PERSON_0>");
}

BOOST_AUTO_TEST_CASE(restoration_ends_before_2_mib_of_json)
{
    constexpr std::size_t limit = 2u << 20;
    const std::string     name(1'000, 'n');
    const std::string     quoted(1'000, '"');
    call.word_list.add(name, "PERSON").add(quoted, "LOCATION");
    const auto names = redact({name, quoted});

    std::string completion;
    for (int n = 0; n != 4'000; ++n) completion += "<PERSON_0>";
    const auto restored = names.restore(completion + "<LOCATION_1>").text();
    BOOST_TEST(restored.starts_with(name + name));
    BOOST_TEST(restored.ends_with("<PERSON_0><LOCATION_1>"));
    BOOST_TEST(restored.size() <= limit);
    BOOST_TEST(restored.size() > limit - name.size());

    const std::string rest(limit - 2'000, 'x');
    BOOST_TEST(names.restore(rest + "<LOCATION_1>") == rest + quoted);
    BOOST_TEST(names.restore(rest + "x<LOCATION_1>") == rest + "x<LOCATION_1>");
}

BOOST_AUTO_TEST_CASE(an_original_is_text_and_its_neighbours_are_apart)
{
    call.word_list.add("a](//x.example)", "URL").add("![i](y)\n# <b>", "TERM").add("(//z.example)", "URL");
    const auto names = redact({"a](//x.example) ![i](y)\n# <b> (//z.example)"});
    BOOST_TEST(names.text(0).text() == "<URL_0> <TERM_1> <URL_2>");
    BOOST_TEST(names.restore("[<URL_0> ![<URL_0>") == "[a] (//x.example) ! [a] (//x.example)");
    BOOST_TEST(names.restore("<TERM_1>") == "! [i] (y) # < b>");
    BOOST_TEST(names.restore("[x]<URL_2> <<TERM_1>") == "[x] (//z.example) < ! [i] (y) # < b>");
    BOOST_TEST(names.restore_fields("[x]<URL_2>(y)") == "[x]<URL_2>(y)");
}

BOOST_AUTO_TEST_CASE(links_below_the_address_of_the_crm_stay)
{
    const auto names = redact({"Amina in Goma"});
    BOOST_TEST(names.restore("[<PERSON_0>](https://c.example/a) [b](//x)", {}, "https://c.example/") ==
               "[Amina](https://c.example/a) b");
    BOOST_TEST(names.restore("&lt;PERSON_0&gt; [b](https://c.example/a)", {"PERSON"}) == "<PERSON_0> b");
    BOOST_TEST(names.restore_none("<PERSON_0> &lt;LOCATION_1&gt; <b>") == "<PERSON_0> <LOCATION_1> ");
}

BOOST_AUTO_TEST_CASE(a_restored_text_knows_its_kinds_and_its_form_with_placeholders)
{
    using kinds      = std::vector<feedback::restored_kind>;
    const auto names = redact({"Amina of Goma, a@b.org"});
    const auto text  = names.restore("<b><LOCATION_1> &lt;EMAIL_ADDRESS_2&gt; <LOCATION_1> <PERSON_0>", {"PERSON"});
    BOOST_TEST(text == "Goma a@b.org Goma <PERSON_0>");
    BOOST_TEST((text.restored() == kinds{{"EMAIL_ADDRESS", 1}, {"LOCATION", 2}}));
    BOOST_TEST(text.masked() == "<LOCATION_1> <EMAIL_ADDRESS_2> <LOCATION_1> <PERSON_0>");
    BOOST_TEST(text.masked().restored().empty());

    BOOST_TEST(names.restore_none("<LOCATION_1>").restored().empty());
    BOOST_TEST(names.restore_fields("<LOCATION_1>").restored().empty());
    BOOST_TEST(names.restore("https://x/<LOCATION_1> <LOCATION_9>").restored().empty());

    const auto sum = " And: " + text + " " + names.restore("<PERSON_0>\n[");
    BOOST_TEST(sum == " And: Goma a@b.org Goma <PERSON_0> Amina\n[");
    BOOST_TEST((sum.restored() == kinds{{"EMAIL_ADDRESS", 1}, {"LOCATION", 2}, {"PERSON", 1}}));
    BOOST_TEST(sum.masked() == " And: <LOCATION_1> <EMAIL_ADDRESS_2> <LOCATION_1> <PERSON_0> <PERSON_0>\n[");
    BOOST_TEST(sum.on_one_line().masked() ==
               " And: <LOCATION_1> <EMAIL_ADDRESS_2> <LOCATION_1> <PERSON_0> <PERSON_0> [");
    BOOST_TEST(sum.shortened(10) == " And: Goma…");
    BOOST_TEST(sum.shortened(10).masked() == " And: < LO…");
    BOOST_TEST((sum.shortened(10).restored() == sum.restored()));
}

BOOST_AUTO_TEST_CASE(placeholders_of_another_request_are_not_restored)
{
    const auto first  = redact({"Amina in Goma"});
    const auto second = redact({"Goma"});
    BOOST_TEST(first.text(0).text() == "<PERSON_0> in <LOCATION_1>");
    BOOST_TEST(second.text(0).text() == "<LOCATION_0>");
    BOOST_TEST(second.restore(first.text(0).text()) == "<PERSON_0> in <LOCATION_1>");
    BOOST_TEST(first.restore(second.text(0).text()) == "<LOCATION_0>");
    BOOST_TEST(second.completion_text(first.text(0).text()).text() == "&lt;PERSON_0&gt; in &lt;LOCATION_1&gt;");
}

BOOST_AUTO_TEST_CASE(a_restored_text_that_looks_like_a_placeholder_is_not_restored_again)
{
    call.word_list.add("<LOCATION_0>", "PERSON");
    const auto names = redact({"<LOCATION_0> in Goma"});
    BOOST_TEST(names.text(0).text() == "<PERSON_1> in <LOCATION_2>");
    BOOST_TEST(names.restore("<PERSON_1>") == "< LOCATION_0>");
}

BOOST_AUTO_TEST_CASE(unknown_and_hidden_placeholders_stay)
{
    const auto names = redact({"Amina in Goma"});
    BOOST_TEST(names.restore("<PERSON_0> <LOCATION_1> <PERSON_5> <PERSON_1> &lt;X_0&gt; <PERSON_0", {"PERSON"}) ==
               "<PERSON_0> Goma <PERSON_5> <PERSON_1> &lt;X_0&gt; < PERSON_0");
    BOOST_TEST(names.restore("&lt;PERSON_0&gt; &lt;PERSON_7&gt; &lt;LOCATION_1&gt;", {"PERSON"}) ==
               "<PERSON_0> &lt;PERSON_7&gt; Goma");
}

BOOST_AUTO_TEST_CASE(model_output_is_escaped_except_for_placeholders_of_the_request)
{
    const auto names = redact({"Amina"});
    BOOST_TEST(names.completion_text("<b> <PERSON_0> &lt;PERSON_0&gt; <PERSON_9>").text() ==
               "&lt;b&gt; <PERSON_0> <PERSON_0> &lt;PERSON_9&gt;");
}

BOOST_AUTO_TEST_CASE(without_findings_the_text_is_only_escaped_and_nothing_is_restored)
{
    const feedback::redaction names{{"Amina <PERSON_0>"}};
    BOOST_TEST(names.text(0).text() == "Amina &lt;PERSON_0&gt;");
    BOOST_TEST(names.restore("<PERSON_0>") == "<PERSON_0>");
}

BOOST_AUTO_TEST_CASE(a_moved_redaction_restores)
{
    auto       names = redact({"Amina"});
    const auto moved = std::move(names);
    BOOST_TEST(moved.text(0).text() == "<PERSON_0>");
    BOOST_TEST(moved.restore("<PERSON_0>") == "Amina");
}

BOOST_AUTO_TEST_CASE(invalid_findings_end_the_call_instead_of_leaking)
{
    const std::vector<std::vector<sdk::detected_entity>> outside{
        {{.begin = 0, .end = 9, .kind = "PERSON", .score = 1}}};
    const std::vector<std::vector<sdk::detected_entity>> empty{{{.begin = 1, .end = 1, .kind = "PERSON", .score = 1}}};
    const std::vector<std::vector<sdk::detected_entity>> crossed{
        {{.begin = 0, .end = 3, .kind = "PERSON", .score = 1}, {.begin = 2, .end = 4, .kind = "PERSON", .score = 1}}};
    for (const auto* findings : {&outside, &empty, &crossed})
        BOOST_CHECK_THROW((feedback::redaction{{"Amina"}, *findings}), sdk::programming_error);
    BOOST_CHECK_THROW((feedback::redaction{{"a", "b"}, outside}), sdk::programming_error);
}

BOOST_AUTO_TEST_CASE(a_large_text_of_a_model_is_escaped_on_the_pool)
{
    const auto names = redact({"Amina"});
    BOOST_TEST(run(completion_text(call, names, "<PERSON_0>")).text() == "<PERSON_0>");
    BOOST_TEST(call.compute_count == 0);
    const std::string large(200'000, 'x');
    BOOST_TEST((run(completion_text(call, names, large)).text() == large));
    BOOST_TEST(call.compute_count == 1);
}

BOOST_AUTO_TEST_CASE(large_requests_are_numbered_on_the_pool)
{
    const std::string large(2u << 20, 'x');
    redact({large});
    BOOST_TEST(call.compute_count == 1);
}

BOOST_AUTO_TEST_SUITE_END()

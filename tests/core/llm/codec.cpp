#include "llm/codec.hpp"
#include "llm/output_text.hpp"
#include "llm/wire_format.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::core::llm;

BOOST_AUTO_TEST_SUITE(llm_codec)

BOOST_AUTO_TEST_CASE(reasoning_before_an_answer_is_removed)
{
    const std::pair<const char*, const char*> outputs[] = {
        {"<think>first</think>{}", "{}"},
        {"\n<think>\n\n</think>\n\n{}\n", "{}"},
        {"\xEF\xBB\xBF<think>a <think> b</think> {\"score\":1}\n</think>\nNo.", "No."},
        {"[THINK]hm[/THINK]Yes", "Yes"},
        {"The template wrote the mark.\n</think>\n\nYes", "Yes"},
        {"</think>\nYes", "Yes"},
        {"It ends a line.</think>\n\nYes", "Yes"},
        {"It begins one.\n</think> Yes", "Yes"},
        {"<thinking>hm</thinking>\n\nYes", "Yes"},
        {"<reasoning>hm</reasoning>Yes", "Yes"},
        {"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes<|return|>", "Yes"},
        {"<|channel|>analysis<|message|>it never ends", ""},
        {"analysisThe user wants an answer.assistantfinalYes", "Yes"},
        {"<|im_start|>Yes<|im_end|>\n<|im_start|>user\nAnd now?", "Yes"},
        {"Yes<|eot_id|>", "Yes"},
        {"{\"text\":\"<|im_end|>\"}<|im_end|>", "{\"text\":\"<|im_end|>\"}<|im_end|>"},
        {"```markdown\nYes\n- no\n```", "Yes\n- no"},
        {"<think>it never ends", ""},
        {"<think>", ""},
        {"<think></think>", ""},
        {"\xEF\xBB\xBFYes", "Yes"},
        {"", ""},
    };
    for (const auto& [output, answer] : outputs) BOOST_TEST(answer_of(output) == answer, output);

    for (const char* answer :
         {R"({"text":"<think>a</think>"})", "Records name the tag </think> twice.", "No <think>reasoning</think>",
          "- a\n- the mark </think>\n- b", " kept as it is\n", "```\na\n``` and ```\nb\n```", "`Yes`"})
        BOOST_TEST(answer_of(answer) == answer);

    std::string marks;
    for (int n = 0; n != 200'000; ++n) marks += "<think>";
    BOOST_TEST(answer_of(marks).empty());
    for (int n = 0; n != 200'000; ++n) marks += "</think>";
    BOOST_TEST(answer_of(marks).empty());
}

BOOST_AUTO_TEST_CASE(control_tokens_are_removed_from_a_text)
{
    const auto reply = clean_text("Water<|reserved_12|> is short.");
    BOOST_TEST(reply.text == "Water is short.");
    BOOST_TEST(!reply.truncated);
    BOOST_TEST((reply.repairs == std::vector{verbatim::sdk::reply_repair::tokens}));
    for (const char* text : {"a <| b |> c", "<|>", "<||>", "a <|b", "x < 3"}) BOOST_TEST(clean_text(text).text == text);
}

BOOST_AUTO_TEST_CASE(a_text_that_repeats_itself_to_the_end_is_cut_at_the_first_repeat)
{
    std::string text = "Water is short.\n";
    for (int n = 0; n != 2'000; ++n) text += "- People wait for días.\n";
    const auto reply = clean_text(text);
    BOOST_TEST(reply.text.starts_with("Water is short.\n- People wait for días"));
    BOOST_TEST(reply.text.size() < 60U);
    BOOST_TEST(reply.truncated);
    BOOST_TEST((reply.repairs == std::vector{verbatim::sdk::reply_repair::repetition}));

    std::string varied, short_text;
    for (int n = 0; n != 500; ++n) varied += "- Theme " + std::to_string(n * n) + "\n";
    for (int n = 0; n != 20; ++n) short_text += "- no water\n";
    for (const auto& whole : {varied, short_text, text + "The end."})
    {
        BOOST_TEST(clean_text(whole).text == whole);
        BOOST_TEST(!clean_text(whole).truncated);
    }
}

BOOST_AUTO_TEST_CASE(json_that_repeats_itself_to_the_end_is_cut_and_its_string_closed)
{
    const auto repeated = [](std::string_view passage, int times) {
        std::string text;
        for (int n = 0; n != times; ++n) text += passage;
        return text;
    };
    const std::vector repetition{verbatim::sdk::reply_repair::repetition};

    const auto summary = without_repeats(R"({"title":"Water","summary":"No water.)" + repeated(" We wait.", 200));
    BOOST_TEST(summary.text == R"({"title":"Water","summary":"No water. We wait.")");
    BOOST_TEST(summary.truncated);
    BOOST_TEST((summary.repairs == repetition));

    const auto list = without_repeats(R"({"types":[)" + repeated("\"THEFT\",\n", 200));
    BOOST_TEST(list.text == "{\"types\":[\"THEFT\",\n");
    BOOST_TEST(!list.truncated);

    // Wherever the output ends, a part of an escape is no part of the string.
    for (const std::string passage : {R"(a\")", R"(b\\)", R"(c\u00e9)"})
        for (std::size_t cut = 0; cut != passage.size(); ++cut)
        {
            const auto whole = R"({"title":")" + repeated(passage, 400) + passage.substr(0, cut);
            const auto reply = without_repeats(whole);
            BOOST_TEST((reply.repairs == repetition));
            BOOST_TEST(reply.text.size() < 40U);
            boost::system::error_code error;
            boost::json::parse(reply.text + '}', error);
            BOOST_TEST(!error, reply.text);
        }

    for (const std::string& whole : {std::string{R"({"title":"Water"})"}, R"({"t":")" + repeated("ab", 600) + R"("})",
                                     R"({"t":")" + repeated("No water. ", 20)})
    {
        BOOST_TEST(without_repeats(whole).text == whole);
        BOOST_TEST(without_repeats(whole).repairs.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_rule_of_a_table_is_no_repetition)
{
    const auto ends = [](std::size_t size, std::string_view passage) {
        std::string text = "Water is short.\n";
        while (text.size() < size) text += passage;
        return ends_in_repeats(text);
    };
    BOOST_TEST(ends(600, "No water. "));
    BOOST_TEST(!ends(450, "No water. "));
    BOOST_TEST(!ends(3'000, "-"));
    BOOST_TEST(!ends(3'000, " |"));
    BOOST_TEST(ends(4'200, " "));
    BOOST_TEST(!ends_in_repeats(""));
}

BOOST_AUTO_TEST_CASE(an_output_shape_names_members_and_types)
{
    BOOST_TEST(output_shape(R"({"type":"object","properties":{"title":{"type":"string","description":"3 words"},)"
                            R"("types":{"type":"array","items":{"type":"string","enum":["A","B\""]}},)"
                            R"("score":{"type":["number","null"]},"part":{"anyOf":[{"type":"object","properties":)"
                            R"({"n":{"type":"integer"}}},{"type":"null"}]}}})") ==
               R"({"title": string, "types": ["A" | "B\"", ...], "score": number | null, )"
               R"("part": {"n": integer} | null})");
    for (const char* other : {R"({"$ref":"#/$defs/Node","$defs":{"Node":{}}})", R"({"type":"object"})", "{}", "no JSON",
                              R"({"type":"array"})", R"({"type":1})", R"({"anyOf":[{}]})", ""})
        BOOST_TEST(output_shape(other) == other);
}

BOOST_AUTO_TEST_CASE(a_word_is_at_least_a_token_and_so_are_a_few_code_points_without_blanks)
{
    BOOST_TEST(least_tokens("") == 0U);
    BOOST_TEST(least_tokens(" \n\t ") == 0U);
    BOOST_TEST(least_tokens("deux  mots\n") == 2U);
    BOOST_TEST(least_tokens("<id=\"F-1\"> - x") == 3U);
    BOOST_TEST(least_tokens("学校附近的供水点已经干了") == 4U); // 12 code points
    BOOST_TEST(least_tokens("นม water น้ำ") == 3U);              // a word, and 5 code points
    BOOST_TEST(least_tokens("مضخة المياه معطلة") == 3U);
}

BOOST_AUTO_TEST_CASE(a_prompt_with_fewer_tokens_than_three_quarters_of_its_words_was_cut)
{
    const auto repeated = [](std::string_view word, std::size_t count) {
        std::string text;
        for (std::size_t n = 0; n != count; ++n) text += word;
        return text;
    };
    BOOST_TEST(is_prompt_cut(2048, repeated("word ", 100), repeated("word ", 2700)));
    BOOST_TEST(!is_prompt_cut(2100, repeated("word ", 100), repeated("word ", 2700)));
    BOOST_TEST(is_prompt_cut(512, "", repeated("word ", 800)));
    BOOST_TEST(is_prompt_cut(2048, "", repeated("供水点已", 2000)));
    BOOST_TEST(!is_prompt_cut(2500, "", repeated("供水点已", 2000)));
    BOOST_TEST(is_prompt_cut(4096, "", repeated("مضخة المياه معطلة ", 2000)));

    // No count of a prompt that a server has read, unless the prompt is long.
    BOOST_TEST(!is_prompt_cut(500, "", repeated("word ", 3000)));
    BOOST_TEST(is_prompt_cut(0, repeated("word ", 4000), "w"));
    BOOST_TEST(!is_prompt_cut(0, std::string(100'000, '-'), ""));
    BOOST_TEST(!is_prompt_cut(600, "", std::string(100'000, '-')));
}

BOOST_AUTO_TEST_CASE(tokens_are_estimated_from_the_length)
{
    BOOST_TEST(estimate_tokens(0, 4) == 0U);
    BOOST_TEST(estimate_tokens(7, 4) == 1U);
    BOOST_TEST(estimate_tokens(8, 4) == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/text_analysis/tokenizer.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <vector>

using namespace verbatim::text_analysis;

namespace {

/// The stem of the word `spelling` in `text`.
std::string stem_in(std::string_view text, std::string_view spelling)
{
    tokenizer  tokenizer;
    const auto tokens = tokenizer.tokenize(text);
    for (const auto& word : tokens.words)
        if (tokens.text_of(word) == spelling) return tokenizer.stem_text(word.stem);
    return "(no such word)";
}

} // namespace

BOOST_AUTO_TEST_SUITE(tokenizer_test)

BOOST_AUTO_TEST_CASE(a_text_is_split_into_words_and_sentences)
{
    tokenizer  tokenizer;
    const auto tokens = tokenizer.tokenize("Water is dirty. - Qu'est-ce que c'est? l'eau\nEnd…");

    std::vector<std::string> sentences;
    for (const auto& sentence : tokens.sentences) sentences.emplace_back(tokens.text_of(sentence));
    const std::vector<std::string> expected{"Water is dirty.", "Qu'est-ce que c'est?", "l'eau", "End…"};
    BOOST_TEST(sentences == expected, boost::test_tools::per_element());
    BOOST_TEST(tokens.text_of(tokens.words.at(2)) == "dirty");
    BOOST_TEST(tokens.text_of(tokens.words.at(tokens.sentences.at(2).first)) == "eau"); // without its article
}

BOOST_AUTO_TEST_CASE(word_lists_give_words_their_role)
{
    tokenizer  tokenizer;
    const auto tokens = tokenizer.tokenize("The caller asks about 3 problems: insulin.");

    std::vector<word_role> roles;
    for (const auto& word : tokens.words) roles.push_back(word.role);
    using enum word_role;
    const std::vector<word_role> expected{stop, reporting, reporting, stop, number, vague, content};
    BOOST_TEST((roles == expected));
    BOOST_TEST(bool{tokenizer.tokenize("Operator explained.").words.at(0).staff});
    BOOST_TEST(bool{tokenizer.tokenize("the main themes").words.at(2).query});
}

BOOST_AUTO_TEST_CASE(a_placeholder_is_one_word_and_looks_like_nothing_else)
{
    tokenizer  tokenizer;
    const auto tokens = tokenizer.tokenize("<PERSON_0> of <ID_12> <b> <PERSON> <_1");

    BOOST_TEST((tokens.words.at(0).role == word_role::placeholder));
    BOOST_TEST(tokens.text_of(tokens.words.at(0)) == "<PERSON_0>");
    BOOST_TEST(tokens.text_of(tokens.words.at(2)) == "<ID_12>");
    for (std::size_t n = 3; n < tokens.words.size(); ++n) BOOST_TEST((tokens.words[n].role != word_role::placeholder));
}

BOOST_AUTO_TEST_CASE(markup_has_no_words)
{
    tokenizer  tokenizer;
    const auto words_of = [&](std::string_view text) {
        const auto               tokens = tokenizer.tokenize(text);
        std::vector<std::string> words;
        for (const auto& word : tokens.words) words.emplace_back(tokens.text_of(word));
        return words;
    };
    const std::vector<std::string> expected{"No", "water", "slow", "5"};
    BOOST_TEST(words_of("<p class=\"x y\">No&nbsp;water</p><br/>&amp; slow &#160; <b>5</b>") == expected,
               boost::test_tools::per_element());
    const std::vector<std::string> no_markup{"a", "below", "b", "R", "D", "x"};
    BOOST_TEST(words_of("a <below b R&D &;x <") == no_markup, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_language_is_detected_by_function_words_and_letters)
{
    tokenizer  tokenizer;
    const auto detected = [&](std::string_view text) { return tokenizer.tokenize(text).detected_language; };
    BOOST_TEST((detected("The pump is broken.") == language::english));
    BOOST_TEST((detected("La pompe ne marche pas et nous avons soif.") == language::french));
    BOOST_TEST((detected("La bomba no funciona desde ayer.") == language::spanish));
    BOOST_TEST((detected("De pomp is kapot en wij hebben dorst.") == language::dutch));
    BOOST_TEST((detected("Насос не работает.") == language::russian));
    BOOST_TEST((detected("Насос не працює, немає їжі.") == language::ukrainian));
    BOOST_TEST((detected("المضخة معطلة") == language::arabic));
    BOOST_TEST((detected("Caller reports pumps") == language::english)); // no function word
    BOOST_TEST(!detected("information").has_value());                    // English and French
    BOOST_TEST(!detected("水泵坏了").has_value());
    BOOST_TEST(!detected("123 !?").has_value());
}

BOOST_AUTO_TEST_CASE(inflections_share_a_stem_in_every_language)
{
    BOOST_TEST(stem_in("the vaccine is here", "vaccine") == stem_in("the Vaccines are here", "Vaccines"));
    BOOST_TEST(stem_in("les réparations de la pompe", "réparations") == stem_in("la reparation et la", "reparation"));
    BOOST_TEST(stem_in("las vacunas de los niños", "vacunas") == stem_in("la vacuna de los niños", "vacuna"));
    BOOST_TEST(stem_in("de pompen zijn kapot en het", "pompen") == stem_in("de pomp is kapot en het", "pomp"));
    BOOST_TEST(stem_in("нет насосов и эти", "насосов") == stem_in("этот насос", "насос"));
    BOOST_TEST(stem_in("у лікарні немає", "лікарні") == stem_in("лікарня зачинена", "лікарня"));
    BOOST_TEST(stem_in("لا توجد مياه", "مياه") == stem_in("المياه ملوثة", "المياه"));
}

BOOST_AUTO_TEST_CASE(words_of_a_text_without_a_language_are_not_stemmed)
{
    BOOST_TEST(stem_in("Chakula wings", "wings") == "wings");
    BOOST_TEST(stem_in("Água", "Água") == "agua");
    tokenizer  tokenizer;
    const auto tokens = tokenizer.tokenize("wings", language::english);
    BOOST_TEST(!tokens.detected_language.has_value());
    BOOST_TEST(tokens.words.at(0).stem == tokenizer.stems_of("wing")[index(language::english)]);
    BOOST_TEST(tokenizer.stem_text(tokenizer.stems_of("Wings").back()) == "wings");
}

BOOST_AUTO_TEST_CASE(any_bytes_are_read_in_linear_time)
{
    std::string many_words;
    for (int n = 0; n != 20'000; ++n) many_words += "w" + std::to_string(n) + " ";
    for (const std::string& text :
         {std::string{}, std::string{"<"}, std::string{"!!! ... ???"}, std::string{"\xff\xfe\x80 water \xc3"},
          std::string(1'000'000, 'a'), std::string(100'000, '<'), std::string(100'000, '\n'), many_words})
    {
        tokenizer  tokenizer;
        const auto tokens = tokenizer.tokenize(text);
        for (const auto& word : tokens.words) BOOST_REQUIRE(word.end <= tokens.text.size());
    }
    tokenizer tokenizer;
    BOOST_TEST(tokenizer.tokenize("\xff water").text == "\uFFFD water");
}

BOOST_AUTO_TEST_SUITE_END()

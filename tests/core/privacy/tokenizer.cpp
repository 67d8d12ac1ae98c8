#include "privacy/tokenizer.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::privacy {

namespace {

struct word
{
    std::string text;
    shape       form;
    gap         before;

    friend bool          operator==(const word&, const word&) = default;
    friend std::ostream& operator<<(std::ostream& stream, const word& w)
    {
        return stream << w.text << '/' << static_cast<int>(w.form) << '/' << static_cast<int>(w.before);
    }
};

std::vector<word> words_of(std::string_view text)
{
    tokenized_text tokens;
    tokenize(text, tokens);
    std::vector<word> words;
    for (const auto& t : tokens.tokens)
        words.push_back({std::string(text.substr(t.begin, t.end - t.begin)), t.form, t.before});
    return words;
}

} // namespace

BOOST_AUTO_TEST_SUITE(tokenizer)

BOOST_AUTO_TEST_CASE(words_have_their_spelling_and_the_gap_before_them)
{
    using enum shape;
    const struct
    {
        std::string_view  text;
        std::vector<word> words;
    } samples[] = {
        {"", {}},
        {"Anna met WHO. McKay",
         {{"Anna", title, gap::edge},
          {"met", lower, gap::space},
          {"WHO", upper, gap::space},
          {"McKay", mixed, gap::stop}}},
        {"iPhone 42 a1B A",
         {{"iPhone", inner, gap::edge},
          {"42", number, gap::space},
          {"a1B", coded, gap::space},
          {"A", title, gap::space}}},
        {"Élan élan ÉLAN", {{"Élan", title, gap::edge}, {"élan", lower, gap::space}, {"ÉLAN", upper, gap::space}}},
        {"в Гоме, 5 км",
         {{"в", lower, gap::edge}, {"Гоме", title, gap::space}, {"5", number, gap::comma}, {"км", lower, gap::space}}},
        {"здоров'я О'Ніл", {{"здоров'я", lower, gap::edge}, {"О", title, gap::space}, {"Ніл", title, gap::apostrophe}}},
        {"فيGoma", {{"في", caseless, gap::edge}, {"Goma", title, gap::none}}},
        {"Gomaفي", {{"Goma", title, gap::edge}, {"في", caseless, gap::none}}},
        {"5محمد", {{"5محمد", coded, gap::edge}}},
        {"日本", {{"日", caseless, gap::edge}, {"本", caseless, gap::none}}},
        {"\u0301e\u0301a", {{"e\u0301a", lower, gap::edge}}},
        {"ab\xFF"
         "cd",
         {{"ab", lower, gap::edge}, {"cd", lower, gap::other}}},
        {"é\xC3", {{"é", lower, gap::edge}}},
        {"a<PERSON_0>b", {{"a", lower, gap::edge}, {"b", lower, gap::other}}},
    };
    for (const auto& row : samples) BOOST_TEST_CONTEXT(row.text)
    BOOST_TEST(words_of(row.text) == row.words, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(hashes_are_those_of_the_folded_letters)
{
    for (const auto* text :
         {"José JOSE jose ＪＯＳＥ", "abcXYZ019 abcxyz019 ABCXYZ019", "Straße STRASSE", "Ёлка елка ЁЛКА", "Ａ１b a1B"})
    {
        tokenized_text tokens;
        tokenize(text, tokens);
        for (const auto& t : tokens.tokens) BOOST_TEST_CONTEXT(text) BOOST_TEST(t.hash == tokens.tokens.front().hash);
    }
}

/// A run of ASCII letters takes another path than letters one by one, as hash_of() reads them.
BOOST_AUTO_TEST_CASE(a_word_of_a_text_has_the_hash_of_the_word_alone)
{
    const std::string_view text = "We met Zoë-Anne at 10 km; Ñandú x9Y éa aé aÉb z\u0301z ２０mm Дом5 m² İx ǅ ﬁn";
    tokenized_text tokens;
    tokenize(text, tokens);
    BOOST_REQUIRE(tokens.tokens.size() > 15U);
    for (const auto& t : tokens.tokens)
    {
        const auto alone = text.substr(t.begin, t.end - t.begin);
        BOOST_TEST_CONTEXT(alone) BOOST_TEST(t.hash == hash_of(alone));
    }
}

BOOST_AUTO_TEST_CASE(starts_of_addresses_placeholders_and_invalid_bytes_have_positions)
{
    tokenized_text tokens;
    tokenize("a@b http://c 1:2 x:y &lt;URL_1&gt; \xFF", tokens);
    BOOST_TEST(tokens.at_signs == std::vector<std::size_t>{1}, boost::test_tools::per_element());
    BOOST_TEST(tokens.schemes == std::vector<std::size_t>{8}, boost::test_tools::per_element());
    BOOST_TEST(tokens.colons == std::vector<std::size_t>{14}, boost::test_tools::per_element());
    BOOST_REQUIRE(tokens.placeholders.size() == 1U);
    BOOST_TEST(tokens.placeholders.front().first == 21U);
    BOOST_TEST(tokens.invalid == std::vector<std::size_t>{35}, boost::test_tools::per_element());
    BOOST_TEST(tokens.has_lower);
    BOOST_TEST(tokens.has_upper == false);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy

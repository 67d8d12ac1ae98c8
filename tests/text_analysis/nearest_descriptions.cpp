#include "verbatim/text_analysis/nearest_descriptions.hpp"

#include "support/listed_words.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::text_analysis;

namespace {

/// Two topics, and a word of grammar.
const support::listed_words table{{{"water", {2, 0}},
                                   {"ماء", {1.8F, 0.2F}},
                                   {"pump", {1.5F, 0.3F}},
                                   {"école", {0.1F, 1.9F}},
                                   {"school", {0.2F, 2}},
                                   {"teacher", {0.3F, 1.5F}},
                                   {"the", {0.2F, 0.2F}}}};

const std::vector<nearest_descriptions::texts> codes{{"Water", "The pump"}, {"School", "The teacher"}};

struct comparison
{
    text_analysis::tokenizer tokenizer;
    nearest_descriptions     descriptions;

    explicit comparison(const sdk::word_vectors* vectors)
        : descriptions{codes, vectors, tokenizer}
    {}

    std::vector<likeness> operator()(std::string_view text)
    {
        const auto tokens = tokenizer.tokenize(text);
        return descriptions.compare(tokens, tokens.sentences);
    }
};

std::size_t nearest(comparison& compare, std::string_view text)
{
    const auto probabilities = compare.descriptions.probabilities(compare(text));
    return probabilities.at(0) >= probabilities.at(1) ? 0 : 1;
}

} // namespace

BOOST_AUTO_TEST_SUITE(nearest_descriptions_of_texts)

BOOST_AUTO_TEST_CASE(words_of_another_language_find_the_description_of_their_meaning)
{
    comparison compare{&table};
    const struct
    {
        std::string_view text;
        std::size_t      code;
    } rows[]{{"لا ماء", 0}, {"L’école est loin.", 1}, {"WATER", 0}, {"The teacher left. Nobody came.", 1}};
    for (const auto& row : rows) BOOST_TEST(nearest(compare, row.text) == row.code, row.text);
}

BOOST_AUTO_TEST_CASE(each_sentence_is_compared_by_itself)
{
    comparison compare{&table};
    const auto both = compare("No water. The school is closed.");
    BOOST_TEST(both[0].meaning > 0.99);
    BOOST_TEST(both[1].meaning > 0.99);
    const auto joined = compare("No water, the school is closed.");
    BOOST_TEST(joined[0].meaning < 0.9);
}

BOOST_AUTO_TEST_CASE(without_a_table_only_equal_words_count)
{
    comparison compare{nullptr};
    const auto english = compare("The WATER of the school pump");
    BOOST_TEST(english[0].words > english[1].words);
    BOOST_TEST(english[0].meaning == 0);
    for (const auto& other : compare("ماء")) BOOST_TEST(other.words == 0);
}

BOOST_AUTO_TEST_CASE(earlier_texts_do_not_change_a_comparison)
{
    // "comment" is a word of grammar in French only.
    constexpr std::string_view english = "I have a comment about the water of the pump";
    comparison                 first{nullptr}, second{nullptr};
    second("Nous ne savons pas comment aller avec les enfants");
    BOOST_TEST(first(english)[0].words == second(english)[0].words);
}

BOOST_AUTO_TEST_CASE(a_text_without_words_and_placeholders_are_like_nothing)
{
    comparison compare{&table};
    for (const auto text : {"", "...", "<PERSON_0>", "xyzzy"})
        for (const auto& item : compare(text))
        {
            BOOST_TEST(item.words == 0, text);
            BOOST_TEST(item.meaning <= 0, text);
        }
}

BOOST_AUTO_TEST_CASE(a_description_is_likelier_the_nearer_it_is_and_the_farther_the_others_are)
{
    const comparison with_table{&table};
    const comparison without{nullptr};
    for (const auto* descriptions : {&with_table.descriptions, &without.descriptions})
    {
        const auto probabilities = [&](likeness first, likeness second) {
            const auto result = descriptions->probabilities(std::vector<likeness>{first, second});
            BOOST_TEST(result[0] > 0);
            BOOST_TEST(result[1] > 0);
            BOOST_TEST(result[0] + result[1] < 1);
            return result;
        };
        const auto far     = probabilities({0.2, 0.1}, {0.1, 0});
        const auto near    = probabilities({0.8, 0.6}, {0.1, 0});
        const auto unclear = probabilities({0.8, 0.6}, {0.8, 0.5});
        BOOST_TEST(near[0] > far[0]);
        BOOST_TEST(near[0] > unclear[0]);
        BOOST_TEST(unclear[0] > unclear[1]);
        BOOST_TEST(unclear[1] > near[1]);
        BOOST_TEST(descriptions->probabilities({}).empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()

#include "corpora.hpp"

#include "verbatim/text_analysis/phrases.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace verbatim::text_analysis;

namespace {

/// Made of letters only. No two have a stem in common.
std::string word_of(std::size_t number)
{
    std::string word;
    for (auto rest = number + 20; rest != 0; rest /= 20) word.append({"bdfgklmnprstvzcjwxqh"[rest % 20], 'o'});
    return word + 'k';
}

/// Lower numbers are more frequent.
class random_words
{
public:
    explicit random_words(std::size_t vocabulary)
        : vocabulary_{static_cast<double>(vocabulary)}
    {}

    std::size_t next()
    {
        return static_cast<std::size_t>(std::pow(vocabulary_, std::uniform_real_distribution<>{}(chance_)));
    }

private:
    double       vocabulary_;
    std::mt19937 chance_{11};
};

/// The documents in which the words of a phrase follow each other.
std::vector<std::uint32_t> documents_with(const corpus& corpus, const phrase& phrase)
{
    std::vector<std::uint32_t> documents;
    for (std::uint32_t n = 0; n != corpus.documents.size(); ++n)
    {
        const auto& text = corpus.documents[n].content.text;
        if (text.find(' ' + phrase.spelling + ' ') != text.npos || text.find(' ' + phrase.spelling + '.') != text.npos)
            documents.push_back(n);
    }
    return documents;
}

/// The best phrases are the first of all phrases.
void check_best(corpus_builder& records, std::size_t count)
{
    const auto corpus = records.build();
    const auto all    = key_phrases(corpus, 1'000'000, records.tokenizer);
    const auto best   = key_phrases(corpus, count, records.tokenizer);
    BOOST_REQUIRE(all.size() > 4 * count);
    BOOST_REQUIRE(best.size() == count);
    for (std::size_t n = 0; n != count; ++n)
    {
        BOOST_TEST(best[n].spelling == all[n].spelling);
        BOOST_TEST(best[n].stems == all[n].stems, boost::test_tools::per_element());
        BOOST_TEST(best[n].weight == all[n].weight);
        BOOST_TEST(best[n].documents == documents_with(corpus, best[n]), boost::test_tools::per_element());
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(phrases)

BOOST_AUTO_TEST_CASE(few_phrases_are_the_first_of_all)
{
    for (const std::size_t count : {1, 10, 100})
    {
        corpus_builder records;
        random_words   words{2'000};
        for (int n = 0; n != 600; ++n)
        {
            std::string text = "The";
            for (int i = 0; i != 15; ++i) text += ' ' + word_of(words.next());
            records.add(std::to_string(n), text + '.');
        }
        check_best(records, count);
    }
}

BOOST_AUTO_TEST_CASE(words_outweigh_more_frequent_names)
{
    corpus_builder records;
    random_words   names{60}, words{400};
    for (int n = 0; n != 600; ++n)
    {
        std::string text = "The";
        for (int i = 0; i != 12; ++i)
        {
            auto name = word_of(1'000 + names.next());
            name[0]   = static_cast<char>(name[0] - 'a' + 'A');
            text += ' ' + name + " and";
        }
        records.add(std::to_string(n), text + ' ' + word_of(words.next()) + '.');
    }
    check_best(records, 30);
}

BOOST_AUTO_TEST_CASE(phrases_that_one_record_repeats_hide_no_phrases_of_two)
{
    corpus_builder records;
    std::string    repeated = "The";
    for (int n = 0; n != 50; ++n)
        for (int i = 0; i != 20; ++i) repeated += " " + word_of(static_cast<std::size_t>(i));
    records.add("1", repeated + '.');
    records.add("2", "The " + word_of(100) + '.');
    records.add("3", "Here is " + word_of(100) + " again.");
    const auto phrases = key_phrases(records.build(), 2, records.tokenizer);
    BOOST_REQUIRE(phrases.size() == 1u);
    BOOST_TEST(phrases[0].spelling == word_of(100));
}

BOOST_AUTO_TEST_CASE(a_single_record_has_phrases_and_none_has_none)
{
    corpus_builder records;
    records.add("1", "The hand pump is broken.");
    const auto corpus = records.build();
    BOOST_TEST(!key_phrases(corpus, 5, records.tokenizer).empty());
    BOOST_TEST(key_phrases(corpus, 0, records.tokenizer).empty());
    BOOST_TEST(key_phrases({}, 5, records.tokenizer).empty());
}

BOOST_AUTO_TEST_SUITE_END()

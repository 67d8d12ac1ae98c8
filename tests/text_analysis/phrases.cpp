#include "corpora.hpp"

#include "verbatim/text_analysis/phrases.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
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

/// Fewer phrases are the first ones of many.
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
        BOOST_TEST(best[n].weight == all[n].weight);
        BOOST_TEST(best[n].documents == all[n].documents, boost::test_tools::per_element());
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(phrases)

BOOST_AUTO_TEST_CASE(rare_phrases_may_be_left_out_but_not_better_ones)
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

BOOST_AUTO_TEST_SUITE_END()

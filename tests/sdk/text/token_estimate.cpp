#include "verbatim/sdk/token_estimate.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <string_view>

namespace sdk = verbatim::sdk;

namespace {

/// A text with the tokens that both tokenizers make of it, counted by gpt-tokenizer 4.0.0.
struct sample
{
    std::string_view text;
    double           o200k;
    double           cl100k;
};

constexpr sample samples[]{
    {"The water point near the school has been dry for two weeks, and women walk an hour to the river.", 22, 22},
    {"Колонка возле школы не работает уже две недели, и женщины ходят за водой к реке целый час.", 24, 44},
    {"نقطة المياه قرب المدرسة جافة منذ أسبوعين والنساء يمشين ساعة كاملة إلى النهر.", 22, 53},
    {"স্কুলের কাছের পানির কলটি দুই সপ্তাহ ধরে শুকনো, আর মহিলারা নদী পর্যন্ত এক ঘণ্টা হাঁটেন।", 30, 104},
    {"学校附近的供水点已经干了两个星期，妇女们要走一个小时到河边打水。", 25, 38},
};

double deviation(std::size_t length, double tokens) { return std::abs(static_cast<double>(length) / 4 / tokens - 1); }

struct default_tokenizer
{
    ~default_tokenizer() { sdk::set_tokenizer(sdk::tokenizer::o200k); }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(sdk_token_estimate, default_tokenizer)

BOOST_AUTO_TEST_CASE(estimates_are_within_a_quarter_of_both_tokenizers)
{
    for (const auto& [text, o200k, cl100k] : samples) BOOST_TEST_CONTEXT(text)
        {
            sdk::set_tokenizer(sdk::tokenizer::o200k);
            BOOST_TEST(deviation(sdk::estimation_length(text), o200k) < 0.25);
            BOOST_TEST(deviation(sdk::expected_length(text), o200k) < 0.25);
            sdk::set_tokenizer(sdk::tokenizer::cl100k);
            BOOST_TEST(deviation(sdk::estimation_length(text), cl100k) < 0.25);
            BOOST_TEST(deviation(sdk::expected_length(text), cl100k) < 0.25);
        }
}

BOOST_AUTO_TEST_CASE(ascii_counts_one_for_each_character_wherever_it_stands)
{
    BOOST_TEST(sdk::estimation_length("") == 0U);
    for (const std::size_t size : {1U, 63U, 64U, 65U, 1000U})
        BOOST_TEST(sdk::estimation_length(std::string(size, 'x')) == size);
    const auto mixed = std::string(100, 'x') + "水" + std::string(100, 'x') + "水";
    BOOST_TEST(sdk::estimation_length(mixed) == 206U);
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_counted_once)
{
    BOOST_TEST(sdk::estimation_length(std::string(100, '\xFF')) > 0U);
    BOOST_TEST(sdk::estimation_length("\xE6\xB0") > 0U);
    BOOST_TEST(sdk::estimation_length(std::string(63, 'x') + "\xE6\xB0\xB4") == 66U); // over the end of a block
    BOOST_TEST(sdk::expected_length(std::string(100, '\xFF')) > 0U);
    BOOST_TEST(sdk::expected_length("\xE6\xB0") > 0U);
    BOOST_TEST(sdk::expected_length("") == 0U);
}

BOOST_AUTO_TEST_CASE(the_expected_length_follows_the_words_of_a_language)
{
    // Tokens by gpt-tokenizer 4.0.0 with o200k_base. English words are one token; others of the same length are
    // several.
    const sample prose[]{
        {"Please thank the driver of the water truck, he comes on time now, and ask who decides about the list.", 23,
         0},
        {"Kisima cha maji karibu na shule kimekauka kwa wiki mbili na wanawake hutembea saa moja hadi mtoni.", 26, 0},
        {R"({"records": [{"record": 12, "sensitivity_types": ["THEFT"], "explanation": "Goods were taken."}]})", 29, 0},
    };
    for (const auto& [text, o200k, cl100k] : prose) BOOST_TEST_CONTEXT(text)
        {
            BOOST_TEST(deviation(sdk::expected_length(text), o200k) < 0.15);
        }
}

BOOST_AUTO_TEST_CASE(a_text_has_the_same_expected_length_in_parts)
{
    const std::string sentence = "The queue at tap 17 is long; 30 people wait, and \"nobody\" answers (again). ";
    std::string       long_text;
    for (int n = 0; n != 50; ++n) long_text += sentence;
    const auto parts = 50 * sdk::expected_length(sentence);
    BOOST_TEST(static_cast<double>(sdk::expected_length(long_text)) == static_cast<double>(parts),
               boost::test_tools::tolerance(0.03));
    const auto with_kanji = std::string(64, 'x') + "水" + long_text; // blocks begin elsewhere
    BOOST_TEST(static_cast<double>(sdk::expected_length(with_kanji) -
                                   sdk::expected_length(std::string(64, 'x') + "水")) == static_cast<double>(parts),
               boost::test_tools::tolerance(0.03));
}

BOOST_AUTO_TEST_SUITE_END()

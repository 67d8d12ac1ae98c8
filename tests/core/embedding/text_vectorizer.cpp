#include "embedding/text_vectorizer.hpp"

#include "word_table.hpp"

#include "support/vectors.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <thread>

using namespace verbatim;
using namespace verbatim::core::embedding;
using support::cosine_similarity;

namespace {

sdk::vectors embedded(std::vector<std::string_view> texts, const word_vectors* table = nullptr)
{
    text_vectorizer vectorizer{std::move(texts), table};
    for (std::size_t n = 0; n != vectorizer.slices(); ++n) vectorizer.count(n);
    for (std::size_t n = 0; n != vectorizer.slices(); ++n) vectorizer.weigh(n);
    return std::move(vectorizer).take();
}

std::vector<std::string> sample_texts(std::size_t count)
{
    std::vector<std::string> texts;
    for (std::size_t n = 0; n != count; ++n)
        texts.push_back("Record " + std::to_string(n) + " is about theme " + std::to_string(n % 17) + " and of water.");
    return texts;
}

} // namespace

BOOST_AUTO_TEST_SUITE(embedding_text_vectorizer)

BOOST_AUTO_TEST_CASE(no_texts_yield_no_vectors)
{
    const auto none = embedded({});
    BOOST_TEST(none.width() == 512u);
    BOOST_TEST(none.size() == 0u);
}

BOOST_AUTO_TEST_CASE(vectors_have_length_1_and_those_of_blank_texts_are_zero)
{
    const auto all = embedded({"The clinic was closed.", "", "水がありません", "x", "...", "The clinic was closed."});

    BOOST_REQUIRE(all.size() == 6u);
    for (const std::size_t n : {0u, 2u, 3u, 5u}) BOOST_TEST(std::abs(cosine_similarity(all, n, n) - 1) < 1e-5);
    for (const std::size_t n : {1u, 4u}) BOOST_TEST(cosine_similarity(all, n, n) == 0);
    BOOST_TEST(std::abs(cosine_similarity(all, 0, 5) - 1) < 1e-5);
}

BOOST_AUTO_TEST_CASE(a_single_text_has_a_vector)
{
    BOOST_TEST(std::abs(cosine_similarity(embedded({"alone"}), 0, 0) - 1) < 1e-5);
}

BOOST_AUTO_TEST_CASE(a_long_text_has_the_same_vector_alone_and_beside_itself)
{
    std::string text; // so long that some of its features are counted together
    for (int n = 0; n != 2000; ++n) text += "word" + std::to_string(n * n) + " ";

    std::array<float, text_vectorizer::width> alone, repeated;
    embedded({text}).read(0, alone);
    embedded({text, text}).read(0, repeated);

    BOOST_TEST(std::inner_product(alone.begin(), alone.end(), repeated.begin(), 0.0F) > 0.999);
}

BOOST_AUTO_TEST_CASE(texts_of_the_same_theme_are_closer_than_others)
{
    const auto all = embedded({"The clinic had no vaccines left for the children.",
                               "No vaccines were left at the clinic when the children came.",
                               "The bridge to the market is broken since the flood.",
                               "Since the flood nobody repaired the bridge near the market."});

    for (const std::size_t other : {2u, 3u})
    {
        BOOST_TEST(cosine_similarity(all, 0, 1) > 2 * cosine_similarity(all, 0, other));
        BOOST_TEST(cosine_similarity(all, 2, 3) > 2 * cosine_similarity(all, other == 2u ? 1 : 0, other));
    }
}

BOOST_AUTO_TEST_CASE(forms_of_a_word_are_closer_than_other_words)
{
    const auto all = embedded({"vaccinated", "vaccination", "flooding", "vaccinated", "vaccination", "flooding"});
    BOOST_TEST(cosine_similarity(all, 0, 1) > 0.1);
    BOOST_TEST(cosine_similarity(all, 0, 1) > 3 * std::abs(cosine_similarity(all, 0, 2)));
}

BOOST_AUTO_TEST_CASE(words_that_occur_in_every_text_weigh_little)
{
    const std::string preamble = "Thank you for calling the hotline of the health programme today";
    const auto texts = std::vector<std::string>{preamble + " cholera", preamble + " cholera", preamble + " roads",
                                                preamble + " roads"};
    const auto all   = embedded({texts.begin(), texts.end()});
    BOOST_TEST(cosine_similarity(all, 0, 2) < 0.8);
    BOOST_TEST(cosine_similarity(all, 0, 1) > 0.99);
}

BOOST_AUTO_TEST_CASE(the_vectors_do_not_depend_on_slice_order_or_threads)
{
    const auto      texts = sample_texts(5'000);
    text_vectorizer vectorizer{{texts.begin(), texts.end()}, nullptr};
    BOOST_REQUIRE(vectorizer.slices() > 3u);

    const auto in_parallel = [&](void (text_vectorizer::*step)(std::size_t)) {
        std::thread other{[&] {
            for (std::size_t n = vectorizer.slices(); n > 0; --n)
                if (n % 2 == 0) (vectorizer.*step)(n - 1);
        }};
        for (std::size_t n = 1; n <= vectorizer.slices(); ++n)
            if (n % 2 == 1) (vectorizer.*step)(n - 1);
        other.join();
    };
    in_parallel(&text_vectorizer::count);
    in_parallel(&text_vectorizer::weigh);

    BOOST_TEST((std::move(vectorizer).take() == embedded({texts.begin(), texts.end()})));
}

BOOST_AUTO_TEST_CASE(with_a_table_words_of_similar_meaning_bring_texts_closer)
{
    const support::temporary_directory  folder;
    const word_vectors                  table{write_file(
                         folder,
                         word_table{
            {{"clinic", {0, 100}}, {"eau", {100, 1}}, {"hôpital", {1, 100}}, {"water", {100, 0}}, {"ရေ", {99, 0}}}}
                             .file())};
    const std::vector<std::string_view> texts{
        "no WATER today", "plus d'eau ici", "the clinic closed", "un hôpital fermé", "qwzx", "", "ရေမရှိပါ"};

    const auto spelled = embedded(texts);
    const auto meant   = embedded(texts, &table);

    BOOST_TEST(meant.width() == spelled.width());
    for (const auto& [first, second] : {std::pair{0u, 1u}, std::pair{2u, 3u}, std::pair{1u, 6u}})
    {
        BOOST_TEST(std::abs(cosine_similarity(spelled, first, second)) < 0.3);
        BOOST_TEST(cosine_similarity(meant, first, second) > cosine_similarity(spelled, first, second) + 0.15);
    }
    BOOST_TEST(std::abs(cosine_similarity(meant, 0, 2)) < 0.3);
    for (const std::size_t n : {0u, 4u}) BOOST_TEST(std::abs(cosine_similarity(meant, n, n) - 1) < 1e-3);
    BOOST_TEST(meant.is_zero(5));
}

BOOST_AUTO_TEST_CASE(with_a_table_rare_names_still_tell_texts_apart)
{
    const support::temporary_directory folder;
    const word_vectors table{write_file(folder, word_table{{{"clinic", {0, 100}}, {"water", {100, 0}}}}.file())};
    const std::vector<std::string_view> texts{"water in Kalemie 17", "water in Kalemie 17", "water in Bukavu 94",
                                              "water in Bukavu 94"};

    const auto all = embedded(texts, &table);
    BOOST_TEST(cosine_similarity(all, 0, 1) > 0.999);
    BOOST_TEST(cosine_similarity(all, 0, 2) < 0.9);
}

BOOST_AUTO_TEST_SUITE_END()

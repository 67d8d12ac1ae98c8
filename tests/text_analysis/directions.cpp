#include "verbatim/text_analysis/directions.hpp"

#include "document_counts.hpp"
#include "support/listed_words.hpp"
#include "text_analysis/corpora.hpp"

#include "verbatim/text_analysis/themes.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::text_analysis;

namespace {

/// Water, schools and clinics, each in two languages.
const std::vector<float>    water{1, 0, 0}, schools{0, 1, 0}, clinics{0, 0, 1};
const support::listed_words table{{{"broken", water},
                                   {"leaks", water},
                                   {"cassée", water},
                                   {"fuit", water},
                                   {"lessons", schools},
                                   {"pupils", schools},
                                   {"leçons", schools},
                                   {"élèves", schools},
                                   {"insulin", clinics},
                                   {"medics", clinics}}};

struct fixture : corpus_builder
{
    theme_report count(const sdk::word_vectors* words = nullptr)
    {
        const auto                         corpus = build();
        std::optional<document_directions> directions;
        if (words != nullptr) directions.emplace(corpus, *words, tokenizer);
        return count_themes(corpus, question{{}, tokenizer}, tokenizer,
                            {.directions = directions ? &*directions : nullptr});
    }

    /// A place in texts about three topics.
    void add_place(int times)
    {
        for (int n = 0; n != times; ++n)
        {
            add("w" + std::to_string(n), "In Kambia the gizmo leaks and is broken.");
            add("s" + std::to_string(n), "In Kambia there are pupils without lessons.");
            add("m" + std::to_string(n), "In Kambia the medics have no insulin.");
        }
    }
};

bool names(const theme_report& report, std::string_view word)
{
    return std::ranges::any_of(report.themes, [&](const theme& entry) {
        return std::ranges::find(entry.phrases, word) != entry.phrases.end() || entry.name == word;
    });
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(directions, fixture)

BOOST_AUTO_TEST_CASE(documents_about_the_same_are_near)
{
    add("1", "The gizmo leaks.");
    add("2", "It is broken.");
    add("3", "No lessons.");
    add("4", "Zzyzx qqq.");
    const auto                corpus = build();
    const document_directions all{corpus, table, tokenizer};

    const std::vector<std::uint32_t> alike{0, 1}, different{0, 2}, unknown{3}, partly{0, 3};
    BOOST_TEST(all.cohesion(alike) > 0.99);
    BOOST_TEST(all.cohesion(different) < 0);
    BOOST_TEST(all.cohesion(unknown) == 1);
    BOOST_TEST(all.cohesion(partly) == 1);
    BOOST_TEST(cosine(all[0], all.centre(alike)) > 0.99F);
    BOOST_TEST(cosine(all[3], all.centre(alike)) == 0);
    BOOST_TEST(cosine(all[0], all.centre({})) == 0);
}

BOOST_AUTO_TEST_CASE(a_word_of_documents_about_anything_is_no_theme)
{
    add_place(10);
    for (int n = 0; n != 15; ++n) add("x" + std::to_string(n), "Number " + std::to_string(n) + " slept.");
    auto       again = documents;
    const auto plain = count();
    documents        = std::move(again);
    const auto aware = count(&table);

    BOOST_TEST(names(plain, "Kambia"));
    BOOST_TEST(!names(aware, "Kambia"));
    BOOST_TEST(!aware.themes.empty());
}

BOOST_AUTO_TEST_CASE(a_table_without_the_words_changes_no_theme)
{
    for (int n = 0; n != 20; ++n)
        add("r" + std::to_string(n), n % 2 ? "The quux frobnicates again." : "A wibble wobbles there.");
    auto       again = documents;
    const auto plain = count();
    documents        = std::move(again);
    const auto aware = count(&table);

    BOOST_REQUIRE(!plain.themes.empty());
    BOOST_REQUIRE_EQUAL(aware.themes.size(), plain.themes.size());
    for (std::size_t n = 0; n != plain.themes.size(); ++n) BOOST_TEST(aware.themes[n].count == plain.themes[n].count);
}

BOOST_AUTO_TEST_CASE(a_title_has_the_lack_that_stands_before_its_phrase)
{
    add_place(10);
    for (int n = 0; n != 15; ++n) add("x" + std::to_string(n), "Number " + std::to_string(n) + " slept.");
    const auto report = count(&table);
    const auto place  = std::ranges::find_if(
         report.themes, [](const theme& entry) { return entry.title.find("no insulin") != std::string::npos; });
    BOOST_REQUIRE(place != report.themes.end());
    BOOST_TEST(place->definition == "In Kambia the medics have no insulin.");
}

BOOST_AUTO_TEST_CASE(words_have_the_direction_of_documents_about_them)
{
    for (int n = 0; n != 4; ++n)
    {
        add("w", "The gizmo leaks.");
        add("s", "Pupils had lessons.");
        add("m", "The medics have insulin.");
    }
    const auto                     corpus = build();
    const document_directions      directions{corpus, table, tokenizer};
    const std::vector<std::string> words{"fuit", "Unknown"}, unknown{"unknown"};
    const auto                     about_water = directions.direction_of(words, table, tokenizer);
    BOOST_TEST(cosine(about_water, directions[0]) > 0.9F);
    BOOST_TEST(cosine(about_water, directions[1]) < 0.F);
    const auto about_nothing = directions.direction_of(unknown, table, tokenizer);
    BOOST_TEST(std::ranges::all_of(about_nothing, [](float value) { return value == 0; }));
}

BOOST_AUTO_TEST_CASE(a_small_corpus_of_a_large_vocabulary_is_counted_as_alone)
{
    add("a", "The pump leaks. The pump is old.");
    add("b", "A pump is new.");
    const auto pump = documents.front().content.words.at(1).stem;
    const auto gone = tokenizer.tokenize("gizmo").words.front().stem;
    for (int n = 0; n != 500; ++n) (void)tokenizer.tokenize("w" + std::to_string(n));
    const auto corpus = build();
    for (const std::size_t stems : {std::size_t{20}, tokenizer.stem_count()})
    {
        const document_counts counts{corpus, stems};
        BOOST_TEST(counts[pump] == 2u);
        BOOST_TEST(counts[gone] == 0u);
        BOOST_TEST(counts[100'000] == 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()

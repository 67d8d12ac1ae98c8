#include "verbatim/text_analysis/directions.hpp"

#include "text_analysis/corpora.hpp"

#include "verbatim/text_analysis/themes.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::text_analysis;

namespace {

/// Water, schools and clinics, each in two languages.
class small_table final : public sdk::word_vectors
{
public:
    std::size_t dimensions() const noexcept override { return 3; }

    bool add(std::string_view word, float weight, std::span<float> sum) const noexcept override
    {
        const auto entry = topics_.find(word);
        if (entry == topics_.end()) return false;
        sum[entry->second] += weight;
        return true;
    }

private:
    std::map<std::string_view, std::size_t> topics_{{"broken", 0},  {"leaks", 0},  {"cassée", 0}, {"fuit", 0},
                                                    {"lessons", 1}, {"pupils", 1}, {"leçons", 1}, {"élèves", 1},
                                                    {"insulin", 2}, {"medics", 2}};
};

struct fixture : corpus_builder
{
    small_table table;

    theme_report count(theme_options options)
    {
        return count_themes(build(), question{{}, tokenizer}, tokenizer, options);
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
    const auto plain = count({});
    documents        = std::move(again);
    const auto aware = count({.words = &table});

    BOOST_TEST(names(plain, "Kambia"));
    BOOST_TEST(!names(aware, "Kambia"));
    BOOST_TEST(!aware.themes.empty());
}

BOOST_AUTO_TEST_CASE(a_table_without_the_words_changes_no_theme)
{
    for (int n = 0; n != 20; ++n)
        add("r" + std::to_string(n), n % 2 ? "The quux frobnicates again." : "A wibble wobbles there.");
    auto       again = documents;
    const auto plain = count({});
    documents        = std::move(again);
    const auto aware = count({.words = &table});

    BOOST_REQUIRE(!plain.themes.empty());
    BOOST_REQUIRE_EQUAL(aware.themes.size(), plain.themes.size());
    for (std::size_t n = 0; n != plain.themes.size(); ++n) BOOST_TEST(aware.themes[n].count == plain.themes[n].count);
}

BOOST_AUTO_TEST_CASE(a_title_has_the_lack_that_stands_before_its_phrase)
{
    add_place(10);
    for (int n = 0; n != 15; ++n) add("x" + std::to_string(n), "Number " + std::to_string(n) + " slept.");
    const auto report = count({.words = &table});
    const auto place  = std::ranges::find_if(
         report.themes, [](const theme& entry) { return entry.title.find("no insulin") != std::string::npos; });
    BOOST_REQUIRE(place != report.themes.end());
    BOOST_TEST(place->definition == "In Kambia the medics have no insulin.");
}

BOOST_AUTO_TEST_SUITE_END()

// The themes of records without a provider.
#include "themes/offline.hpp"

#include "support/listed_words.hpp"
#include "themes/model_output.hpp"

#include "verbatim/feedback/record.hpp"

#include <boost/test/unit_test.hpp>

#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk::themes;

namespace {

const std::vector<float>    water{1, 0, 0}, schools{0, 1, 0}, clinics{0, 0, 1};
const support::listed_words table{{{"pump", water},
                                   {"leaks", water},
                                   {"fuit", water},
                                   {"lessons", schools},
                                   {"pupils", schools},
                                   {"insulin", clinics},
                                   {"medics", clinics}}};

struct fixture
{
    std::vector<feedback::record>        records;
    std::vector<const feedback::record*> pointers;
    std::vector<theme> themes{{.title = "Pump", .definition = "", .inclusion = "pump", .sub_themes = {}},
                              {.title = "Lessons", .definition = "", .inclusion = "lessons", .sub_themes = {}}};

    fixture()
    {
        for (const auto* text : {"The pump leaks.", "A pump leaks.", "My pump leaks.", "No lessons for pupils.",
                                 "Pupils had lessons.", "Lessons and pupils.", "Cela fuit.", "The medics have insulin.",
                                 "Our pupils slept.", "Nothing is known."})
            records.push_back({.id = std::to_string(records.size()), .content = text});
        for (const auto& record : records) pointers.push_back(&record);
    }

    std::string assignments(const sdk::word_vectors* words) const
    {
        const hierarchy::bulk_input input{.records = pointers, .prompt = "What?", .shown_metadata = {}, .language = {}};
        const feedback::redaction   redaction{hierarchy::texts_of(input)};
        const offline::record_texts texts{input, redaction, words};
        const offline::record_themes_reader reader{themes, texts};
        std::vector<std::size_t>            all(records.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return reader.assignments(all);
    }
};

bool has(const std::string& assignments, int record, std::string_view themes)
{
    return assignments.find("\"record\":" + std::to_string(record) + ",\"themes\":[" + std::string{themes} + "]") !=
           std::string::npos;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(offline_themes, fixture)

BOOST_AUTO_TEST_CASE(a_record_without_a_phrase_has_the_nearest_theme)
{
    const auto found = assignments(&table);
    BOOST_TEST_CONTEXT(found)
    {
        BOOST_TEST(has(found, 1, R"("T1")"));
        BOOST_TEST(has(found, 7, R"("T1")")); // in another language
        BOOST_TEST(has(found, 9, R"("T2")"));
        BOOST_TEST(has(found, 8, ""));  // about something else
        BOOST_TEST(has(found, 10, "")); // no word of the table
    }
}

BOOST_AUTO_TEST_CASE(without_word_vectors_a_record_has_the_themes_of_its_phrases)
{
    const auto found = assignments(nullptr);
    BOOST_TEST_CONTEXT(found)
    {
        BOOST_TEST(has(found, 1, R"("T1")"));
        BOOST_TEST(has(found, 7, ""));
        BOOST_TEST(has(found, 9, ""));
    }
}

BOOST_AUTO_TEST_CASE(a_record_has_its_values_in_any_batch)
{
    const std::vector<analyze_bulk::dimensions::dimension> lists{
        {.id            = "goods",
         .title         = "Goods",
         .definition    = "",
         .proposition   = "",
         .values        = {{.id = "pump", .title = "Pump", .definition = ""},
                           {.id = "lessons", .title = "Lessons", .definition = ""}},
         .unclear_title = ""}};
    const hierarchy::bulk_input input{.records = pointers, .prompt = "What?", .shown_metadata = {}, .language = {}};
    const feedback::redaction   redaction{hierarchy::texts_of(input)};
    const offline::record_texts texts{input, redaction, &table};
    const offline::record_themes_reader reader{themes, texts, lists};
    const auto                          values_of = [&](const std::vector<std::size_t>& some) {
        return parse_assignments(reader.assignments(some), themes, some.size(), lists).value().values;
    };
    using numbers = std::vector<analyze_bulk::dimensions::value_number>;
    const std::vector<std::optional<numbers>> expected{numbers{0}, numbers{2}, numbers{1}};
    BOOST_TEST((values_of({9, 3, 0}) == expected));
    BOOST_TEST((values_of({0}).front() == numbers{1}));
}

BOOST_AUTO_TEST_CASE(a_sentence_holds_all_words_of_a_title_that_looks_like_another_language)
{
    records.clear();
    pointers.clear();
    for (const auto* text : {"They went to the market of the village.", "To this door nobody came with leaflets."})
        records.push_back({.id = std::to_string(records.size()), .content = text});
    for (const auto& record : records) pointers.push_back(&record);
    themes = {{.title = "Volunteers", .definition = "", .inclusion = "volunteers", .sub_themes = {{"door-to-door"}}}};
    const auto found = assignments(nullptr);
    BOOST_TEST_CONTEXT(found)
    {
        BOOST_TEST(has(found, 1, "")); // "door" is a Dutch preposition
        BOOST_TEST(has(found, 2, R"("T1.1")"));
    }
}

BOOST_AUTO_TEST_CASE(a_theme_of_few_records_attracts_none)
{
    records.erase(records.begin(), records.begin() + 2);
    pointers.clear();
    for (const auto& record : records) pointers.push_back(&record);
    BOOST_TEST(has(assignments(&table), 5, ""));
}

BOOST_AUTO_TEST_CASE(themes_far_from_the_question_are_told)
{
    struct expectation
    {
        std::string_view         question;
        const sdk::word_vectors* words;
        std::vector<bool>        is_far; ///< of pump and lessons
    };
    for (const auto& [question, words, is_far] :
         {expectation{"What about the pump?", nullptr, {false, true}}, // the word
          expectation{"What about the fuit?", &table, {false, true}},  // its meaning
          expectation{"What about pupils?", &table, {true, false}},
          expectation{"What about insulin?", &table, {false, false}}, // far from all
          expectation{"What do people say?", &table, {false, false}}})
    {
        const hierarchy::bulk_input input{
            .records = pointers, .prompt = question, .shown_metadata = {}, .language = {}};
        const feedback::redaction           redaction{hierarchy::texts_of(input)};
        const offline::record_texts         texts{input, redaction, words};
        const offline::record_themes_reader reader{themes, texts};
        std::vector<counted_theme>          counted{
            {.definition = themes[0], .records = {0, 1, 2}, .sub_themes = {}, .sentences = {}},
            {.definition = themes[1], .records = {3, 4, 5}, .sub_themes = {}, .sentences = {}}};
        reader.describe(counted); // a model has read the records
        BOOST_TEST(!counted[0].is_far_from_question);
        BOOST_TEST(counted[0].nearest.empty());
        const std::vector<std::size_t> first{0};
        (void)reader.assignments(first);
        reader.describe(counted);
        BOOST_TEST_CONTEXT(question)
        for (std::size_t n = 0; n != themes.size(); ++n)
        {
            BOOST_TEST(counted[n].is_far_from_question == is_far[n]);
            BOOST_TEST(counted[n].nearest.empty() == (words == nullptr));
        }
        if (words != nullptr) BOOST_TEST(counted[0].nearest.front() <= 2u);
    }
}

BOOST_AUTO_TEST_CASE(the_nearest_records_are_of_the_theme)
{
    const hierarchy::bulk_input input{.records = pointers, .prompt = "What?", .shown_metadata = {}, .language = {}};
    const feedback::redaction   redaction{hierarchy::texts_of(input)};
    const offline::record_texts texts{input, redaction, &table};
    const offline::record_themes_reader reader{themes, texts};
    const std::vector<std::size_t>      rest{1, 3}; // others are in a theme of the request, or were not read in time
    (void)reader.assignments(rest);
    std::vector<counted_theme> counted{{.definition = themes[0], .records = {1}, .sub_themes = {}, .sentences = {}}};
    reader.describe(counted);
    BOOST_TEST(counted[0].nearest == record_list{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_part_of_the_records_has_the_themes_that_it_has_alone)
{
    const auto part_of = [&](const std::vector<std::size_t>& positions) {
        const hierarchy::bulk_input input{.records = pointers, .prompt = "What?", .shown_metadata = {}, .language = {}};
        const feedback::redaction   redaction{hierarchy::texts_of(input)};
        return offline::candidates({input, redaction, nullptr}, positions);
    };
    const auto found = part_of({0, 2, 1});
    records.resize(3);
    std::swap(records[1], records[2]);
    pointers.clear();
    for (const auto& record : records) pointers.push_back(&record);
    BOOST_TEST(found == part_of({0, 1, 2}));
    BOOST_TEST(found.find("pump") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

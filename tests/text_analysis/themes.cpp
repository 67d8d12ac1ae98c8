#include "verbatim/text_analysis/themes.hpp"

#include "text_analysis/corpora.hpp"

#include "verbatim/text_analysis/phrases.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace verbatim::text_analysis;

namespace {

struct fixture : corpus_builder
{
    theme_report count(std::string_view question = {})
    {
        return count_themes(build(), verbatim::text_analysis::question{question, tokenizer}, tokenizer);
    }
};

const theme* find_theme(const theme_report& report, std::string_view name)
{
    const auto place = std::ranges::find_if(
        report.themes, [&](const theme& theme) { return theme.name.find(name) != std::string::npos; });
    return place == report.themes.end() ? nullptr : &*place;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(themes, fixture)

BOOST_AUTO_TEST_CASE(a_theme_is_counted_by_documents_and_names_their_ids)
{
    add("a-1", "The water pump is broken.");
    add("a-2", "Our water pumps broke down.");
    add("a-3", "Teachers are kind.");
    add("a-4", "The bus was late.");

    const auto report = count();

    const auto* pumps = find_theme(report, "water pump");
    BOOST_REQUIRE(pumps);
    BOOST_TEST(report.documents == 4u);
    BOOST_TEST(pumps->count == 2u);
    BOOST_TEST(pumps->ids == (std::vector<std::string>{"a-1", "a-2"}), boost::test_tools::per_element());
    BOOST_TEST(pumps->example == "The water pump is broken.");
}

BOOST_AUTO_TEST_CASE(reporting_words_and_replies_of_staff_are_no_theme)
{
    for (int n = 0; n != 30; ++n)
        add("n" + std::to_string(n), std::string{"Caller asked about "} +
                                         (n % 3 == 0   ? "school fees"
                                          : n % 3 == 1 ? "malaria nets"
                                                       : "seed prices") +
                                         ". Operator explained the referral procedure and thanked the caller.");
    const auto report = count();

    BOOST_REQUIRE(find_theme(report, "school fees"));
    BOOST_TEST(find_theme(report, "school fees")->count == 10u);
    for (const auto* word : {"caller", "operator", "procedure"}) BOOST_TEST(!find_theme(report, word));
}

BOOST_AUTO_TEST_CASE(themes_of_the_question_come_first)
{
    add_pumps(9);
    add("t1", "Teachers beat pupils.");
    add("t2", "The teacher is absent.");

    const auto report = count("What about the main themes of teachers?");

    BOOST_TEST(report.themes.at(0).name.starts_with("teacher"));
    BOOST_TEST(report.themes.at(0).matches_question);
    BOOST_TEST(report.question.size() == 1u); // `main` and `themes` are wording
}

BOOST_AUTO_TEST_CASE(a_rare_theme_of_the_question_comes_before_any_number_of_frequent_ones)
{
    const auto letter = [](int n) { return std::string(1, static_cast<char>('a' + n)); };
    for (int topic = 0; topic != 60; ++topic)
        for (int n = 0; n != 4; ++n)
            add("r", "The zk" + letter(topic / 10) + letter(topic % 10) + "q is here since " + std::to_string(n) + ".");
    add("s1", "The snake is in the house.");
    add("s2", "We saw a snake near the house.");

    const auto report = count("What do they say about snakes?");

    BOOST_TEST(report.themes.at(0).name == "snake");
    BOOST_TEST(report.themes.at(0).matches_question);
    BOOST_TEST(!report.themes.at(1).matches_question);
}

BOOST_AUTO_TEST_CASE(each_theme_named_by_a_word_of_the_question_matches_it)
{
    add("1", "The clinic ran out of insulin twice this month.");
    add("2", "No insulin at the clinics again, says <PERSON_0>.");
    const auto report = count("What do people say about insulins at the clinic?");
    BOOST_REQUIRE(report.themes.size() == 2u);
    for (const auto& theme : report.themes) BOOST_TEST(theme.matches_question, theme.name);
}

BOOST_AUTO_TEST_CASE(a_theme_of_the_records_of_another_matches_only_by_its_name)
{
    add("1", "The clinic is far from the bridge.");
    add("2", "The bridge to the clinic fell.");
    add("3", "Our clinic lacks a roof.");
    add("4", "A bus hit the wall.");
    const auto report = count("What do people say about the clinic?");
    BOOST_REQUIRE(find_theme(report, "bridge"));
    BOOST_TEST(find_theme(report, "clinic")->matches_question);
    BOOST_TEST(!find_theme(report, "bridge")->matches_question);
}

BOOST_AUTO_TEST_CASE(words_of_the_question_that_no_document_holds_are_listed)
{
    add_pumps(9);
    const auto report = count("How many people were killed near the pump?");
    BOOST_TEST(report.question.size() == 1u);
    BOOST_TEST(report.question.at(0).name == "pump");
    BOOST_TEST(report.missing == (std::vector<std::string>{"killed"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(equal_stems_of_two_languages_are_two_themes)
{
    for (int n = 0; n != 6; ++n)
    {
        add("s" + std::to_string(n), "Las familias no tienen nada que comer y se van.");
        add("e" + std::to_string(n), "The families are hungry and they leave because of the war.");
    }
    const auto  report  = count();
    const auto* spanish = find_theme(report, "familias");
    const auto* english = find_theme(report, "families");
    BOOST_REQUIRE(spanish);
    BOOST_REQUIRE(english);
    BOOST_TEST(spanish->count == 6u);
    BOOST_TEST(english->count == 6u);
}

BOOST_AUTO_TEST_CASE(words_that_are_spelled_alike_but_mean_something_else_are_counted_apart)
{
    for (int n = 0; n != 8; ++n)
    {
        add("f" + std::to_string(n), "Le pain est pourri depuis lundi."); // bread
        if (n < 5) add("e" + std::to_string(n), "The pain in my leg is strong.");
        add("r" + std::to_string(n), "The tap is dry.");
    }
    const auto report = count();
    for (const auto& theme : report.themes) BOOST_TEST(theme.count <= 8u, theme.name);
    for (const auto& phrase : report.further) BOOST_TEST(phrase.count <= 8u, phrase.name);
}

BOOST_AUTO_TEST_CASE(a_word_that_is_spelled_alike_is_one_theme_in_all_languages)
{
    for (int n = 0; n != 3; ++n)
    {
        add("s" + std::to_string(n), "Tenemos miedo del Covid en la casa.");
        add("e" + std::to_string(n), "We are afraid that it is Covid.");
        add("o" + std::to_string(n), "The tap is dry.");
    }
    const auto  report = count();
    const auto* covid  = find_theme(report, "Covid");
    BOOST_REQUIRE(covid);
    BOOST_TEST(covid->count == 6u);
}

BOOST_AUTO_TEST_CASE(ubiquitous_words_are_the_theme_if_nothing_else_is_shared)
{
    add_pumps(40);
    const auto alike = count();
    BOOST_TEST(alike.themes.at(0).count == 40u);
    BOOST_TEST(alike.ubiquitous.empty());

    add_pumps(40);
    add("t1", "The hand pump is broken and teachers beat pupils.");
    add("t2", "The hand pump is broken, the teacher is absent.");
    const auto mixed = count();
    BOOST_TEST(find_theme(mixed, "teacher"));
    BOOST_TEST(!find_theme(mixed, "hand pump"));
    BOOST_TEST(!mixed.ubiquitous.empty());
}

BOOST_AUTO_TEST_CASE(words_of_the_same_documents_are_a_theme_and_greetings_are_none)
{
    const std::vector<std::vector<std::string>> sentences{
        {"The parrot is red", "The parrot is loud", "The cage is red", "The cage is loud"},
        {"The violin lacks strings", "The violin lacks varnish", "The cello lacks strings", "The cello lacks varnish"},
        {"A comet burns slowly", "A comet burns green", "A meteor burns slowly", "A meteor burns green"},
        {"My chess king fell", "My chess queen fell", "My ivory king fell", "My ivory queen fell"},
        {"This yoghurt ferments", "This yoghurt curdles", "This cheese ferments", "This cheese curdles"}};
    const std::vector<std::string> greetings{"", "Good morning from the valley. ", "Dear friends of the hill. "};
    for (std::size_t n = 0; n != 300; ++n)
        add("r" + std::to_string(n),
            greetings[n / 20 % 3] + sentences[n % 5][n / 5 % 4] + " since " + std::to_string(n) + ".");
    const auto report = count();
    BOOST_REQUIRE(report.themes.size() == 5u);
    for (const auto& theme : report.themes) BOOST_TEST(theme.count == 60u, theme.name);
}

BOOST_AUTO_TEST_CASE(words_of_one_topic_are_one_theme_in_all_languages)
{
    for (int n = 0; n != 8; ++n)
    {
        add("f" + std::to_string(n), "Le forage derrière les cases est en panne.");
        add("e" + std::to_string(n), "The pump of our block is broken.");
        add("o" + std::to_string(n), "My parrot sings at night and the dog barks.");
        add("p" + std::to_string(n), "Mon perroquet chante la nuit et le chien aboie.");
    }
    const auto report = count();
    BOOST_TEST(report.themes.at(0).count == 16u);
    BOOST_TEST(report.themes.at(1).count == 8u);
    BOOST_TEST(report.themes.at(2).count == 8u);
}

BOOST_AUTO_TEST_CASE(words_with_several_meanings_and_words_with_their_stem_have_no_topic)
{
    const auto has_topic = [](std::string_view text) {
        corpus_builder records;
        records.add("1", text);
        records.add("2", text);
        return std::ranges::any_of(key_phrases(records.build(), 50, records.tokenizer),
                                   [](const phrase& phrase) { return !phrase.topics.empty(); });
    };
    for (std::string_view text : {
             "Las redes se rompieron con el viento.",  // of fishing, or of telephones
             "Familias como nosotros van para abajo.", // grammar with the stems of `comida` and `pared`
             "La radio est en panne depuis hier.",
             "Le niveau est élevé, mais stable.", // `élèves`, `maïs`
             "Het land is ver weg van mij.",
             "هذا دور كبير لنا",                      // a role, or a queue
             "Голос в первую очередь слышен дорого.", // an idiom with a queue
             "Голос тут кращий ніж раніше.",          // than, or a knife
         })
        BOOST_TEST(!has_topic(text), text);
    for (std::string_view text :
         {"Les élèves sont dehors.", "La comida es para nosotros.", "Er is geen water in het kamp."})
        BOOST_TEST(has_topic(text), text);
}

BOOST_AUTO_TEST_CASE(the_number_of_themes_is_bounded)
{
    const auto add_words = [&] {
        for (int n = 0; n != 400; ++n)
            add("r" + std::to_string(n), std::string{"The z"} + static_cast<char>('b' + n % 20) + 'o' +
                                             static_cast<char>('b' + n / 20 % 2) + "um is lost.");
    };
    add_words();
    BOOST_TEST(count().themes.size() == 12u);
    add_words();
    const auto report =
        count_themes(build(), verbatim::text_analysis::question{{}, tokenizer}, tokenizer, {.max_themes = 30});
    BOOST_TEST(report.themes.size() == 30u);
}

BOOST_AUTO_TEST_CASE(further_themes_are_added_while_more_than_a_tenth_is_in_none)
{
    const auto count_if_needed = [&](std::size_t max_if_needed) {
        for (int n = 0; n != 800; ++n)
            add("r" + std::to_string(n), std::string{"The z"} + static_cast<char>('b' + n % 20) + 'o' +
                                             static_cast<char>('b' + n / 20 % 2) + "um.");
        return count_themes(build(), verbatim::text_analysis::question{{}, tokenizer}, tokenizer,
                            {.max_if_needed = max_if_needed})
            .themes.size();
    };
    BOOST_TEST(count_if_needed(40) == 36u); // of 20 records each
    BOOST_TEST(count_if_needed(20) == 20u);
    BOOST_TEST(count_if_needed(2) == 12u);
}

BOOST_AUTO_TEST_CASE(a_further_theme_has_enough_records_that_no_other_has)
{
    const auto word = [](int n) { return std::string{"z"} + static_cast<char>('b' + n) + "oum"; };
    for (int n = 0; n != 12; ++n)
        for (int m = 0; m != 30; ++m) add("a" + std::to_string(n * 30 + m), "The " + word(n) + ".");
    for (int n = 0; n != 8; ++n) add("b" + std::to_string(n), "The " + word(12) + ".");
    for (int n = 0; n != 4; ++n) add("c" + std::to_string(n), "The " + word(13) + "."); // of 452, 5 are enough
    for (int n = 0; n != 20; ++n) add("d" + std::to_string(n), "The " + word(0) + " and " + word(14) + ".");
    for (int n = 0; n != 60; ++n) add("e" + std::to_string(n), "It is so.");
    const auto report =
        count_themes(build(), verbatim::text_analysis::question{{}, tokenizer}, tokenizer, {.max_if_needed = 40});
    BOOST_TEST(report.themes.size() == 13u);
    BOOST_TEST(find_theme(report, word(12)));
    BOOST_TEST(!find_theme(report, word(13)));
}

BOOST_AUTO_TEST_CASE(a_theme_of_most_documents_is_one_theme)
{
    add_pumps(9);
    add("t1", "Teachers beat pupils.");
    add("t2", "The teacher is absent.");
    const auto report = count();
    BOOST_TEST(report.themes.at(0).count == 9u);
    BOOST_TEST(report.themes.at(1).count == 2u);
}

BOOST_AUTO_TEST_CASE(placeholders_are_never_a_theme_but_stay_in_examples)
{
    add("1", "<PERSON_0> says the hand pump is broken.");
    add("2", "<PERSON_0> repaired the hand pump.");
    const auto report = count();
    BOOST_TEST(!find_theme(report, "PERSON"));
    BOOST_REQUIRE(find_theme(report, "hand pump"));
    BOOST_TEST(find_theme(report, "hand pump")->example.find("<PERSON_0>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(dates_are_counted_by_week_or_by_month_and_labels_as_they_are)
{
    add("1", "The tap is dry.", {"2026-02-02 10:00", "Water, Supply", "17"});
    add("2", "A tap is dry.", {"2026-03-05", "Water"});
    const auto weeks = count();
    BOOST_TEST((weeks.over_time == timeline{{"2026-W06", 1}, {"2026-W10", 1}}));
    BOOST_TEST(weeks.labels.at(0).name == "Water");
    BOOST_TEST(weeks.labels.at(0).count == 2u);
    BOOST_TEST(weeks.labels.size() == 2u);
    BOOST_TEST(weeks.themes.at(0).label == "Water (2)");

    add("1", "The tap is dry.", {"2025-02-30", "2025-02-03"}); // there is no 30 February
    add("2", "A tap is dry.", {"2026-03-05"});
    BOOST_TEST((count().over_time == timeline{{"2025-02", 1}, {"2026-03", 1}}));
}

BOOST_AUTO_TEST_CASE(the_main_language_is_that_of_most_documents)
{
    add("1", "La pompe est en panne et nous avons soif.");
    add("2", "La pompe ne marche pas.");
    add("3", "The pump is broken.");
    BOOST_TEST((build().main_language == language::french));
}

BOOST_AUTO_TEST_CASE(a_word_of_nearly_all_documents_counts_only_alone)
{
    for (int n = 0; n != 12; ++n) add("", n < 3 ? "No insulin at the clinic." : "The clinic is closed.");
    for (const auto* other : {"The road floods.", "Goats died."}) add("", other);
    const auto corpus = build();
    const auto held   = [&](std::string_view text) {
        const auto holds = find_question(corpus, question{text, tokenizer});
        return std::ranges::count(holds, true);
    };
    BOOST_TEST(held("What about the clinic?") == 12);
    BOOST_TEST(held("What about insulin at the clinic?") == 3);
    BOOST_TEST(held("What about vaccines at the clinic?") == 12);
    BOOST_TEST(held("What about vaccines?") == 0);
}

BOOST_AUTO_TEST_CASE(sub_themes_have_words_of_their_own)
{
    for (int n = 0; n != 8; ++n)
    {
        add("", "The clinic has no insulin.");
        add("", "The clinic closes early.");
        add("", "The clinic asks for bribes.");
        for (const auto* other :
             {"The road floods.", "Buses are late.", "Seeds became dear.", "Teachers left.", "A bridge fell.",
              "Goats died.", "Roofs leak.", "Blankets were stolen.", "Mosquitoes bite.", "Wells dried."})
            add("", other);
    }
    const auto  report = count();
    const auto* clinic = find_theme(report, "clinic");
    BOOST_REQUIRE(clinic);
    BOOST_TEST_CONTEXT(clinic->title)
    {
        BOOST_REQUIRE(clinic->sub_themes.size() >= 2u);
        for (const auto& part : clinic->sub_themes)
        {
            BOOST_TEST(part.title != clinic->title);
            BOOST_TEST(clinic->title.find(part.title) == std::string::npos);
            BOOST_TEST(part.count == 8u);
            BOOST_TEST(part.definition.find(part.title) != std::string::npos);
            BOOST_TEST(std::ranges::count(clinic->sub_themes, part.title, &sub_theme::title) == 1);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

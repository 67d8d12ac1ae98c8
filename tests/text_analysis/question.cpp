#include "verbatim/text_analysis/question.hpp"

#include <boost/test/unit_test.hpp>

#include <string_view>

using namespace verbatim::text_analysis;

namespace {

struct fixture
{
    verbatim::text_analysis::tokenizer tokenizer;

    bool occurs(std::string_view text, std::string_view record)
    {
        const verbatim::text_analysis::question question{text, tokenizer};
        BOOST_TEST(!question.words().empty());
        return question.occurs_in(tokenizer.tokenize(record));
    }
};

struct sample
{
    std::string_view question;
    std::string_view record;
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(questions, fixture)

BOOST_AUTO_TEST_CASE(a_record_holds_a_word_in_any_inflection)
{
    for (const auto& [text, record] : {
             sample{"How many people were killed by the earthquake?", "Two earthquakes hit us."}, // number
             sample{"How many people were killed?", "The wave kills."},                           // tense
             sample{"What do they say about TEACHERS?", "our teacher is absent"},                 // case
             sample{"Que disent-ils de l'école ?", "Les écoles sont fermées."},                   // elision, number
             sample{"¿Qué dicen de las escuelas?", "La escuela está cerrada."},
             sample{"Что говорят о школах?", "Школа закрыта."}, // case
             sample{"Що кажуть про школи?", "Школа зачинена, їй потрібен дах."},
             sample{"Wat zeggen ze over scholen?", "De school is dicht."},
             sample{"ماذا يقولون عن المدرسة؟", "مدرسة الحي مغلقة"},    // article
             sample{"What about Covid?", "Nous avons peur du Covid."}, // equal spelling in another language
             sample{"What happened in <LOCATION_0>?", "The road to <LOCATION_0> is cut."},
         })
        BOOST_TEST_CONTEXT(text << " / " << record) { BOOST_TEST(occurs(text, record)); }
}

BOOST_AUTO_TEST_CASE(grammar_and_the_words_of_questions_are_no_evidence)
{
    for (const auto& [text, record] : {
             sample{"How many people were killed by the earthquake?", "How many people were there?"},
             sample{"What are the main themes about vaccines?", "What is the main theme?"}, // wording of analysts
             sample{"Compare the prices of bread with last year", "Please compare with last year."},
             sample{"Was earth found?", "The earthquake was strong."}, // another word that begins alike
             sample{"What about families?", "Las familias no tienen agua y la casa es de barro."}, // another language
             sample{"What happened in <LOCATION_0>?", "The road to <LOCATION_1> is cut."},
         })
        BOOST_TEST_CONTEXT(text << " / " << record) { BOOST_TEST(!occurs(text, record)); }
}

BOOST_AUTO_TEST_CASE(a_question_may_name_no_subject)
{
    for (std::string_view text : {"", "What are the main themes?", "Which trends are growing?", "???",
                                  "Quels sont les principaux thèmes ?", "¿Cuáles son los temas principales?"})
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(question(text, tokenizer).words().empty()); }
}

BOOST_AUTO_TEST_CASE(a_comparison_is_noticed_in_seven_languages)
{
    for (std::string_view text : {"Compare north and south.", "What is the difference between men and women?",
                                  "Comparez le nord et le sud.", "¿Qué diferencia hay entre el norte y el sur?",
                                  "ما الفرق بين الشمال والجنوب؟", "Какая разница между севером и югом?",
                                  "Wat is het verschil tussen noord en zuid?", "Яка різниця між північчю і півднем?"})
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(question(text, tokenizer).asks_comparison()); }
    BOOST_TEST(!question("What do people say about water?", tokenizer).asks_comparison());
}

BOOST_AUTO_TEST_CASE(a_question_about_changes_is_noticed_in_seven_languages_and_names_no_subject)
{
    for (std::string_view text :
         {"What has changed over time, and what is new?",
          "Qu’est-ce qui a changé au fil du temps, et qu’est-ce qui est nouveau ?",
          "¿Qué ha cambiado con el tiempo y qué es nuevo?", "ما الذي تغيّر مع الوقت، وما الجديد؟",
          "Что изменилось со временем и что появилось нового?", "Wat is er in de tijd veranderd, en wat is nieuw?",
          "Що змінилося з часом і що з’явилося нового?", "Which of them grow?", "Какие темы растут?"})
        BOOST_TEST_CONTEXT(text)
        {
            BOOST_TEST(question(text, tokenizer).asks_change());
            BOOST_TEST(question(text, tokenizer).words().empty());
        }
    for (std::string_view text : {"What do people say about water?", "Compare north and south."})
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!question(text, tokenizer).asks_change()); }
}

BOOST_AUTO_TEST_SUITE_END()

#include "verbatim/text_analysis/non_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using verbatim::text_analysis::is_non_answer;

BOOST_AUTO_TEST_SUITE(non_answers)

BOOST_AUTO_TEST_CASE(ways_to_give_no_answer_are_known_in_seven_languages)
{
    for (const char* text : {"Don't know",
                             "don’t know.",
                             "No comment",
                             "NO COMMENTS!",
                             "Nothing to say",
                             "N/A",
                             "n.a.",
                             "none",
                             "-",
                             "no",
                             "",
                             " ",
                             "???",
                             "...",
                             "5",
                             "Je ne sais pas.",
                             "Sans réponse",
                             "R.A.S.",
                             "Néant",
                             "No sé",
                             "Sin comentarios",
                             "NS/NC",
                             "Weet ik niet",
                             "n.v.t.",
                             "Geen mening",
                             "Не знаю",
                             "нет комментариев",
                             "Немає",
                             "нічого",
                             "لا أعرف",
                             "لا يوجد",
                             "لا شيء"})
        BOOST_TEST(is_non_answer(text), text);
}

BOOST_AUTO_TEST_CASE(an_answer_with_such_words_is_an_answer)
{
    for (const char* text : {"No water", "Water", "nothing works at the clinic", "I don't know where to get water",
                             "None of us got soap", "no comment on the food, but the water is bad", "Rien ne marche",
                             "Nada de agua", "Нет воды", "ні води", "لا ماء", "Niets werkt"})
        BOOST_TEST(!is_non_answer(text), text);
    BOOST_TEST(!is_non_answer(std::string(100'000, '-') + "water"));
}

BOOST_AUTO_TEST_SUITE_END()

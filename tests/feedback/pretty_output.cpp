#include "verbatim/feedback/pretty_output.hpp"

#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim;

BOOST_AUTO_TEST_SUITE(pretty_output)

BOOST_AUTO_TEST_CASE(the_block_of_a_record_has_its_id)
{
    BOOST_TEST(feedback::pretty_output({.id_label      = "Feedback-ID",
                                        .ids           = "Form-00017",
                                        .quality_score = 0.9,
                                        .title         = "Insulin stock-outs",
                                        .text          = "- Insulin unavailable twice in a month"}) ==
               "Feedback-ID:    Form-00017\nQUALITY:        ●●●●● 90%\nTITLE:          Insulin stock-outs\nSUMMARY:\n- "
               "Insulin "
               "unavailable twice in a month\n------------------------------------------------------------");
}

BOOST_AUTO_TEST_CASE(without_a_score_its_line_is_absent_and_the_text_may_be_empty)
{
    BOOST_TEST(
        feedback::pretty_output({.id_label = {}, .ids = {}, .quality_score = {}, .title = "Analysis", .text = ""}) ==
        "TITLE:          Analysis\nSUMMARY:\n\n------------------------------------------------------------");
}

BOOST_AUTO_TEST_CASE(labels_are_padded_by_characters_in_every_language)
{
    using feedback::label_language;
    const std::pair<label_language, const char*> samples[] = {
        {label_language::french, "QUALITÉ:        ●●●●○ 86%\nTITRE:          Analysis\nRÉSUMÉ:\n"},
        {label_language::spanish, "CALIDAD:        ●●●●○ 86%\nTÍTULO:         Analysis\nRESUMEN:\n"},
        {label_language::arabic, "الجودة:         ●●●●○ 86%\nالعنوان:        Analysis\nملخص:\n"},
        {label_language::russian, "КАЧЕСТВО:       ●●●●○ 86%\nЗАГОЛОВОК:      Analysis\nСВОДКА:\n"},
        {label_language::dutch, "KWALITEIT:      ●●●●○ 86%\nTITEL:          Analysis\nSAMENVATTING:\n"},
        {label_language::ukrainian, "ЯКІСТЬ:         ●●●●○ 86%\nЗАГОЛОВОК:      Analysis\nПІДСУМОК:\n"},
    };
    for (const auto& [language, beginning] : samples) BOOST_TEST_CONTEXT(beginning)
    BOOST_TEST(feedback::pretty_output(
                   {.id_label = {}, .ids = {}, .quality_score = 0.86, .title = "Analysis", .text = "x"}, language)
                   .text()
                   .starts_with(beginning));
}

BOOST_AUTO_TEST_CASE(dots_begin_at_their_step)
{
    const std::pair<double, const char*> samples[] = {
        {0.0, "○○○○○ 0%"},  {0.0999, "○○○○○ 10%"}, {0.1, "●○○○○ 10%"}, {0.3, "●●○○○ 30%"}, {0.5, "●●●○○ 50%"},
        {0.7, "●●●●○ 70%"}, {0.8999, "●●●●○ 90%"}, {0.9, "●●●●● 90%"}, {1.0, "●●●●● 100%"}};
    for (const auto& [score, shown] : samples) BOOST_TEST_CONTEXT(score)
    BOOST_TEST(feedback::pretty_output({.id_label = {}, .ids = {}, .quality_score = score, .title = "", .text = ""})
                   .text()
                   .starts_with(std::string{"QUALITY:        "} + shown + "\n"));
}

BOOST_AUTO_TEST_CASE(a_language_with_labels_logs_nothing)
{
    using feedback::label_language;
    testing::fake_call call;

    BOOST_TEST((feedback::label_language_for(call, std::nullopt) == label_language::english));
    for (const auto* language : {"Dutch", "nl", "Nederlands"})
        BOOST_TEST((feedback::label_language_for(call, feedback::find_language(language)) == label_language::dutch),
                   language);
    BOOST_TEST(call.logged.lines().empty());
}

BOOST_AUTO_TEST_CASE(a_language_without_labels_has_english_ones_and_one_warning_without_its_name)
{
    testing::fake_call call;
    const auto         labels = feedback::label_language_for(call, feedback::find_language("Klingon"));
    BOOST_TEST((labels == feedback::label_language::english));

    const std::vector<testing::logged_event> expected{{sdk::severity::warning, "label_language_unsupported", {}}};
    BOOST_TEST((call.logged.lines() == expected));
}

BOOST_AUTO_TEST_SUITE_END()

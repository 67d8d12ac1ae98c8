#include "sensitive_finding.hpp"

#include "cue_lexicon.hpp"
#include "sensitivity.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

using namespace verbatim::detect_sensitive;

BOOST_AUTO_TEST_SUITE(offline_finding)

BOOST_AUTO_TEST_CASE(words_of_theft_are_found_in_seven_languages)
{
    for (std::string_view text :
         {"Someone stole our tarpaulin.", "Des voleurs sont venus.", "Nos robaron las mantas.", "سرقوا البطانيات منا",
          "У нас украли одеяла.", "Onze dekens zijn gestolen.", "У нас вкрали ковдри."})
        BOOST_TEST_CONTEXT(text)
        {
            const auto finding = offline::detect(text);
            BOOST_TEST((std::ranges::find(finding.types, sensitivity::theft) != finding.types.end()));
        }
}

BOOST_AUTO_TEST_CASE(an_explanation_names_topics_and_never_the_words)
{
    const auto none = offline::detect("The road is long.");
    BOOST_TEST(none.types.empty());
    BOOST_TEST(none.explanation == "No word of the sensitivity word lists occurs in the record.");

    const auto theft = offline::detect("<PERSON_0> stole our tarpaulin.");
    BOOST_TEST(theft.explanation == "Word lists matched; the record holds words about stolen property. Words were "
                                    "matched, their meaning was not judged.");
}

BOOST_AUTO_TEST_CASE(joined_cues_match_within_one_sentence_only)
{
    const auto types = [](std::string_view text) { return offline::detect(text).types; };
    BOOST_TEST(!types("The husband beats her. Then he left.").empty());
    BOOST_TEST(types("My husband left. They beat the drum.").empty());
}

struct sample
{
    std::string_view text;
    std::string_view reason;
};

BOOST_AUTO_TEST_CASE(words_of_harmless_sentences_are_no_cues)
{
    for (const auto& [text, reason] : {
             sample{"There was no violence at the distribution.", "negated"},
             sample{"My husband never beats me.", "negated"},
             sample{"Nadie nos robó nada en el camino.", "negated"},
             sample{"Здесь воровства не бывает.", "negated behind"},
             sample{"Hawakutupiga wala kututukana.", "verbs that negate themselves"},
             sample{"The nurse touched me gently to check the wound.", "medical"},
             sample{"Le médecin a touché mon ventre et m'a donné un sirop.", "medical"},
             sample{"In the news I heard that a minister was arrested for bribery.", "news"},
             sample{"The training on sexual harassment was useful.", "subject of a lesson"},
             sample{"The file with the photos is corrupted.", "data"},
             sample{"My uncle had a heart attack.", "disease"},
             sample{"The pharmacy has no drugs for my blood pressure.", "medicine"},
             sample{"L'oiseau vole au-dessus du puits.", "word of two meanings"},
             sample{"Mosquitoes attack us at night.", "animals"},
         })
        BOOST_TEST_CONTEXT(text << " (" << reason << ")") { BOOST_TEST(offline::detect(text).types.empty()); }
}

BOOST_AUTO_TEST_CASE(hints_without_the_name_of_a_type_are_found)
{
    using enum sensitivity;
    const auto has = [](std::string_view text, sensitivity type) {
        const auto types = offline::detect(text).types;
        return std::ranges::find(types, type) != types.end();
    };
    for (const auto& [text, type] : std::initializer_list<std::pair<std::string_view, sensitivity>>{
             {"The man from the office touched me when we were alone.", sexual_abuse},
             {"She is fourteen and they want to marry off the girl.", gender_based_violence},
             {"زواج القاصرات منتشر في مخيمنا.", gender_based_violence},
             {"Mume wa jirani yangu anampiga kila siku.", gender_based_violence},
             {"Wanataka kumuoza binti wa miaka kumi na tatu.", gender_based_violence},
             {"Tuliombwa pesa ili tuandikishwe.", gifts_bribes_and_kickbacks},
             {"There was not only theft but also violence.", theft}, // "not only" negates nothing
             {"Women are not allowed to speak.", gender_inequality}, // the cue holds a negation
             {"We do not complain, but the guards hit people with a belt.",
              threats_and_physical_violence}, // a new clause
         })
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(has(text, type)); }
}

BOOST_AUTO_TEST_CASE(every_type_has_cues_in_every_language)
{
    const auto& lexicon = offline::all_cues();
    for (std::size_t language = 0; language != lexicon.contexts().size(); ++language)
        for (std::size_t type = 0; type != offline::sensitivity_count; ++type)
        {
            const auto is_cue = [&](const auto& entry) {
                return entry.language == language && entry.type == static_cast<sensitivity>(type);
            };
            BOOST_TEST_CONTEXT("language " << language << ", type " << type)
            {
                BOOST_TEST(std::ranges::any_of(lexicon.entries(), is_cue));
            }
        }
    BOOST_TEST(lexicon.contexts().size() == 8u);
}

BOOST_AUTO_TEST_CASE(any_text_gets_a_finding)
{
    std::string words;
    for (int n = 0; n != 20'000; ++n) words += "w" + std::to_string(n) + " ";
    for (const std::string& text : {std::string{}, std::string{"!!! ... ???"}, std::string{"\xff\xfe\x80 water \xc3"},
                                    std::string(100'000, 'a'), std::string(50'000, '<'), words})
        BOOST_TEST(!offline::detect(text).explanation.empty());
}

BOOST_AUTO_TEST_SUITE_END()

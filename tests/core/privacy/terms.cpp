#include "privacy/terms.hpp"

#include "expect.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace verbatim::core::privacy {

using testing::findings_in;
using strings = std::vector<std::string>;

namespace {

/// The sentence that refuses this list, or nothing.
std::string rejection(std::string_view lines)
{
    try
    {
        term_list{lines};
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return {};
}

/// What this list alone finds in a text, as "KIND:words".
strings terms_in(std::string_view lines, std::string_view text)
{
    const term_list list(lines);
    tokenized_text  tokenized;
    tokenize(text, tokenized);
    std::vector<sdk::detected_entity> findings;
    list.find(tokenized, findings);

    strings     shown;
    std::size_t after = 0; // a longer one may hold a shorter one
    for (const auto& finding : findings)
    {
        if (finding.begin < after) continue;
        after = finding.end;
        shown.push_back(std::string(finding.kind) + ":" +
                        std::string(text.substr(finding.begin, finding.end - finding.begin)));
    }
    return shown;
}

} // namespace

BOOST_AUTO_TEST_SUITE(terms)

BOOST_AUTO_TEST_CASE(terms_are_found_in_any_case_and_spelling)
{
    const recognizer engine_with_terms(
        term_list("# known to us\nPERSON\tOld Smokey\n\nCAMP_SITE\tBloc 4, Côte Verte\r\nPERSON\t张伟\n"));

    const auto findings = findings_in(
        {"old smokey and OLD  SMOKEY", "at bloc 4, cote verte today", "我叫张伟。", "older smokey"}, engine_with_terms);

    BOOST_TEST(findings[0] == (strings{"PERSON:old smokey", "PERSON:OLD  SMOKEY"}), boost::test_tools::per_element());
    BOOST_TEST(findings[1] == strings{"CAMP_SITE:bloc 4, cote verte"}, boost::test_tools::per_element());
    BOOST_TEST(findings[2] == strings{"PERSON:张伟"}, boost::test_tools::per_element());
    BOOST_TEST(findings[3] == strings{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(terms_match_all_their_spellings)
{
    struct row
    {
        std::string_view         term, text;
        std::vector<std::string> matches; ///< exactly these bytes
    };
    const row table[] = {
        // case folding that changes the number of letters, both ways
        {"Straße", "STRASSE, strasse, Straße and STRAẞE", {"STRASSE", "strasse", "Straße", "STRAẞE"}},
        {"STRASSE", "die Straße", {"Straße"}},
        {"Stras", "die Straße", {}},
        {"İzmir", "izmir IZMIR İzmir ızmır", {"izmir", "IZMIR", "İzmir", "ızmır"}},
        {"Ὀδυσσεύς", "ΟΔΥΣΣΕΥΣ", {"ΟΔΥΣΣΕΥΣ"}},
        // compatibility forms: full width, ligatures, mathematical letters, presentation forms
        {"Zibbo Rask", "Ｚｉｂｂｏ　Ｒａｓｋ came", {"Ｚｉｂｂｏ　Ｒａｓｋ"}},
        {"Ｚｉｂｂｏ", "zibbo", {"zibbo"}},
        {"Steffi Ofli", "Steﬃ Oﬂi", {"Steﬃ Oﬂi"}},
        {"Zibbo", "𝐙𝐢𝐛𝐛𝐨 and 𝓩𝓲𝓫𝓫𝓸", {"𝐙𝐢𝐛𝐛𝐨", "𝓩𝓲𝓫𝓫𝓸"}},
        {"محمد", "ﷴ ﻣﺤﻤﺪ مـحـمـد", {"ﷴ", "ﻣﺤﻤﺪ", "مـحـمـد"}},
        {"Cœur", "coeur CŒUR", {"coeur", "CŒUR"}},
        // accents composed, decomposed, in another order, absent; the last accent belongs to the find
        {"Zoé Noël", "Zoe\xCC\x81 Noe\xCC\x88l, ZOE NOEL; zoé", {"Zoe\xCC\x81 Noe\xCC\x88l", "ZOE NOEL"}},
        {"Zoe\xCC\x81", "zoé Zoe\xCC\x81!", {"zoé", "Zoe\xCC\x81"}},
        {"Đặng",
         "Đặng DANG Da\xCC\xA3\xCC\x86ng Da\xCC\x86\xCC\xA3ng",
         {"Đặng", "DANG", "Da\xCC\xA3\xCC\x86ng", "Da\xCC\x86\xCC\xA3ng"}},
        // what cannot be seen
        {"Zibbo",
         "Zi\xC2\xAD"
         "bbo Zib\xE2\x80\x8B"
         "bo \xE2\x80\xAAZibbo\xE2\x80\xAC Z\xEF\xB8\x8Fibbo Zib\xE3\x85\xA4"
         "bo",
         {"Zi\xC2\xAD"
          "bbo",
          "Zib\xE2\x80\x8B"
          "bo",
          "Zibbo", "Z\xEF\xB8\x8Fibbo",
          "Zib\xE3\x85\xA4"
          "bo"}},
        {"Zi\xE2\x80\x8B"
         "bbo",
         "zibbo",
         {"zibbo"}},
        {"علی\xE2\x80\x8Cرضا", "علیرضا علی رضا علي\xE2\x80\x8Cرضا", {"علیرضا", "علی رضا", "علي\xE2\x80\x8Cرضا"}},
        // between words and between letters and digits: a few signs or none
        {"Camp 7",
         "Camp7 CAMP-7 camp_7 camp\n7 Camp 7; camp, 7 (Camp **7**)",
         {"Camp7", "CAMP-7", "camp_7", "camp\n7", "Camp 7", "camp, 7", "Camp **7"}},
        {"Camp7", "camp 7, Camp７ and camp ٧", {"camp 7", "Camp７", "camp ٧"}},
        {"Camp 7", "Camp 77, Camp 7b, Scamp 7, Camp is 7, Camp ----- 7", {"Camp 7"}},
        {"Old Smokey", "#OldSmokey, Old-Smokey, Old\xC2\xA0Smokey", {"OldSmokey", "Old-Smokey", "Old\xC2\xA0Smokey"}},
        {"Smokey", "Smokey2, 2smokey, Smokey’s, @smokey_", {"Smokey", "smokey", "Smokey", "smokey"}},
        {"O'Rask", "O’Rask OʼRask orask", {"O’Rask", "OʼRask", "orask"}},
        {"Amina", "am in a hurry, aminata, Tamina", {}},
    };
    for (const auto& sample : table) BOOST_TEST_CONTEXT(sample.term << " in " << sample.text)
        {
            std::vector<std::string> shown;
            for (const auto& text : sample.matches) shown.push_back("TERM:" + text);
            BOOST_TEST(terms_in("TERM\t" + std::string(sample.term), sample.text) == shown,
                       boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_CASE(terms_keep_the_word_borders_of_their_script)
{
    struct row
    {
        std::string_view         term, text;
        std::vector<std::string> matches;
    };
    const row table[] = {
        // scripts without blanks between words
        {"张伟", "我叫张伟，他是 张 伟。", {"张伟", "张 伟"}},
        {"山田", "やまだは山田さんです", {"山田"}},
        {"ガオ", "カオとガオとｶﾞｵ", {"ガオ", "ｶﾞｵ"}},
        {"ラウ", "ローラウー ラウ", {"ラウ"}},
        {"สมชาย", "คุณสมชายมาแล้ว", {"สมชาย"}},
        {"กา", "กาน กั กาล", {"กา", "กา"}},
        {"အောင်", "ဦးအောင်လာသည်", {"အောင်"}},
        {"မ", "မာ", {}},
        {"សុខា", "លោកសុខាមក", {"សុខា"}},
        // syllables, whole or in parts; particles follow a name
        {"김철수",
         "김철수는 갔다. "
         "\xE1\x84\x80\xE1\x85\xB5\xE1\x86\xB7\xE1\x84\x8E\xE1\x85\xA5\xE1\x86\xAF\xE1\x84\x89\xE1\x85\xAE 가차수",
         {"김철수",
          "\xE1\x84\x80\xE1\x85\xB5\xE1\x86\xB7\xE1\x84\x8E\xE1\x85\xA5\xE1\x86\xAF\xE1\x84\x89\xE1\x85\xAE"}},
        {"기", "김 긴", {}},
        // vowel signs are letters, points are not
        {"রহিম", "রহিম রহম রহিমা", {"রহিম"}},
        {"राज", "राज रज राजा राज़", {"राज", "राज़"}},
        {"مُحَمَّد", "محمد", {"محمد"}},
        {"שָׁלוֹם", "שלום", {"שלום"}},
        // prepositions written onto the word
        {"مخيم الزعتري",
         "بمخيم الزعتري ومخيم الزعتري وبمخيم الزعتري المخيم",
         {"مخيم الزعتري", "مخيم الزعتري", "مخيم الزعتري"}},
        {"حمد", "احمد", {}},
        {"דוד", "לדוד ושלדוד דודו", {"דוד", "דוד"}},
        {"አበበ", "የአበበ ስለአበበ አበበች", {"አበበ", "አበበ"}},
        // two scripts in one word
        {"Zibbo", "بZibbo Zibboさん Zibboم", {"Zibbo", "Zibbo", "Zibbo"}},
        {"Зибо", "зибо Зибона", {"зибо"}},
    };
    for (const auto& sample : table) BOOST_TEST_CONTEXT(sample.term << " in " << sample.text)
        {
            std::vector<std::string> shown;
            for (const auto& text : sample.matches) shown.push_back("TERM:" + text);
            BOOST_TEST(terms_in("TERM\t" + std::string(sample.term), sample.text) == shown,
                       boost::test_tools::per_element());
        }
}

BOOST_AUTO_TEST_CASE(the_longest_matching_term_is_found)
{
    const std::string_view list = "A\tOld\nB\tOld Smokey\nC\tOld Smokey Camp\nD\tOldsmokey\nE\tOld\n";
    BOOST_TEST(terms_in(list, "Old Smokey Cam; old; Old Smokey Camp; OldSmokey; Old Smoke") ==
                   (strings{"B:Old Smokey", "A:old", "C:Old Smokey Camp", "B:OldSmokey", "A:Old"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(nested_terms_are_searched_in_linear_time)
{
    std::string lines, term;
    for (int i = 0; i != 100; ++i) lines += "TERM\t" + (term += "a ") + "\n";
    const term_list list(lines);
    std::string     text;
    while (text.size() < 200'000) text += "a ";

    tokenized_text tokenized;
    tokenize(text, tokenized);
    std::vector<sdk::detected_entity> findings;
    list.find(tokenized, findings);

    BOOST_TEST(findings.size() == text.size() / 2);
}

BOOST_AUTO_TEST_CASE(overlap_rules_apply_to_terms)
{
    const recognizer engine_with_terms(term_list("LOCATION\tDiallo\n"));
    BOOST_TEST(findings_in({"Fatou Diallo came"}, engine_with_terms)[0] == strings{"PERSON:Fatou Diallo"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_error_names_the_line_and_never_quotes_it)
{
    for (const std::string_view line : {"secret name", "person\tsecret", "PER SON\tsecret", "\tsecret", "_X\tsecret",
                                        "PERSON\t", "PERSON\t ...", "PERSON secret"})
    {
        const auto sentence = rejection("PERSON\tfine\n" + std::string(line) + "\n");
        BOOST_TEST_CONTEXT(line)
        {
            BOOST_TEST(sentence.find("ANONYMIZER_TERMS_PATH: line 2 ") == 0U);
            BOOST_TEST(sentence.find("secret") == std::string::npos);
        }
    }
    BOOST_TEST(rejection("PERSON\tfine").empty());
    BOOST_TEST(rejection("").empty());
}

BOOST_AUTO_TEST_CASE(an_unreadable_file_is_one_sentence)
{
    BOOST_CHECK_EXCEPTION(read_terms("/nonexistent/terms"), std::runtime_error, [](const auto& error) {
        return std::string(error.what()) ==
               "ANONYMIZER_TERMS_PATH: the file cannot be read (No such file or directory)";
    });
    BOOST_CHECK_THROW(read_terms(std::filesystem::temp_directory_path()), std::runtime_error);
    BOOST_CHECK_NO_THROW(read_terms({}));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy

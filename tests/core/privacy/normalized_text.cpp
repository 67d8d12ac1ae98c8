#include "privacy/normalized_text.hpp"

#include "expect.hpp"

namespace verbatim::testing {

namespace {

std::string normalized(std::string_view text)
{
    core::privacy::normalized_text result;
    result.assign(text);
    return std::string(result.text());
}

} // namespace

BOOST_AUTO_TEST_SUITE(normalized_text)

BOOST_AUTO_TEST_CASE(invisible_code_points_are_dropped_and_forms_become_plain)
{
    BOOST_TEST(normalized("a\u200B\u00ADb\u202E\u2066c\uFEFF\u180E\U000E0041d") == "abcd");
    BOOST_TEST(normalized("здоровье\u034Fи\u061Cвода \u00AD") == "здоровьеивода ");
    BOOST_TEST(normalized("é\xC3\u034F\u061C") == "é\xC3\u034F"); // could complete the sequence
    BOOST_TEST(normalized("ＪＯＳＥ＠ｅｘ．ｏｒｇ：０１２") == "JOSE@ex.org:012");
    BOOST_TEST(normalized("𝐌𝐚𝐫𝐢𝐚 𝟎𝟕 ﬁn ﹫ Ⓜⓐ ﻣﺤﻤﺪ") == "Maria 07 fin @ Ma محمد");
}

BOOST_AUTO_TEST_CASE(characters_with_a_meaning_of_their_own_stay)
{
    for (const std::string_view text : {"plain", "", "é e\u0301 Ñ ß", "12 m² ½ ™ № ① …", "日本語 テスト 한국어", "ﷺ",
                                        "10\u00A0000\u202FF", "\xFF\xC3", "“…” – ‘’"})
        BOOST_TEST(normalized(text) == text);
}

BOOST_AUTO_TEST_CASE(findings_are_the_bytes_of_the_original)
{
    expect_all({
        {"Write to ami\u200Bna@exa\u00ADmple\u200B.org\u200B now",
         {"EMAIL_ADDRESS:ami\u200Bna@exa\u00ADmple\u200B.org"}},
        {"amina＠example．org", {"EMAIL_ADDRESS:amina＠example．org"}},
        {"amina\u202E@example.org", {"EMAIL_ADDRESS:amina\u202E@example.org"}},
        {"Card ４１１１ １１１１\u200B １１１１ 1111", {"CREDIT_CARD:４１１１ １１１１\u200B １１１１ 1111"}},
        {"DE89\u200B 3704 0044 0532 0130 00", {"IBAN_CODE:DE89\u200B 3704 0044 0532 0130 00"}},
        {"ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｏｒｇ／ａ", {"URL:ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｏｒｇ／ａ"}},
        {"server 10.0.\u20600.7", {"IP_ADDRESS:10.0.\u20600.7"}},
        {"call ＋４４\u00AD 20 7946 0123", {"PHONE_NUMBER:＋４４\u00AD 20 7946 0123"}},
        {"My name is \u2067Ka\u200Brolo\u2069 Vintres.", {"PERSON:Ka\u200Brolo\u2069 Vintres"}},
        {"\uFEFFMaria Lopez\uFEFF", {"PERSON:Maria Lopez"}},
        {"𝐌𝐚𝐫𝐢𝐚 𝐋𝐨𝐩𝐞𝐳 wrote", {"PERSON:𝐌𝐚𝐫𝐢𝐚 𝐋𝐨𝐩𝐞𝐳"}},
        {"＜PERSON_0＞ told Maria Lopez", {"PERSON:Maria Lopez"}},
        {"\u200B\u200B", {}},
    });
}

BOOST_AUTO_TEST_CASE(findings_that_share_a_ligature_do_not_overlap)
{
    core::privacy::normalized_text text;
    text.assign("beﬁld");
    std::vector<sdk::detected_entity> findings{{.begin = 0, .end = 3, .kind = "A"},
                                               {.begin = 3, .end = 6, .kind = "B"}};

    text.map_to_original(findings);

    BOOST_REQUIRE(findings.size() == 2U);
    BOOST_TEST(findings[0].end == 5U);
    BOOST_TEST(findings[1].begin == 5U);
    BOOST_TEST(findings[1].end == 7U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing

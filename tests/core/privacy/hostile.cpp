#include "expect.hpp"

#include <random>

namespace verbatim::testing {

namespace {

constexpr std::size_t large = 200'000;

std::string repeated(std::string_view pattern)
{
    std::string text;
    text.reserve(large + pattern.size());
    while (text.size() < large) text += pattern;
    return text;
}

/// Every finding lies on code point borders, in order, and holds only valid UTF-8.
void check_sound(std::string_view text)
{
    const auto  list = engine().find_all(std::span(&text, 1)).front();
    std::size_t last = 0;
    for (const auto& finding : list)
    {
        BOOST_REQUIRE(finding.begin >= last);
        BOOST_REQUIRE(finding.begin < finding.end);
        BOOST_REQUIRE(finding.end <= text.size());
        last = finding.end;
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(hostile)

/// Each pattern takes quadratic time or more if the search around a character has no bound. Without bounds this case
/// exceeds the time limit of the test program.
BOOST_AUTO_TEST_CASE(long_repetitions_take_linear_time)
{
    for (const std::string_view pattern : {"1",           "12 ",         "1 ",          "1-",     "1.",
                                           "+1",          "(1",          "0.",          "4111 ",  "4111111111111111",
                                           "@",           "a@",          "a@b.",        "a.b@",   "a.",
                                           "a-",          "http://",     "://",         "www.",   ".com",
                                           "a.com/",      ":",           "f:",          "ff:",    "0:",
                                           "::1",         "[",           "(",           "<",      "<PERSON_",
                                           "&lt;PERSON_", "<A_1",        "DE89 ",       "DE89",   "0x",
                                           "bc1q",        "Maria ",      "Maria van ",  "van ",   "Zzyx ",
                                           "Mr. ",        "My name is ", "New ",        "'",      "O'",
                                           "A. ",         "محمد ",       "عبد ",        "Ivan",   "rue ",
                                           "12 Hill ",    "Markt 12, ",  "Kerkstraat ", "\xC3",   "\xE2\x82",
                                           "é",           "\xCC\x81",    "中",          "\n",     "\t",
                                           ".",           ",",           "-",           "_",      "/",
                                           "1.1234 ",     "1°1'",        "///a.",       "gps ",   "born ",
                                           "plate ",      "ig ",         "KAA ",        "@a_",    "22+22",
                                           "imei 1",      "tel0",        "NL91a",       "123-45C"})
        BOOST_TEST_CONTEXT(pattern) { check_sound(repeated(pattern)); }
}

BOOST_AUTO_TEST_CASE(many_texts_with_the_same_first_name_stay_cheap)
{
    std::vector<std::string> names;
    for (int i = 0; i != 3'000; ++i)
        names.push_back("My name is Maria " + std::string(1, static_cast<char>('A' + i % 26)) +
                        std::string(static_cast<std::size_t>(3 + i % 17), static_cast<char>('a' + i / 26 % 26)) + ".");
    const std::vector<std::string_view> texts(names.begin(), names.end());

    const auto findings = engine().find_all(texts);

    for (const auto& list : findings) BOOST_TEST(list.size() == 1U);
}

/// Takes minutes if each name is compared with all others of the same first word.
BOOST_AUTO_TEST_CASE(a_large_text_of_names_that_begin_alike_takes_linear_time)
{
    constexpr std::size_t names = 100'000;
    std::string           text;
    for (std::size_t n = 0; n != names; ++n)
    {
        std::string family;
        for (auto rest = n * 7'919 + 1'000'000; rest != 0; rest /= 26) family += static_cast<char>('a' + rest % 26);
        family[0] = static_cast<char>(family[0] - 'a' + 'A');
        text += "Maria " + family + ", ";
    }
    const std::string_view view = text;

    const auto findings = engine().find_all(std::span(&view, 1)).front();

    BOOST_TEST(findings.size() == names);
}

/// A cue before a script without spaces is at most a few characters away from the end of the name.
BOOST_AUTO_TEST_CASE(cues_in_scripts_without_spaces_take_linear_time) { check_sound(repeated("名叫中中中中")); }

/// The search continues where the longest possible address would end, which leaves a shorter rest.
BOOST_AUTO_TEST_CASE(a_run_of_colons_is_no_finding)
{
    for (std::size_t size = 1; size != 200; ++size) expect_all({{std::string(size, ':') + " ", {}}});
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_never_part_of_a_finding)
{
    expect_all({
        {"Say xyz\xFF@example.org", {}},
        {"My name is Kar\xC3olo", {"PERSON:Kar"}},
        {"\xFF\xFEMaria Lopez\xFF", {"PERSON:Maria Lopez"}},
        {"Maria\xFFLopez", {"PERSON:Maria", "PERSON:Lopez"}},
        {"http://example.org/\xFFx", {"URL:http://example.org/"}},
        {"4111 1111\xFF 1111 1111", {}},
        {"\xED\xA0\x80 Maria", {"PERSON:Maria"}},
        {"Maria\xD1\u200B\xB7", {"PERSON:Maria"}}, // the zero-width space separates the halves of a letter
    });
}

BOOST_AUTO_TEST_CASE(random_bytes_give_sound_findings)
{
    std::mt19937               random(20'260'101); // the same bytes in every run
    constexpr std::string_view bits[] = {
        "Maria ", "@",     ".org", "4111111111111111", "+44 ", "<PERSON_0>", "\xFF", "\xE2\x82", "é",
        "اسمي ",  "Иван ", "12:",  "Street ",          "Mr. ", "http://",    "\n",   ", "};
    std::uniform_int_distribution<> byte(0, 255), choice(0, 40);
    for (int round = 0; round != 200; ++round)
    {
        std::string text;
        while (text.size() < 400)
        {
            const auto pick = static_cast<std::size_t>(choice(random));
            if (pick < std::size(bits)) text += bits[pick];
            else text += static_cast<char>(byte(random));
        }
        check_sound(text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing

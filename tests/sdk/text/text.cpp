#include "verbatim/sdk/text.hpp"

#include <boost/test/unit_test.hpp>

#include <cctype>
#include <string>

namespace ascii = verbatim::sdk::ascii;
namespace utf8  = verbatim::sdk::utf8;

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(ascii_classes_match_the_c_locale)
{
    for (int byte = -128; byte != 256; ++byte)
    {
        const auto c      = static_cast<char>(byte);
        const auto value  = byte >= 0 && byte < 128 ? byte : 0;
        const auto agrees = [&](bool ours, int (*theirs)(int)) { return ours == (theirs(value) != 0); };
        BOOST_TEST(agrees(ascii::is_digit(c), std::isdigit), byte);
        BOOST_TEST(agrees(ascii::is_letter(c), std::isalpha), byte);
        BOOST_TEST(agrees(ascii::is_alphanumeric(c), std::isalnum), byte);
        BOOST_TEST(agrees(ascii::is_hex_digit(c), std::isxdigit), byte);
        BOOST_TEST(agrees(ascii::is_upper(c), std::isupper), byte);
        BOOST_TEST(agrees(ascii::is_lower(c), std::islower), byte);
    }
    BOOST_TEST(!ascii::is_letter(U'é'));
    BOOST_TEST(!ascii::is_digit(U'٣'));
}

BOOST_AUTO_TEST_CASE(ascii_case_leaves_other_bytes_alone)
{
    BOOST_TEST(ascii::lowercase("Straße ÄZ@[`{") == "straße Äz@[`{");
    BOOST_TEST(ascii::to_upper('z') == 'Z');
    BOOST_TEST(ascii::to_upper('{') == '{');
    BOOST_TEST(ascii::equals_ignoring_case("Content-Length", "content-lENGTH"));
    BOOST_TEST(!ascii::equals_ignoring_case("Content-Length", "content-lengt"));
    BOOST_TEST(!ascii::equals_ignoring_case("@", "`"));
    BOOST_TEST(ascii::is_ascii("plain\x7f"));
    BOOST_TEST(!ascii::is_ascii("é"));
}

BOOST_AUTO_TEST_CASE(trimming_removes_the_listed_bytes_at_both_ends)
{
    BOOST_TEST(ascii::trimmed(" \ta b\r\n") == "a b");
    BOOST_TEST(ascii::trimmed("\r a ", " ") == "\r a");
    BOOST_TEST(ascii::trimmed(" \n") == "");
}

BOOST_AUTO_TEST_CASE(names_with_underscores_become_names_of_types)
{
    BOOST_TEST(ascii::pascal_case("analyze_bulk") == "AnalyzeBulk");
    BOOST_TEST(ascii::pascal_case("_a__2b_é_") == "A2bé");
    BOOST_TEST(ascii::pascal_case("") == "");
    BOOST_TEST(ascii::uppercase("network_Port é") == "NETWORK_PORT é");
}

BOOST_AUTO_TEST_CASE(percent_encoding_keeps_unreserved_and_listed_characters)
{
    BOOST_TEST(ascii::percent_encoded("aZ09-._~") == "aZ09-._~");
    BOOST_TEST(ascii::percent_encoded("a&b=c/d +%\r\né") == "a%26b%3Dc%2Fd%20%2B%25%0D%0A%C3%A9");
    BOOST_TEST(ascii::percent_encoded("a/b?c", "/") == "a/b%3Fc");
}

BOOST_AUTO_TEST_CASE(percent_decoding_reverses_it_and_keeps_what_is_no_escape)
{
    std::string all;
    for (int byte = 0; byte != 256; ++byte) all += static_cast<char>(byte);
    BOOST_TEST(ascii::percent_decoded(ascii::percent_encoded(all)).text == all);
    BOOST_TEST(ascii::percent_decoded("%c3%A9%2").text == "é%2");
    for (const auto* text : {"", "a+b", "%00", "%25%41"}) BOOST_TEST(ascii::percent_decoded(text).valid, text);
    for (const auto* text : {"%", "%4", "%zz", "%4g", "%-1", "% 1", "a%"})
    {
        BOOST_TEST(!ascii::percent_decoded(text).valid, text);
        BOOST_TEST(ascii::percent_decoded(text).text == text);
    }
}

BOOST_AUTO_TEST_CASE(a_placeholder_has_a_kind_and_a_number)
{
    for (const auto* text : {"<PERSON_0>", "<US_SSN_12>", "<A_1>", "<A__1>", "<A_0123456789>"})
        BOOST_TEST(ascii::placeholder_size(text) == std::string_view{text}.size(), text);
    for (const auto* text : {"", "<", "<>", "<A>", "<A1>", "<A_>", "<_1>", "<__1>", "<a_1>", "<A_1", "<A_1B>", "<A1_1>",
                             "<É_1>", "A_1>", " <A_1>"})
        BOOST_TEST(ascii::placeholder_size(text) == 0U, text);
    BOOST_TEST(ascii::placeholder_size("<A_1><A_2>") == 5U);
    BOOST_TEST(ascii::placeholder_size("&lt;A_1&gt;", "&lt;", "&gt;") == 11U);
}

BOOST_AUTO_TEST_CASE(decoding_walks_over_code_points_in_both_directions)
{
    const std::string sample = "aé€😀\U0010FFFF";
    std::u32string    forwards;
    for (std::size_t at = 0; at != sample.size();)
    {
        const auto c = utf8::decode(sample, at);
        BOOST_TEST(c.valid);
        BOOST_TEST(utf8::previous_code_point(sample, c.end) == at);
        forwards += c.value;
        at = c.end;
    }
    BOOST_TEST((forwards == U"aé€😀\U0010FFFF"));
}

BOOST_AUTO_TEST_CASE(an_ill_formed_sequence_decodes_to_one_invalid_byte)
{
    for (const std::string ill_formed :
         {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xE2\x82", "\xED\xA0\x80",
          "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"})
    {
        const auto c = utf8::decode(ill_formed, 0);
        BOOST_TEST(!c.valid, ill_formed);
        BOOST_TEST(c.end == 1u, ill_formed);
        BOOST_TEST((c.value == U'\uFFFD'), ill_formed);
        BOOST_TEST(!utf8::is_valid("before " + ill_formed), ill_formed);
    }
    BOOST_TEST(utf8::is_valid(""));
    BOOST_TEST(utf8::is_valid("\uD7FF\uE000\u0800\U00010000"));
}

BOOST_AUTO_TEST_CASE(a_character_is_a_code_point)
{
    BOOST_TEST(utf8::count_code_points("") == 0u);
    BOOST_TEST(utf8::count_code_points("aé€😀") == 4u);
    static_assert(utf8::count_code_points("aé€😀") == 4u);
    // Bytes of each kind at each place among eight.
    for (std::size_t before = 0; before != 17; ++before)
        for (const auto& [text, count] :
             {std::pair{"a", 1u}, {"é", 1u}, {"€", 1u}, {"😀", 1u}, {"\xBF", 0u}, {"\xFF", 1u}})
            BOOST_TEST(utf8::count_code_points(std::string(before, 'x') + text + "yyyyyyyyy") == before + count + 9u);
    BOOST_TEST(utf8::first_code_points("é€😀", 2) == "é€");
    BOOST_TEST(utf8::first_code_points("é€", 5) == "é€");
    BOOST_TEST(utf8::first_code_points("é€", 0) == "");
}

BOOST_AUTO_TEST_CASE(truncation_keeps_whole_code_points)
{
    BOOST_TEST(utf8::truncated("é€😀", 9) == "é€😀");
    BOOST_TEST(utf8::truncated("é€😀", 8) == "é€");
    BOOST_TEST(utf8::truncated("é€😀", 1) == "");
}

BOOST_AUTO_TEST_CASE(white_space_is_unicode_white_space)
{
    BOOST_TEST(utf8::trimmed(" \t\u00A0\u2003a b\u3000\n") == "a b");
    BOOST_TEST(utf8::trimmed("\xFF ") == "\xFF");
    for (const auto* blank : {"", " \t\r\n\v\f", "\u2028 \u0085", "\u00a0\u2003\u2028\u3000\u0085\u202f\u1680\u205f"})
        BOOST_TEST(utf8::is_blank(blank), blank);
    for (const auto* text : {"\u200b", "\u180e", "\u00a0\xff", "\xe3\x80", " x "})
        BOOST_TEST(!utf8::is_blank(text), text);
}

BOOST_AUTO_TEST_SUITE_END()

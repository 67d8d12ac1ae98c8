#include "encoding/encoding.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace verbatim::core::encoding;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(encoding_)

BOOST_AUTO_TEST_CASE(every_byte_has_two_hexadecimal_digits)
{
    std::array<unsigned char, 256> bytes{};
    for (std::size_t n = 0; n != bytes.size(); ++n) bytes[n] = static_cast<unsigned char>(n);
    const auto digits = to_hexadecimal(bytes);
    BOOST_TEST(digits.size() == 512U);
    BOOST_TEST(digits.substr(0, 6) == "000102");
    BOOST_TEST(digits.substr(506) == "fdfeff");

    std::array<unsigned char, 256> read{};
    BOOST_TEST(read_hexadecimal(digits, read));
    BOOST_TEST((read == bytes));
}

BOOST_AUTO_TEST_CASE(other_texts_than_lower_case_digits_are_refused)
{
    std::array<unsigned char, 2> bytes{};
    BOOST_TEST(read_hexadecimal("0af9", bytes));
    for (const auto& text : {""s, "0"s, "0af"s, "0af90"s, "0af900"s, "0AF9"s, "0xf9"s, " af9"s, "0ag9"s, "0a/9"s,
                             "0a:9"s, "0a`9"s, "\xFF\xFF\xFF\xFF"s, "\0\0\0\0"s})
        BOOST_TEST(!read_hexadecimal(text, bytes), text);
    BOOST_TEST(read_hexadecimal("", {}));
}

BOOST_AUTO_TEST_CASE(the_vectors_of_rfc_4648_are_written_and_read)
{
    for (const auto& [bytes, text] : {std::pair{""s, ""s},
                                      {"f"s, "Zg=="s},
                                      {"fo"s, "Zm8="s},
                                      {"foo"s, "Zm9v"s},
                                      {"foob"s, "Zm9vYg=="s},
                                      {"fooba"s, "Zm9vYmE="s},
                                      {"foobar"s, "Zm9vYmFy"s}})
    {
        BOOST_TEST(to_base64(bytes) == text);
        BOOST_TEST(from_base64(text).value_or("none") == bytes);
    }
}

BOOST_AUTO_TEST_CASE(every_byte_is_read_back_at_every_place)
{
    std::string bytes;
    for (int byte = 0; byte != 256; ++byte)
    {
        bytes += static_cast<char>(byte);
        BOOST_TEST(from_base64(to_base64(bytes)).value() == bytes, byte);
    }
}

BOOST_AUTO_TEST_CASE(only_the_text_that_would_be_written_is_read)
{
    for (const auto& text :
         {"Z"s,      "Zg"s,   "Zg="s,     "Zm9"s,   "Z==="s,   "===="s,     "Zg==Zg=="s, "Zm=v"s,
          "=m9v"s,   "Zh=="s, "Zm9="s,    " Zm9v"s, "Zm9v\n"s, "Zm9v    "s, "    Zm9v"s, "Zm9v\n\n\n\n"s,
          "Zm\n9v"s, "Zm-_"s, "Zm9\xFF"s, "Zm9\0"s, "    "s,   "----"s})
        BOOST_TEST(!from_base64(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(texts_have_the_digests_of_the_standard)
{
    BOOST_TEST(to_hexadecimal(sha256_of("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    BOOST_TEST(to_hexadecimal(sha256_of("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    // Stored answers of models are found by such digests.
    const std::array<std::string_view, 2> list{"a", "bc"};
    BOOST_TEST(to_hexadecimal(sha256_of_list(list)) ==
               to_hexadecimal(sha256_of("\1\0\0\0\0\0\0\0a\2\0\0\0\0\0\0\0bc"s)));
}

BOOST_AUTO_TEST_CASE(equal_lists_have_equal_digests)
{
    const std::string                   text(1'000'000, 'x');
    const std::string                   copy = text;
    const std::vector<std::string_view> first{"a", text, ""};
    const std::vector<std::string_view> second{"a", copy, ""};
    BOOST_TEST((sha256_of_list(first) == sha256_of_list(second)));
}

BOOST_AUTO_TEST_CASE(lists_that_differ_in_texts_or_their_borders_have_different_digests)
{
    using namespace std::string_view_literals;
    const std::vector<std::vector<std::string_view>> lists{
        {},          {""},        {"", ""},    {"abc"},     {"ab", "c"}, {"a", "bc"},
        {"", "abc"}, {"abc", ""}, {"c", "ab"}, {"abc\0"sv}, {"abd"},     {"\3\0\0\0\0\0\0\0abc"sv}};
    std::set<sha256_digest> digests;
    for (const auto& list : lists) digests.insert(sha256_of_list(list));
    BOOST_TEST(digests.size() == lists.size());
}

BOOST_AUTO_TEST_SUITE_END()

#include "auth/api_key.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

namespace verbatim::core::auth {

BOOST_AUTO_TEST_SUITE(api_key)

BOOST_AUTO_TEST_CASE(a_key_has_the_documented_form)
{
    for (int n = 0; n < 1000; ++n)
    {
        const auto key = make_api_key();
        BOOST_TEST(key.size() == 39U);
        BOOST_TEST(key.starts_with("vb_"));
        BOOST_TEST(is_api_key(key));
    }
}

BOOST_AUTO_TEST_CASE(keys_are_unique_and_use_every_digit)
{
    std::set<std::string> keys;
    std::set<char>        characters;
    for (int n = 0; n < 1000; ++n)
    {
        const auto key = make_api_key();
        characters.insert(key.begin() + 3, key.begin() + 33);
        keys.insert(key);
    }
    BOOST_TEST(keys.size() == 1000U);
    BOOST_TEST(characters.size() == 62U);
}

BOOST_AUTO_TEST_CASE(the_checksum_is_the_crc_32_of_the_preceding_text)
{
    // Computed elsewhere: 0x12acbf43 of "vb_" and thirty zeros, in base 62.
    BOOST_TEST(is_api_key("vb_0000000000000000000000000000000LCcVv"));
    auto key = make_api_key();
    key[10]  = key[10] == '0' ? '1' : '0';
    BOOST_TEST(!is_api_key(key));
}

BOOST_AUTO_TEST_CASE(a_similar_text_is_not_a_key)
{
    const auto key = make_api_key();
    for (const auto& text :
         {std::string{}, std::string{"vb_"}, key + "0", key.substr(1), "VB" + key.substr(2), key.substr(0, 38) + "-"})
        BOOST_TEST(!is_api_key(text), text);
}

BOOST_AUTO_TEST_CASE(a_formatted_digest_is_parsed_back)
{
    const auto value = digest_of("abc");
    const auto text  = format_digest(value);
    BOOST_TEST(text == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    BOOST_TEST((parse_digest(text) == value));
}

BOOST_AUTO_TEST_CASE(a_text_of_another_form_is_not_a_digest)
{
    const auto good = format_digest(digest_of("abc"));
    for (const auto& text : {std::string{}, good.substr(0, 70), good + "0", "sha512:" + good.substr(7),
                             "SHA256:" + good.substr(7), good.substr(0, 70) + "G", good.substr(0, 70) + "A"})
        BOOST_TEST(!parse_digest(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::auth

#include "privacy/checksums.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace verbatim::core::privacy {

namespace {

/// Changes each digit of `text` in turn; counts how often `check` still agrees.
template <class Check>
int accepted_with_one_digit_wrong(std::string_view text, Check check)
{
    int accepted = 0;
    for (std::size_t i = 0; i != text.size(); ++i)
    {
        if (text[i] < '0' || text[i] > '9') continue;
        for (char digit = '0'; digit <= '9'; ++digit)
        {
            std::string wrong(text);
            wrong[i] = digit;
            accepted += digit != text[i] && check(wrong);
        }
    }
    return accepted;
}

} // namespace

BOOST_AUTO_TEST_SUITE(checksums)

BOOST_AUTO_TEST_CASE(a_card_number_passes_luhn_and_no_single_wrong_digit_does)
{
    for (const std::string_view card : {"4111111111111111", "378282246310005", "5555555555554444", "6011111111111117"})
    {
        BOOST_TEST(passes_luhn(card), card);
        BOOST_TEST(accepted_with_one_digit_wrong(card, passes_luhn) == 0, card);
    }
    BOOST_TEST(!passes_luhn(""));
    BOOST_TEST(!passes_luhn("4111x11111111111"));
}

BOOST_AUTO_TEST_CASE(an_iban_has_the_length_of_its_country_and_passes_mod_97)
{
    for (const std::string_view iban :
         {"DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606", "NL91ABNA0417164300",
          "nl91abna0417164300", "UA213223130000026007233566001", "IL620108000000099999999"})
    {
        BOOST_TEST(passes_iban(iban), iban);
        BOOST_TEST(accepted_with_one_digit_wrong(iban, passes_iban) == 0, iban);
        BOOST_TEST(!passes_iban(iban.substr(0, iban.size() - 1)), iban);
    }
    BOOST_TEST(!passes_iban("ZZ89370400440532013000"));
    BOOST_TEST(!passes_iban("D"));
    BOOST_TEST(!passes_iban(""));
}

BOOST_AUTO_TEST_CASE(a_british_health_number_passes_modulus_11)
{
    BOOST_TEST(passes_nhs("9434765919"));
    BOOST_TEST(accepted_with_one_digit_wrong("9434765919", passes_nhs) == 0);
    BOOST_TEST(!passes_nhs("0000000000"));
    BOOST_TEST(!passes_nhs("943476591"));
}

BOOST_AUTO_TEST_CASE(a_medical_license_passes_its_check_digit)
{
    BOOST_TEST(passes_dea("AB1234563"));
    BOOST_TEST(accepted_with_one_digit_wrong("AB1234563", passes_dea) == 3); // a doubled digit hides a change by five
    BOOST_TEST(!passes_dea("IB1234563"));                                    // no registrant has this letter
    BOOST_TEST(!passes_dea("A11234563x"));
}

BOOST_AUTO_TEST_CASE(bitcoin_addresses_of_all_forms_pass_and_altered_ones_fail)
{
    for (const std::string_view address :
         {"1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
          "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
          "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"})
    {
        BOOST_TEST(is_crypto_address(address), address);
        std::string altered(address);
        std::swap(altered[10], altered[11]);
        BOOST_TEST(!is_crypto_address(altered), altered);
    }
    BOOST_TEST(is_crypto_address("0x52908400098527886E0F7030069857D2E4169EE7"));
    BOOST_TEST(!is_crypto_address("0x52908400098527886E0F7030069857D2E4169EEG"));
    BOOST_TEST(!is_crypto_address(""));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy

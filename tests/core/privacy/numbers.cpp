#include "expect.hpp"

namespace verbatim::testing {

BOOST_AUTO_TEST_SUITE(numbers)

BOOST_AUTO_TEST_CASE(card_numbers_are_found_with_and_without_blanks)
{
    expect_all({
        {"Card 4111111111111111.", {"CREDIT_CARD:4111111111111111"}},
        {"4111 1111 1111 1111", {"CREDIT_CARD:4111 1111 1111 1111"}},
        {"(5555-5555-5555-4444)", {"CREDIT_CARD:5555-5555-5555-4444"}},
        {"card 4111.1111.1111.1111.", {"CREDIT_CARD:4111.1111.1111.1111"}},
        {"amex 3782 822463 10005 please", {"CREDIT_CARD:3782 822463 10005"}},
        {"بطاقتي ٤١١١١١١١١١١١١١١١", {"CREDIT_CARD:٤١١١١١١١١١١١١١١١"}},
        {"Card 4111111111111112.", {}},
        {"Counter 1000000000000009", {}},
        {"A4111111111111111", {}},
        {"41111111111111111111111111111", {}},
    });
}

BOOST_AUTO_TEST_CASE(cards_of_any_issuer_are_found_behind_a_card_word)
{
    expect_all({
        {"My card 180012345678905 does not work.", {"CREDIT_CARD:180012345678905"}},
        {"debit card no. 5012 3456 7896", {"CREDIT_CARD:5012 3456 7896"}},
        {"Carte 213112345678904", {"CREDIT_CARD:213112345678904"}},
        {"item 180012345678905 of the list", {}},
        {"card 180012345678904", {}}, // fails the Luhn check
    });
}

BOOST_AUTO_TEST_CASE(extensions_belong_to_their_phone)
{
    expect_all({
        {"405-550-9555 x123 or later", {"PHONE_NUMBER:405-550-9555 x123"}},
        {"Phone (212) 555-0188 ext. 44, please", {"PHONE_NUMBER:(212) 555-0188 ext. 44"}},
        {"020 7946 0321, extension 7", {"PHONE_NUMBER:020 7946 0321, extension 7"}},
        {"405-550-9555 x2000000 boxes", {"PHONE_NUMBER:405-550-9555"}},
    });
}

BOOST_AUTO_TEST_CASE(a_line_of_digits_near_a_mail_address_is_a_phone)
{
    expect_all({
        {"zim@example.org\n555-0142\n", {"EMAIL_ADDRESS:zim@example.org", "PHONE_NUMBER:555-0142"}},
        {"555 01 42\nzim@example.org", {"PHONE_NUMBER:555 01 42", "EMAIL_ADDRESS:zim@example.org"}},
        {"zim@example.org\n555-0142 bags", {"EMAIL_ADDRESS:zim@example.org"}},
        {"bags\n555-0142\n", {}},
    });
}

BOOST_AUTO_TEST_CASE(two_cards_in_a_row_are_two)
{
    expect("4111 1111 1111 1111 5555 5555 5555 4444",
           {"CREDIT_CARD:4111 1111 1111 1111", "CREDIT_CARD:5555 5555 5555 4444"});
}

BOOST_AUTO_TEST_CASE(ibans_are_found_in_either_case_and_in_groups)
{
    expect_all({
        {"DE89370400440532013000", {"IBAN_CODE:DE89370400440532013000"}},
        {"to DE89 3704 0044 0532 0130 00 please", {"IBAN_CODE:DE89 3704 0044 0532 0130 00"}},
        {"iban:nl91abna0417164300.", {"IBAN_CODE:nl91abna0417164300"}},
        {"GB82 WEST 1234 5698 7654 32, thanks", {"IBAN_CODE:GB82 WEST 1234 5698 7654 32"}},
        {"DE89370400440532013001", {}},
        {"DE893704004405320130001", {}},
    });
}

BOOST_AUTO_TEST_CASE(phones_are_found_in_international_and_national_form)
{
    expect_all({
        {"Call +232 76 543 210 now", {"PHONE_NUMBER:+232 76 543 210"}},
        {"+1 (405) 550-9555", {"PHONE_NUMBER:+1 (405) 550-9555"}},
        {"(+44) 20 7946 0123", {"PHONE_NUMBER:(+44) 20 7946 0123"}},
        {"0033 1 41 28 69 59", {"PHONE_NUMBER:0033 1 41 28 69 59"}},
        {"or 405-550-9555.", {"PHONE_NUMBER:405-550-9555"}},
        {"(405) 550-9555", {"PHONE_NUMBER:(405) 550-9555"}},
        {"01.41.28.69.59", {"PHONE_NUMBER:01.41.28.69.59"}},
        {"06-12345678", {"PHONE_NUMBER:06-12345678"}},
        {"071 739 12 43", {"PHONE_NUMBER:071 739 12 43"}},
        {"0772123456", {"PHONE_NUMBER:0772123456"}},
        {"8 (912) 345-67-89", {"PHONE_NUMBER:8 (912) 345-67-89"}},
        {"Мой номер: 380 67 123 45 67", {"PHONE_NUMBER:380 67 123 45 67"}},
        {"Зателефонуйте 067 123 45 67", {"PHONE_NUMBER:067 123 45 67"}},
        {"اتصل على ٠٧٧١٢٣٤٥٦٧٨", {"PHONE_NUMBER:٠٧٧١٢٣٤٥٦٧٨"}},
        {"رقمي 96170123456", {"PHONE_NUMBER:96170123456"}},
        {"Mi teléfono es 612 345 678", {"PHONE_NUMBER:612 345 678"}},
        {"Mon numéro est 77 123 45 67", {"PHONE_NUMBER:77 123 45 67"}},
        {"Bel me op 20 123 4567", {"PHONE_NUMBER:20 123 4567"}},
        {"22 778128 is my phone", {"PHONE_NUMBER:22 778128"}},
    });
}

BOOST_AUTO_TEST_CASE(joined_phones_are_separate_findings)
{
    expect_all({
        {"0772123456/0701234567", {"PHONE_NUMBER:0772123456", "PHONE_NUMBER:0701234567"}},
        {"0772123456-0701234567", {"PHONE_NUMBER:0772123456", "PHONE_NUMBER:0701234567"}},
        {"0772123456/0701234567/0711234567",
         {"PHONE_NUMBER:0772123456", "PHONE_NUMBER:0701234567", "PHONE_NUMBER:0711234567"}},
        {"0772-123456-0701-234567", {"PHONE_NUMBER:0772-123456", "PHONE_NUMBER:0701-234567"}},
        {"06 12 34 56 78/06 22 33 44 55", {"PHONE_NUMBER:06 12 34 56 78", "PHONE_NUMBER:06 22 33 44 55"}},
        {"+221 77 123 45 67 / 76 543 21 09", {"PHONE_NUMBER:+221 77 123 45 67", "PHONE_NUMBER:76 543 21 09"}},
        {"tél 77 123 45 67/76 543 21 09", {"PHONE_NUMBER:77 123 45 67", "PHONE_NUMBER:76 543 21 09"}},
        {"+232 76 543 210, 77 543 210 or 78 543 210",
         {"PHONE_NUMBER:+232 76 543 210", "PHONE_NUMBER:77 543 210", "PHONE_NUMBER:78 543 210"}},
        {"0711/123456 and 02/123.45.67", {"PHONE_NUMBER:0711/123456", "PHONE_NUMBER:02/123.45.67"}},
    });
}

BOOST_AUTO_TEST_CASE(a_phone_after_a_word_and_a_sign_is_found)
{
    expect_all({
        {"Tel.0772123456", {"PHONE_NUMBER:0772123456"}},
        {"Ph.0772123456; No.0772123456; nr.0612345678",
         {"PHONE_NUMBER:0772123456", "PHONE_NUMBER:0772123456", "PHONE_NUMBER:0612345678"}},
        {"тел.0671234567", {"PHONE_NUMBER:0671234567"}},
        {"tél.77 123 45 67", {"PHONE_NUMBER:77 123 45 67"}},
        {"Fatima-0772123456", {"PERSON:Fatima", "PHONE_NUMBER:0772123456"}},
        {"phone=0772123456&x", {"PHONE_NUMBER:0772123456"}},
        {"Call #0772123456", {"PHONE_NUMBER:0772123456"}},
        {"Merci.0772123456", {"PHONE_NUMBER:0772123456"}},
        {"06 12 34 56 78", {"PHONE_NUMBER:06 12 34 56 78"}},
        {"＋２３２　７６ ５４３ ２１０", {"PHONE_NUMBER:＋２３２　７６ ５４３ ２１０"}},
        {"0 712 345 678", {"PHONE_NUMBER:0 712 345 678"}},
        {"Call about case-0772123456, PSS-0772123456, #12345 and v1.0772123456", {}},
    });
}

BOOST_AUTO_TEST_CASE(dates_amounts_ids_and_counts_are_no_phones)
{
    expect_all({
        {"call before 2020-10-17 12:30", {}},
        {"call on 17.10.2020", {}},
        {"phone cost 1 200 000 francs", {}},
        {"Call about Form-00017 or 2019-2020", {}},
        {"the number of cases rose to 1500000", {}},
        {"618 377 112", {}},
        {"open 08.30-12.00 and 13:00-17:00", {}},
        {"0.123456789 and 12.345678, then -1.234567", {}},
        {"call 117", {}},
        {"version 1.2.3", {}},
        {"order 0001234567", {}},
        {"call the hotline 116123", {}},
    });
}

BOOST_AUTO_TEST_CASE(identity_numbers_need_their_shape_or_a_word_beside_them)
{
    expect_all({
        {"SSN: 388-74-1585", {"US_SSN:388-74-1585"}},
        {"388-74-1585", {"US_SSN:388-74-1585"}},
        {"social security number 388741585", {"US_SSN:388741585"}},
        {"SSN#388741585", {"US_SSN:388741585"}},
        {"388741585", {}},
        {"000-74-1585 and 666-74-1585 and 388-00-1585 and 388-74-0000", {}},
        {"912-70-1234", {"US_ITIN:912-70-1234"}},
        {"ITIN 912701234", {"US_ITIN:912701234"}},
        {"912-20-1234", {}},
        {"passport 123456789", {"US_PASSPORT:123456789"}},
        {"mon passeport est A12345678", {"US_PASSPORT:A12345678"}},
        {"Паспорт 123456789", {"US_PASSPORT:123456789"}},
        {"driver's license F12345678901", {"US_DRIVER_LICENSE:F12345678901"}},
        {"my rijbewijs 1234567890", {"US_DRIVER_LICENSE:1234567890"}},
        {"account number 12345678901", {"US_BANK_NUMBER:12345678901"}},
        {"mi cuenta 1234 5678 9012", {"US_BANK_NUMBER:1234 5678 9012"}},
        {"12345678901", {}},
        {"AB1234563", {"MEDICAL_LICENSE:AB1234563"}},
        {"AB1234564", {}},
        {"943 476 5919", {"PHONE_NUMBER:943 476 5919"}},
        {"NHS number 943 476 5919", {"UK_NHS:943 476 5919"}},
        {"nhs 9434765919", {"UK_NHS:9434765919"}},
        {"nhs 9434765918", {}},
        {"9434765919", {}},
    });
}

BOOST_AUTO_TEST_CASE(crypto_addresses_are_found)
{
    expect_all({
        {"send to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT", {"CRYPTO:1BoatSLRHtKNngkdXEeobR76b53LETtpyT"}},
        {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4!", {"CRYPTO:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"}},
        {"0x52908400098527886E0F7030069857D2E4169EE7", {"CRYPTO:0x52908400098527886E0F7030069857D2E4169EE7"}},
        {"1BoatSLRHtKNngkdXEeobR76b53LETtpyU", {}},
    });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing

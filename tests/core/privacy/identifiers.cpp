#include "expect.hpp"

#include "privacy/checksums.hpp"

namespace verbatim::testing {

BOOST_AUTO_TEST_SUITE(identifiers)

BOOST_AUTO_TEST_CASE(positions_on_the_earth_are_coordinates)
{
    expect_all({
        {"well at -1.283330, 36.816670 please", {"COORDINATES:-1.283330, 36.816670"}},
        {"GPS 12.63 13.41", {"COORDINATES:12.63 13.41"}},
        {"GPS: 48,8566; 2,3522", {"COORDINATES:48,8566; 2,3522"}},
        {"lat -4.3217 lon 15.3125", {"COORDINATES:-4.3217", "COORDINATES:15.3125"}},
        {"1.2833° S, 36.8167° E", {"COORDINATES:1.2833° S, 36.8167° E"}},
        {"1°17'03\"S 36°49'12\"E", {"COORDINATES:1°17'03\"S 36°49'12\"E"}},
        {"at 34°31′ N on the map", {"COORDINATES:34°31′ N"}},
        {"6GCRPR6C+8V or PR6C+8V", {"COORDINATES:6GCRPR6C+8V", "COORDINATES:PR6C+8V"}},
        {"///filled.count.soap", {"COORDINATES:filled.count.soap"}},
        {"what3words: filled.count.soap", {"COORDINATES:filled.count.soap"}},
    });
}

BOOST_AUTO_TEST_CASE(measures_and_versions_are_no_coordinates)
{
    expect_all({
        {"from 12.5000 to 13.2500", {}},
        {"12.50, 13.25", {}},
        {"95.1234, 36.8167", {}}, // no latitude
        {"38° at noon, 21° at night", {}},
        {"release 2.10.4512, 1.2345", {}},
        {"C+ and 12+34", {}},
        {"one.two.three", {}},
    });
}

BOOST_AUTO_TEST_CASE(dates_beside_a_word_for_birth_are_found)
{
    expect_all({
        {"born on 12/03/2015", {"DATE_OF_BIRTH:12/03/2015"}},
        {"DOB: 1990-04-23, arrived 2024-05-04", {"DATE_OF_BIRTH:1990-04-23"}},
        {"née le 14 juillet 1992", {"DATE_OF_BIRTH:14 juillet 1992"}},
        {"née le 1er janvier 1980", {"DATE_OF_BIRTH:1er janvier 1980"}},
        {"nací el 3 de mayo de 1987", {"DATE_OF_BIRTH:3 de mayo de 1987"}},
        {"geboortedatum 05-06-88", {"DATE_OF_BIRTH:05-06-88"}},
        {"born April 9, 2011", {"DATE_OF_BIRTH:April 9, 2011"}},
        {"12.03.1990 г.р.", {"DATE_OF_BIRTH:12.03.1990"}},
        {"дата народження 2 травня 1974", {"DATE_OF_BIRTH:2 травня 1974"}},
        {"تاريخ الميلاد ١٢/٠٣/١٩٩٠", {"DATE_OF_BIRTH:١٢/٠٣/١٩٩٠"}},
        {"تاریخ تولد 1370/05/12", {"DATE_OF_BIRTH:1370/05/12"}},
    });
}

BOOST_AUTO_TEST_CASE(other_dates_stay)
{
    expect_all({
        {"the meeting is on 12/03/2015", {}},
        {"born in 1990", {}},
        {"I was born here. We came on 12/03/2015.", {}},
        {"born 45/13/1990", {}},
    });
}

BOOST_AUTO_TEST_CASE(plates_need_a_word_or_an_unmistakable_form)
{
    expect_all({
        {"plate GR 2345-20 of the truck", {"LICENSE_PLATE:GR 2345-20"}},
        {"KCA 456B hit my child", {"LICENSE_PLATE:KCA 456B"}},
        {"FG-901-KL bloque la route", {"LICENSE_PLATE:FG-901-KL"}},
        {"Машина К456МР199 стоит", {"LICENSE_PLATE:К456МР199"}},
        {"номерний знак АА1234ВВ", {"LICENSE_PLATE:АА1234ВВ"}},
        {"kenteken 12-ABC-3", {"LICENSE_PLATE:12-ABC-3"}},
        {"رقم اللوحة ٢٣٤٥٦٧", {"LICENSE_PLATE:٢٣٤٥٦٧"}},
        {"12 plates and 20 spoons", {}},
        {"GR 2345-20", {}},
        {"FG-901-KL-7", {}},
    });
}

BOOST_AUTO_TEST_CASE(handles_need_a_sign_or_a_network)
{
    expect_all({
        {"find @amina_d92.", {"SOCIAL_HANDLE:@amina_d92"}},
        {"Instagram: fatou.ndiaye", {"SOCIAL_HANDLE:fatou.ndiaye"}},
        {"my insta is juma_k", {"SOCIAL_HANDLE:juma_k"}},
        {"amina@example.org", {"EMAIL_ADDRESS:amina@example.org"}},
        {"met @ 5pm @5pm @school @UNHCR", {}},
        {"Facebook is slow", {}},
        {"@", {}},
    });
}

BOOST_AUTO_TEST_CASE(identity_numbers_are_found_by_form)
{
    expect_all({
        {"123-45C67890", {"REFUGEE_ID:123-45C67890"}},
        {"file LEB-12C00123", {"REFUGEE_ID:LEB-12C00123"}},
        {"A012345678B", {"TAX_ID:A012345678B"}},
        {"900.373.115-3", {"TAX_ID:900.373.115-3"}},
        {"112-233-445 95", {"INSURANCE_ID:112-233-445 95"}},
        {"42101-7654321-9", {"NATIONAL_ID:42101-7654321-9"}},
        {"356938035643809", {"DEVICE_ID:356938035643809"}},
        {"35-693803-564380-9", {"DEVICE_ID:35-693803-564380-9"}},
        {"85.07.30-033.28", {"NATIONAL_ID:85.07.30-033.28"}},
        {"Form-00017 and 112-233-445 96 and 356938035643800 and 900.373.115-4", {}},
    });
}

BOOST_AUTO_TEST_CASE(identity_numbers_are_found_behind_their_names)
{
    expect_all({
        {"UNHCR individual number 245-00012345", {"REFUGEE_ID:245-00012345"}},
        {"NHIF 8452167", {"INSURANCE_ID:8452167"}},
        {"ИНН 500100732259", {"TAX_ID:500100732259"}},
        {"РНОКПП 3184710691", {"TAX_ID:3184710691"}},
        {"cédula 1.023.456.789", {"NATIONAL_ID:1.023.456.789"}},
        {"Cédula V-12345678", {"NATIONAL_ID:V-12345678"}},
        {"PPT 5123456", {"NATIONAL_ID:5123456"}},
        {"cnic 3520212345671", {"NATIONAL_ID:3520212345671"}},
        {"NID 19876543210987654", {"NATIONAL_ID:19876543210987654"}},
        {"PhilSys 1234-5678-9012-3456", {"NATIONAL_ID:1234-5678-9012-3456"}},
        {"TIN 123-456-789-000", {"TAX_ID:123-456-789-000"}},
        {"BSN 123456782", {"NATIONAL_ID:123456782"}},
        {"الرقم الوطني 04010056789", {"NATIONAL_ID:04010056789"}},
        {"IMEI 490154203237518", {"DEVICE_ID:490154203237518"}},
        {"my national ID was refused on 12/03/2024", {}},
        {"ID cards of 123456 people", {}},
    });
}

BOOST_AUTO_TEST_CASE(letters_around_an_identity_number_belong_to_it)
{
    expect_all({
        {"ration card no RC-118205 was taken", {"REFUGEE_ID:RC-118205"}},
        {"поліс АВ 418208, відмовили", {"INSURANCE_ID:АВ 418208"}},
        {"tarjeta de ración 55020-C no pasa", {"REFUGEE_ID:55020-C"}},
        {"UNHCR KEN-00214897", {"REFUGEE_ID:KEN-00214897"}},
        {"form RC-118205 and ticket 55020-C", {}},
    });
}

BOOST_AUTO_TEST_CASE(a_word_may_be_glued_to_an_account_or_a_phone)
{
    expect_all({
        {"pay NL91ABNA0417164300failed", {"IBAN_CODE:NL91ABNA0417164300"}},
        {"my IBANNL91ABNA0417164300please", {"IBAN_CODE:NL91ABNA0417164300"}},
        {"call 0722345678or come", {"PHONE_NUMBER:0722345678"}},
        {"+254722345678or", {"PHONE_NUMBER:+254722345678"}},
        {"Tel0722345678", {"PHONE_NUMBER:0722345678"}},
        {"sent from0722345678no reply", {"PHONE_NUMBER:0722345678"}},
        {"телефон89165552233звоните", {"PHONE_NUMBER:89165552233"}},
        {"мой счетNL91ABNA0417164300закрыт", {"IBAN_CODE:NL91ABNA0417164300"}},
        {"case0722345678 and Form-0722345678b", {}},
        {"NL91ABNA0417164301failed", {}},
    });
}

BOOST_AUTO_TEST_CASE(checksums_of_identity_numbers)
{
    using namespace core::privacy;
    BOOST_TEST(passes_snils("11223344595"));
    BOOST_TEST(passes_snils("08765430300"));
    BOOST_TEST(!passes_snils("11223344596"));
    BOOST_TEST(!passes_snils("00000000000"));
    BOOST_TEST(!passes_snils("1122334459x"));
    BOOST_TEST(passes_nit("9003731153"));
    BOOST_TEST(!passes_nit("9003731154"));
    BOOST_TEST(!passes_nit("900373115"));
}

BOOST_AUTO_TEST_CASE(arabic_at_night_is_no_person)
{
    expect_all({
        {"لا نشعر بالأمان ليلا", {}},
        {"الخروج إلى الحمام صعب ليلاً", {}},
        {"اسمي ليلى", {"PERSON:ليلى"}},
    });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing

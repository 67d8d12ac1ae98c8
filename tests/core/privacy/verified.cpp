#include "expect.hpp"

namespace verbatim::testing {

namespace {

using strings = std::vector<std::string>;

strings verified_in(std::string_view text)
{
    strings    result;
    const auto findings = engine().find_verified({&text, 1});
    for (const auto& finding : findings.front())
        result.push_back(std::string(finding.kind) + ":" +
                         std::string(text.substr(finding.begin, finding.end - finding.begin)));
    return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(verified)

BOOST_AUTO_TEST_CASE(addresses_and_numbers_with_a_checksum_are_found)
{
    const sample samples[] = {
        {"amina@example.org", {"EMAIL_ADDRESS:amina@example.org"}},
        {"crm:amina.diallo+1@mail.example.org/7", {"EMAIL_ADDRESS:amina.diallo+1@mail.example.org"}},
        {"FB-2024-amina@example.org", {"EMAIL_ADDRESS:FB-2024-amina@example.org"}},
        {"amina＠example．org", {"EMAIL_ADDRESS:amina＠example．org"}},
        {"4111111111111111", {"CREDIT_CARD:4111111111111111"}},
        {"4111 1111 1111 1111", {"CREDIT_CARD:4111 1111 1111 1111"}},
        {"Form-4111-1111-1111-1111", {"CREDIT_CARD:4111-1111-1111-1111"}},
        {"DE89370400440532013000", {"IBAN_CODE:DE89370400440532013000"}},
        {"acct-GB29 NWBK 6016 1331 9268 19", {"IBAN_CODE:GB29 NWBK 6016 1331 9268 19"}},
        {"943 476 5919", {"UK_NHS:943 476 5919"}},
        {"nhs: 9434765919", {"UK_NHS:9434765919"}},
        {"nhs_number: 9434765919", {"UK_NHS:9434765919"}},
        {"NHS-9434765919", {"UK_NHS:9434765919"}},
        {"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", {"CRYPTO:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"}},
    };
    for (const auto& row : samples) BOOST_TEST_CONTEXT(row.text)
    BOOST_TEST(verified_in(row.text) == row.findings, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(everything_else_stays)
{
    for (const char* text : {
             "",
             "Form-00017",
             "FB-2024-000123",
             "doc-0001",
             "550e8400-e29b-41d4-a716-446655440000",
             "ee82893d-af17-458a-aa86-7daeac2a2953", // its first 20 characters pass as an IBAN
             "507f1f77bcf86cd799439011",
             "0031t00000AbCdEFGh",
             "69e1fd8d4",
             "1700000000000",
             "1234567890",
             "9434765919",
             "phone: 943 476 5919",
             "Form-943 476 5919",
             "Amina Diallo",
             "amina@camp",
             "@amina",
             "Goma",
             "+243 99 123 4567",
             "call: 0771234567",
             "192.168.0.1",
             "00:1A:2B:3C:4D:5E",
             "078-05-1120",
             "https://crm.example.org/record/17",
             "created: 2026-03-02 08:15:00",
             "created: 2026-03-02T08:15:00.123456+01:00",
             "coding_level_1: Health, Water and sanitation",
             "4111111111111112",
             "<EMAIL_ADDRESS_0>",
             "amina\xFF@example",
         })
        BOOST_TEST_CONTEXT(text) BOOST_TEST(verified_in(text) == strings{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_other_kind_hides_them)
{
    const core::privacy::recognizer with_terms{core::privacy::term_list("STAFF\tamina@example.org desk\n")};
    const std::string_view          text = "amina@example.org desk";
    const auto                      list = with_terms.find_verified({&text, 1}).front();
    BOOST_REQUIRE_EQUAL(list.size(), 1u);
    BOOST_TEST(list[0].kind == "EMAIL_ADDRESS");

    BOOST_TEST(verified_in("https://crm.example.org/user/amina@example.org?card=4111111111111111") ==
                   (strings{"EMAIL_ADDRESS:amina@example.org", "CREDIT_CARD:4111111111111111"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_long_text_is_searched_to_its_end)
{
    for (const std::string filler : {"word ", "x", "é", "@"}) BOOST_TEST_CONTEXT(filler)
        {
            std::string text;
            while (text.size() < 300'000) text += filler;
            const auto findings = verified_in(text + " amina@example.org");
            BOOST_REQUIRE(!findings.empty());
            BOOST_TEST(findings.back() == "EMAIL_ADDRESS:amina@example.org");
        }
}

BOOST_AUTO_TEST_CASE(each_text_is_searched_by_itself)
{
    const std::vector<std::string_view> texts{"nhs", "9434765919", "a@b.org"};
    const auto                          lists = engine().find_verified(texts);
    BOOST_TEST(lists[0].empty());
    BOOST_TEST(lists[1].empty());
    BOOST_TEST(lists[2].size() == 1u);
    BOOST_TEST(engine().find_verified({}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing

#include "expect.hpp"

#include <algorithm>

namespace verbatim::testing {

const core::privacy::recognizer& engine()
{
    static const core::privacy::recognizer instance;
    return instance;
}

std::vector<std::vector<std::string>> findings_in(const std::vector<std::string_view>& texts,
                                                  const core::privacy::recognizer&     recognizer)
{
    std::vector<std::vector<std::string>> result;
    const auto                            lists = recognizer.find_all(texts);
    for (std::size_t i = 0; i != lists.size(); ++i)
    {
        auto& texts_findings = result.emplace_back();
        for (const auto& finding : lists[i])
            texts_findings.push_back(std::string(finding.kind) + ":" +
                                     std::string(texts[i].substr(finding.begin, finding.end - finding.begin)));
    }
    return result;
}

std::vector<std::string> findings_of(std::string_view text) { return findings_in({text}).front(); }

void expect(std::string_view text, const std::vector<std::string>& findings)
{
    BOOST_TEST_CONTEXT(text) { BOOST_TEST(findings_of(text) == findings, boost::test_tools::per_element()); }
}

void expect_all(const std::vector<sample>& table)
{
    for (const auto& row : table) expect(row.text, row.findings);
}

using strings = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(request)

BOOST_AUTO_TEST_CASE(a_name_of_one_text_is_found_in_the_others)
{
    const auto findings = findings_in({"My name is Zebulina Krantova.", "They sent Krantova home.",
                                       "we saw zebulina krantova twice", "zebulina is not written as a name here"});

    BOOST_TEST(findings[0] == strings{"PERSON:Zebulina Krantova"}, boost::test_tools::per_element());
    BOOST_TEST(findings[1] == strings{"PERSON:Krantova"}, boost::test_tools::per_element());
    BOOST_TEST(findings[2] == strings{"PERSON:zebulina krantova"}, boost::test_tools::per_element());
    BOOST_TEST(findings[3] == strings{}, boost::test_tools::per_element());
}

/// The last text of a request is read once, the others twice.
BOOST_AUTO_TEST_CASE(the_order_of_texts_does_not_change_their_findings)
{
    std::vector<std::string_view> texts{"My name is Zebulina Krantova.", "They sent Ｋrantova home, call 0771 234 567",
                                        "Kran\u200Btova again\xFF", "<PERSON_0> met KRANTOVA; amina@example.org"};
    auto                          expected = findings_in(texts);
    for (std::size_t turn = 0; turn != texts.size(); ++turn)
    {
        std::ranges::rotate(texts, texts.begin() + 1);
        std::ranges::rotate(expected, expected.begin() + 1);
        const auto findings = findings_in(texts);
        for (std::size_t n = 0; n != texts.size(); ++n)
            BOOST_TEST_CONTEXT(texts[n]) BOOST_TEST(findings[n] == expected[n], boost::test_tools::per_element());
    }
    for (const auto& findings : expected) BOOST_TEST(!findings.empty());
}

BOOST_AUTO_TEST_CASE(requests_share_no_names)
{
    expect("Mr. Wibbleton called.", {"PERSON:Wibbleton"});
    expect("The Wibbleton was broken.", {});
}

BOOST_AUTO_TEST_CASE(a_name_that_is_also_a_word_does_not_spread_to_streets_and_sentences)
{
    const auto findings =
        findings_in({"Fatou Cross asked for soap.", "We thank the Red Cross. Cross the road.", "We met Cross later."});

    BOOST_TEST(findings[1] == strings{}, boost::test_tools::per_element());
    BOOST_TEST(findings[2] == strings{"PERSON:Cross"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_word_in_lower_case_elsewhere_is_no_name)
{
    expect("On that day we all visited Hollow Barrow once.", {"PERSON:Hollow Barrow"});
    const auto findings =
        findings_in({"On that day we all visited Hollow Barrow once.", "The hollow barrow stood there"});
    BOOST_TEST(findings[0] == strings{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_overlapping_findings_the_longest_stays)
{
    expect("Write to maria.lopez@example.org now", {"EMAIL_ADDRESS:maria.lopez@example.org"});
    expect("See https://example.org/user/maria@example.org?ip=10.0.0.1",
           {"URL:https://example.org/user/maria@example.org?ip=10.0.0.1"});
}

BOOST_AUTO_TEST_CASE(the_rest_of_an_overlapped_finding_stays)
{
    using core::privacy::recognizer;
    using core::privacy::term_list;
    const recognizer engine_with_terms(
        term_list("TERM\tblue gate Maria\nTERM\tLopez hill\nTERM\tin the end\nWHOLE\tend, in the end of it\n"));

    const auto findings = findings_in({"at the blue gate Maria Gutierrez Hernandez", "Maria Gutierrez Lopez hill",
                                       "blue gate Maria Lopez hill", "the end, in the end of it, in the end"},
                                      engine_with_terms);

    BOOST_TEST(findings[0] == (strings{"TERM:blue gate", "PERSON:Maria Gutierrez Hernandez"}),
               boost::test_tools::per_element());
    BOOST_TEST(findings[1] == (strings{"PERSON:Maria Gutierrez Lopez", "TERM:hill"}), boost::test_tools::per_element());
    BOOST_TEST(findings[2] == (strings{"TERM:blue gate Maria", "PERSON:Lopez", "TERM:hill"}),
               boost::test_tools::per_element());
    BOOST_TEST(findings[3] == (strings{"WHOLE:end, in the end of it", "TERM:in the end"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(findings_are_ordered_apart_and_on_code_point_borders)
{
    const std::string_view text =
        "Zoë Müller (zoë@exämple.org, +31 6 12345678) and José Álvarez met Øyvind in København. "
        "Меня зовут Оксана Шевченко. اسمي محمد أحمد";
    const auto list = engine().find_all(std::span(&text, 1)).front();

    BOOST_TEST(list.size() >= 7U);
    std::size_t last = 0;
    for (const auto& finding : list)
    {
        BOOST_TEST(finding.begin >= last);
        BOOST_TEST(finding.begin < finding.end);
        BOOST_REQUIRE(finding.end <= text.size());
        const auto starts = [&](std::size_t at) {
            return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        };
        BOOST_TEST(starts(finding.begin));
        BOOST_TEST(starts(finding.end));
        BOOST_TEST(finding.score > 0.0);
        BOOST_TEST(finding.score <= 1.0);
        last = finding.end;
    }
}

BOOST_AUTO_TEST_CASE(placeholders_in_the_input_are_left_alone)
{
    expect("My name is <PERSON_0> and I live in <LOCATION_12>.", {});
    expect("My name is &lt;PERSON_0&gt;.", {});
    expect("<EMAIL_ADDRESS_3>@example.org", {});
    expect("<PERSON_0> told Maria Lopez", {"PERSON:Maria Lopez"});
    expect("<Maria_0> is no placeholder", {"PERSON:Maria"});
    expect("<TEL_0771234567> is no placeholder: call 0771234567",
           {"PHONE_NUMBER:0771234567", "PHONE_NUMBER:0771234567"});
}

BOOST_AUTO_TEST_CASE(a_finding_around_a_placeholder_of_the_input_is_split)
{
    using core::privacy::recognizer;
    using core::privacy::term_list;

    expect("See https://example.org/&lt;PERSON_0&gt;/amina?id=7 now", {"URL:https://example.org", "URL:amina?id=7"});
    expect("https://example.org/&lt;A_1&gt;&lt;A_2&gt;", {"URL:https://example.org"});
    const recognizer engine_with_terms(term_list("TERM\tnorth A 1 gate\n"));
    BOOST_TEST(findings_in({"the north <A_1> gate"}, engine_with_terms)[0] == (strings{"TERM:north", "TERM:gate"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_same_texts_give_the_same_findings)
{
    const std::vector<std::string_view> texts{"Amina Diallo met Kofi in Goma.", "kofi@example.org", "+243 99 123 4567"};
    BOOST_TEST((findings_in(texts) == findings_in(texts)));
}

BOOST_AUTO_TEST_CASE(no_texts_and_empty_texts_have_no_findings)
{
    BOOST_TEST(findings_in({}).empty());
    BOOST_TEST((findings_in({"", " ", "\n"}) == std::vector<strings>(3)));
}

BOOST_AUTO_TEST_CASE(dates_amounts_institutions_and_record_ids_stay)
{
    expect_all({
        {"On 12 March 2020 at 10:30 we counted 1,250,000 doses (45%) for $3,500.", {}},
        {"The second round in 2019-2020 reached 1 200 000 people, 3.5 litres each.", {}},
        {"2020-10-17T10:00:00Z, 17/10/2020, 17.10.2020, 10-17-2020, 12 05 2020", {}},
        {"She speaks English, French and Arabic.", {}},
        {"The Ministry of Health and the Red Cross opened a Community Health Centre on Monday.", {}},
        {"COVID-19, Ebola and HIV; UNICEF, WHO, Facebook and WhatsApp", {}},
        {"Records Form-00017, doc-0001, ID-0123456789, #0123456789 and A/0123456789", {}},
        {"Le 3 avril 2021, le Ministère de la Santé a livré 2.500.000 doses.", {}},
        {"В понедельник Министерство здравоохранения открыло Центр.", {}},
        {"В понеділок Міністерство охорони здоров'я відкрило Центр.", {}},
        {"Op maandag opende het Rode Kruis een kliniek.", {}},
        {"El lunes la Cruz Roja abrió una clínica.", {}},
        {"افتتح الهلال الأحمر مستشفى يوم الاثنين", {}},
    });
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::testing

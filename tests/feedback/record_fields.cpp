#include "verbatim/feedback/record_fields.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;

namespace {

struct fixture : testing::event_loop
{
    testing::fake_call                   call;
    std::vector<feedback::record>        records;
    std::vector<const feedback::record*> shown;
    std::vector<std::string>             keys{"k", "nhs"};
    std::vector<std::string_view>        labels;

    void add(std::string id, std::string content = {}, std::string_view metadata = "{}")
    {
        records.push_back({.id       = std::move(id),
                           .content  = std::move(content),
                           .metadata = boost::json::parse(metadata).as_object(),
                           .url_id   = {}});
    }

    feedback::redaction redact()
    {
        shown.clear();
        std::vector<std::string_view> contents;
        for (const auto& record : records)
        {
            shown.push_back(&record);
            contents.push_back(record.content);
        }
        return run(feedback::redact(call, contents, {}, {.records = shown, .metadata = keys, .labels = labels}));
    }

    /// The ids in a message.
    std::vector<std::string> ids()
    {
        const auto               names = redact();
        std::vector<std::string> result;
        for (const auto& record : records) result.push_back(names.field(record.id).text());
        return result;
    }
};

using strings = std::vector<std::string>;

} // namespace

BOOST_FIXTURE_TEST_SUITE(record_fields, fixture)

BOOST_AUTO_TEST_CASE(an_id_with_an_address_is_replaced_as_a_whole_and_restored)
{
    add("Form-1");
    add("https://crm.example.org/amina@example.org#7");
    const auto names = redact();
    BOOST_TEST(names.field(records[0].id).text() == "Form-1");
    BOOST_TEST(names.field(records[1].id).text() == "<EMAIL_ADDRESS_0>");
    BOOST_TEST(names.unescaped_field(records[1].id) == "<EMAIL_ADDRESS_0>");
    BOOST_TEST(names.restore("Form-1, <EMAIL_ADDRESS_0>") == "Form-1, https://crm.example.org/amina@example.org#7");
}

BOOST_AUTO_TEST_CASE(names_in_ids_and_metadata_stay)
{
    call.word_list.add("Amina", "PERSON");
    add("Amina-1", "Amina", R"({"k":"Amina"})");
    const auto block = feedback::record_block(records[0], redact(), 0, keys).text();
    BOOST_TEST(block == "<feedback_record id=\"Amina-1\">\n<text><PERSON_0></text>\n<metadata>\nk=Amina\n</metadata>\n"
                        "</feedback_record>");
}

BOOST_AUTO_TEST_CASE(equal_texts_in_content_id_and_metadata_have_the_same_placeholder)
{
    add("a@b.org", "write to a@b.org or c@d.org", R"({"k":["Health","desk a@b.org"],"secret":"e@f.org"})");
    const auto names = redact();
    BOOST_TEST(
        feedback::record_block(records[0], names, 0, keys).text() ==
        "<feedback_record id=\"<EMAIL_ADDRESS_0>\">\n<text>write to <EMAIL_ADDRESS_0> or <EMAIL_ADDRESS_1></text>\n"
        "<metadata>\nk=Health, desk <EMAIL_ADDRESS_0>\n</metadata>\n</feedback_record>");
}

BOOST_AUTO_TEST_CASE(the_rest_of_a_replaced_value_is_escaped)
{
    add("1", "", R"({"k":"<b> a@b.org & \"<EMAIL_ADDRESS_4>\""})");
    const auto names = redact();
    const auto value = feedback::metadata_values(records[0].metadata, keys).at(0).value;
    BOOST_TEST(names.field(value).text() == "&lt;b&gt; <EMAIL_ADDRESS_5> &amp; \"&lt;EMAIL_ADDRESS_4&gt;\"");
    BOOST_TEST(names.restore(names.unescaped_field(value)) == value.substr(3));
}

BOOST_AUTO_TEST_CASE(an_id_like_a_placeholder_is_no_placeholder_of_another_record)
{
    add("<EMAIL_ADDRESS_0>");
    add("a@b.org");
    add("&lt;EMAIL_ADDRESS_1&gt;", "", R"({"k":"<X_6>"})");
    BOOST_TEST(ids() == (strings{"&lt;EMAIL_ADDRESS_0&gt;", "<EMAIL_ADDRESS_7>", "&amp;lt;EMAIL_ADDRESS_1&amp;gt;"}),
               boost::test_tools::per_element());
    BOOST_TEST(redact().restore("<EMAIL_ADDRESS_0> <EMAIL_ADDRESS_7>") == "<EMAIL_ADDRESS_0> a@b.org");
}

BOOST_AUTO_TEST_CASE(a_key_may_name_the_kind_of_its_value_but_is_never_replaced)
{
    call.word_list.add("nhs: 943", "CREDIT_CARD").add("k: ", "CREDIT_CARD");
    add("1", "", R"({"k":"943","nhs":943})");
    const auto names = redact();
    BOOST_TEST(names.field("943").text() == "<CREDIT_CARD_0>");
    BOOST_TEST(names.restore("<CREDIT_CARD_0>") == "943");
    BOOST_TEST(names.field("nhs: 943").text() == "nhs: 943");
}

BOOST_AUTO_TEST_CASE(a_value_has_the_findings_of_the_key_with_most)
{
    call.word_list.add("nhs: 943", "CREDIT_CARD");
    add("1", "", R"({"k":"943, a@b.org","nhs":"943, a@b.org"})");
    BOOST_TEST(redact().field("943, a@b.org").text() == "<CREDIT_CARD_0>, <EMAIL_ADDRESS_1>");
}

BOOST_AUTO_TEST_CASE(labels_are_fields_on_one_line)
{
    labels = {"Health", "desk\na@b.org"};
    add("1");
    const auto names = redact();
    BOOST_TEST(names.field("Health").text() == "Health");
    BOOST_TEST(names.field("desk a@b.org").text() == "desk <EMAIL_ADDRESS_0>");
}

BOOST_AUTO_TEST_CASE(a_number_of_a_series_counts_if_most_of_the_series_do)
{
    call.word_list.add("4111111111111111", "CREDIT_CARD").add("5500005555555559", "CREDIT_CARD");
    add("4111111111111111");
    BOOST_TEST(ids() == strings{"<CREDIT_CARD_0>"}, boost::test_tools::per_element()); // nothing shows a series

    add("4111111111111112");
    BOOST_TEST(ids() == (strings{"4111111111111111", "4111111111111112"}), boost::test_tools::per_element());

    add("5500005555555559");
    BOOST_TEST(ids() == (strings{"<CREDIT_CARD_0>", "4111111111111112", "<CREDIT_CARD_1>"}),
               boost::test_tools::per_element());

    add("12345"); // another shape
    add("FB-4111111111111112");
    add("");
    BOOST_TEST(ids()[0] == "<CREDIT_CARD_0>");
}

BOOST_AUTO_TEST_CASE(letters_of_a_series_may_differ)
{
    call.word_list.add("4111111111111111", "CREDIT_CARD");
    for (const char* id : {"fb-4111111111111111", "AC-4111111111111112"}) add(id);
    BOOST_TEST(ids() == (strings{"fb-4111111111111111", "AC-4111111111111112"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_address_counts_in_any_series)
{
    for (const char* id : {"a@b.org", "a@b-org", "a@c-org", "c@d-org"}) add(id);
    BOOST_TEST(ids()[0] == "<EMAIL_ADDRESS_0>");
    BOOST_TEST(ids()[1] == "a@b-org");
}

BOOST_AUTO_TEST_CASE(restoring_fields_leaves_all_other_placeholders)
{
    call.word_list.add("Goma", "LOCATION");
    add("a@b.org", "c@d.org in Goma", R"({"k":"e@f.org"})");
    const auto names = redact();
    BOOST_TEST(names.restore_fields("&lt;LOCATION_1&gt; <EMAIL_ADDRESS_0> <EMAIL_ADDRESS_2> &lt;EMAIL_ADDRESS_3&gt; "
                                    "https://x.example/<EMAIL_ADDRESS_2> <EMAIL_ADDRESS_9>") ==
               "&lt;LOCATION_1&gt; <EMAIL_ADDRESS_0> a@b.org e@f.org https://x.example/<EMAIL_ADDRESS_2> "
               "<EMAIL_ADDRESS_9>");
}

BOOST_AUTO_TEST_CASE(a_moved_redaction_keeps_its_fields)
{
    add("a@b.org");
    auto       first = redact();
    const auto names = std::move(first);
    BOOST_TEST(names.field("a@b.org").text() == "<EMAIL_ADDRESS_0>");
    BOOST_TEST(names.restore("<EMAIL_ADDRESS_0>") == "a@b.org");
}

BOOST_AUTO_TEST_CASE(long_values_and_many_records_are_handled_on_the_pool)
{
    const std::string filler(2u << 20, 'x');
    add("a@b.org", "", "{\"k\":\"" + filler + " c@d.org\"}");
    for (int n = 0; n != 100; ++n) add("Form-" + std::to_string(n));
    const auto names = redact();
    BOOST_TEST(names.field("a@b.org").text() == "<EMAIL_ADDRESS_0>");
    BOOST_TEST(names.field(filler + " c@d.org").text() == filler + " <EMAIL_ADDRESS_1>");
}

BOOST_AUTO_TEST_CASE(findings_of_fields_outside_their_text_are_an_error)
{
    const std::vector<std::vector<sdk::detected_entity>> none;
    const feedback::field_findings beyond{{"a", {{.begin = 0, .end = 2, .kind = "CREDIT_CARD", .score = 1}}}};
    BOOST_CHECK_THROW(feedback::redaction({}, none, 0, beyond), sdk::programming_error);
}

BOOST_AUTO_TEST_SUITE_END()

#include "operation.hpp"

#include "framework.hpp"

#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fail_each_call.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>

using namespace verbatim;
using namespace verbatim::suggest_codes;

namespace {

struct fixture : testing::event_loop
{
    suggest_codes::operation operation{example_framework()};
    testing::fake_call       call;
    suggest_codes::request   request{.records = {{.id = "F-1", .content = "Amina's solar lamp broke."},
                                                 {.id = "F-2", .content = ""},
                                                 {.id = "F-3", .content = "Solar lamps <b>stop</b> working."},
                                                 {.id = "F-1", .content = "Thank you."}}};

    fixture() { call.word_list.add("Amina", "PERSON"); }

    suggest_codes::response respond() { return run(operation.run(call, request)); }
};

const std::string lamps = R"({"codes": [{"name": "Solar lamps", "definition": "Feedback on lamps of <PERSON_0>.",
    "inclusion": "Broken lamps.", "parent": 3, "records": [0, 1], "similar": [4]}]})";

bool contains(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

} // namespace

BOOST_FIXTURE_TEST_SUITE(operation, fixture)

BOOST_AUTO_TEST_CASE(it_keeps_the_rules_of_operations)
{
    BOOST_TEST(operation.describe().usage_label == "suggest_codes");
    for (const auto& problem : testing::check_operation(operation)) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(the_server_maps_numbers_to_ids)
{
    call.llm.reply_for("code_proposals", lamps);
    const auto response = respond();

    BOOST_REQUIRE(response.proposed_codes.size() == 1U);
    const auto& code = response.proposed_codes[0];
    BOOST_TEST(code.name == "Solar lamps");
    BOOST_TEST(code.parent_id.value() == "L1-water");
    BOOST_TEST(code.parent_names == std::vector<std::string>{"Water"}, boost::test_tools::per_element());
    BOOST_TEST(code.records.ids == (std::vector<std::string>{"F-1", "F-3"}), boost::test_tools::per_element());
    BOOST_TEST(code.records.count == 2U);
    BOOST_TEST(response.unassigned.ids == std::vector<std::string>{"F-1"}, boost::test_tools::per_element());
    BOOST_TEST(response.unassigned.count == 1U); // without the record without content
    BOOST_REQUIRE(code.overlaps.size() == 1U);
    BOOST_TEST(code.overlaps[0].id == "L2-pump");
    BOOST_TEST(code.overlaps[0].named_by_model);
    BOOST_TEST(code.overlaps[0].similarity < 1);
}

BOOST_AUTO_TEST_CASE(the_server_finds_an_existing_code_that_the_model_hides)
{
    call.llm.reply_for("code_proposals",
                       R"({"codes": [{"name": "medicine", "definition": "d", "inclusion": "i", "parent": -1,
                           "records": [0], "similar": []}]})");
    const auto  response = respond();
    const auto& overlaps = response.proposed_codes.at(0).overlaps;
    BOOST_REQUIRE(!overlaps.empty());
    BOOST_TEST(overlaps[0].id == "L2-medicine");
    BOOST_TEST(overlaps[0].similarity == 1);
    BOOST_TEST(!overlaps[0].named_by_model);
    BOOST_TEST(!response.proposed_codes[0].parent_id.has_value());
}

BOOST_AUTO_TEST_CASE(overlaps_are_bounded_and_the_least_similar_are_left_out)
{
    codebook::framework framework;
    std::string         all = "0";
    for (int n = 0; n != 2'000; ++n)
        framework.root_codes.push_back({.id = std::string(256, 'i'), .name = "Other " + std::to_string(n)});
    for (int n = 1; n != 2'000; ++n) all += ", " + std::to_string(n);
    framework.root_codes.back().name = "Lamps";
    request.coding_levels            = framework;
    call.llm.reply_for("code_proposals",
                       R"({"codes": [{"name": "Lamps", "definition": "d", "inclusion": "i", "parent": -1,
                           "records": [0], "similar": [)" +
                           all + "]}]}");
    const auto  response = respond();
    const auto& overlaps = response.proposed_codes.at(0).overlaps;
    BOOST_TEST(overlaps.size() > 500U);
    BOOST_TEST(overlaps.size() < 700U); // 200 KiB
    BOOST_TEST(overlaps.at(0).names.at(0) == "Lamps");
    BOOST_TEST(overlaps.at(0).similarity == 1);
}

BOOST_AUTO_TEST_CASE(messages_show_numbers_and_redacted_texts_without_ids)
{
    call.llm.reply_for("code_proposals", lamps);
    respond();
    BOOST_REQUIRE(call.llm.requests().size() == 1U);
    const auto& sent = call.llm.requests()[0];
    BOOST_TEST(sent.output_schema == "code_proposals");
    BOOST_TEST(sent.user.starts_with("<coding_framework>\n0: Health\n1: Health &gt; Medicine"));
    BOOST_TEST(contains(sent.user, "<feedback_record number=\"0\">\n<text><PERSON_0>"));
    BOOST_TEST(contains(sent.user, "<feedback_record number=\"1\">\n<text>Solar lamps &lt;b&gt;"));
    BOOST_TEST(contains(sent.user, "<instruction>\nPropose at most 10 codes.\n</instruction>"));
    BOOST_TEST(!contains(sent.user, "Amina"));
    BOOST_TEST(!contains(sent.user, "F-1"));
    BOOST_TEST(!contains(sent.user, "number=\"3\""));
}

BOOST_AUTO_TEST_CASE(placeholders_stay_in_proposals)
{
    call.llm.reply_for("code_proposals", lamps);
    const auto response = respond();
    BOOST_TEST(!contains(response.proposed_codes.at(0).definition, "Amina"));
}

BOOST_AUTO_TEST_CASE(invented_numbers_are_counted)
{
    call.llm.reply_for("code_proposals",
                       R"({"codes": [{"name": "Lamps", "definition": "d", "inclusion": "i", "parent": 99,
                           "records": [0, 0, 3], "similar": [-5]}, {"name": "Ghosts", "definition": "d",
                           "inclusion": "i", "parent": -1, "records": [77], "similar": []}]})");
    const auto response = respond();
    BOOST_TEST(response.proposed_codes.size() == 1U);
    BOOST_TEST(response.dropped_codes == 1U);
    BOOST_TEST(response.dropped_references == 5U);
    BOOST_TEST(response.unassigned.count == 2U);
}

BOOST_AUTO_TEST_CASE(a_huge_output_has_a_bounded_response)
{
    const std::string long_name(10'000, 'n');
    std::string       codes;
    for (int n = 0; n != 20; ++n)
        codes += (n == 0 ? "" : ",") + std::string{R"({"name": ")"} + std::to_string(n) + long_name +
                 R"(", "definition": "d", "inclusion": "i", "parent": -1, "records": [0], "similar": []})";
    call.llm.reply_for("code_proposals", R"({"codes": [)" + codes + "]}");
    const auto response = respond();
    BOOST_TEST(response.proposed_codes.size() == 10U);
    BOOST_TEST(response.dropped_codes == 10U);
    for (const auto& code : response.proposed_codes) BOOST_TEST(code.name.text().size() == 200U);
}

BOOST_AUTO_TEST_CASE(no_topic_leaves_all_records_unassigned)
{
    call.llm.reply_for("code_proposals", R"({"codes": []})");
    const auto response = respond();
    BOOST_TEST(response.proposed_codes.empty());
    BOOST_TEST(response.unassigned.count == 3U);
}

BOOST_AUTO_TEST_CASE(without_content_no_model_is_called)
{
    request.records = {{.id = "F-1", .content = ""}};
    suggest_codes::operation without_framework{std::nullopt};
    const auto               response = run(without_framework.run(call, request));
    BOOST_TEST(call.llm.requests().empty());
    BOOST_TEST(response.proposed_codes.empty());
    BOOST_TEST(response.unassigned.count == 0U);
}

BOOST_AUTO_TEST_CASE(a_framework_is_required)
{
    suggest_codes::operation without_framework{std::nullopt};
    try
    {
        run(without_framework.run(call, request));
        BOOST_ERROR("the operation responded");
    }
    catch (const sdk::error& failure)
    {
        BOOST_TEST((failure.code() == sdk::errc::validation_error));
        BOOST_TEST(failure.fields.at(0).field == "coding_levels");
    }
}

BOOST_AUTO_TEST_CASE(the_framework_of_a_request_takes_precedence)
{
    const codebook::node camp{.id = "camp", .name = "Camp"};
    request.coding_levels = codebook::framework{{camp}};
    call.llm.reply_for("code_proposals",
                       R"({"codes": [{"name": "Lamps", "definition": "d", "inclusion": "i", "parent": 0,
                           "records": [0], "similar": []}]})");
    BOOST_TEST(respond().proposed_codes.at(0).parent_id.value() == "camp");
}

BOOST_AUTO_TEST_CASE(too_many_tokens_are_rejected_before_a_call)
{
    call.llm.set_limits({.max_total_tokens = 1'000, .chars_per_token = 4});
    for (int n = 0; n != 100; ++n) request.records.push_back({.id = "R", .content = std::string(100, 'x')});
    const auto ends_with = [](std::string_view advice) {
        return [advice](const sdk::error& failure) {
            return failure.code() == sdk::errc::payload_too_large && failure.message.ends_with(advice);
        };
    };
    BOOST_CHECK_EXCEPTION(respond(), sdk::error,
                          ends_with(" exceed limit (1000): send fewer records, or a shorter list of codes"));

    request.coding_levels = codebook::framework{{{.id = "long", .name = std::string(10'000, 'x')}}};
    BOOST_CHECK_EXCEPTION(respond(), sdk::error, ends_with(" exceed limit (1000): send a shorter list of codes"));
    BOOST_TEST(call.llm.requests().empty());
}

BOOST_AUTO_TEST_CASE(unreadable_output_is_an_error)
{
    call.llm.reply("I propose a code for lamps.");
    BOOST_CHECK_EXCEPTION(respond(), sdk::error,
                          [](const sdk::error& failure) { return failure.code() == sdk::errc::llm_error; });
}

BOOST_AUTO_TEST_CASE(the_built_in_model_proposes_a_code)
{
    call.llm.reply_offline();
    request.records     = {{.id = "a", .content = "The solar lamps broke."},
                           {.id = "b", .content = "We need solar lamps."},
                           {.id = "c", .content = "Solar lamps are too dark."},
                           {.id = "d", .content = "Who repairs solar lamps?"}};
    const auto response = respond();
    BOOST_REQUIRE(!response.proposed_codes.empty());
    BOOST_TEST(response.proposed_codes[0].name == "Solar lamps");
    BOOST_TEST(response.proposed_codes[0].records.count == 4U);
    BOOST_TEST(response.dropped_references == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

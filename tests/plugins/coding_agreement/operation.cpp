#include "operation.hpp"

#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/asio/error.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <string>

using namespace verbatim;
namespace json = boost::json;

namespace {

struct fixture : testing::event_loop
{
    coding_agreement::operation operation;
    testing::fake_call          call;

    json::value respond(const std::string& body)
    {
        const testing::parsed_request request{operation.definition().request, body};
        return json::parse(run(testing::respond(operation, call, request.value())));
    }

    sdk::error failure_of(const std::string& body)
    {
        try
        {
            respond(body);
        }
        catch (const sdk::error& failure)
        {
            return failure;
        }
        throw std::logic_error{"the operation responded"};
    }
};

std::string coded(const std::string& human, const std::string& suggested, const std::string& members = {})
{
    return R"({"id": "R", "human": [[")" + human + R"("]], "suggested": [{"code": [")" + suggested +
           R"("], "confidence": 0.5}])" + members + "}";
}

std::string request(const std::vector<std::string>& records, const std::string& options = {})
{
    std::string list;
    for (const auto& record : records) list += (list.empty() ? "" : ", ") + record;
    return R"({"records": [)" + list + "]" + options + "}";
}

const std::string four = request({coded("A", "A"), coded("A", "B"), coded("B", "B"), coded("B", "B")});

} // namespace

BOOST_FIXTURE_TEST_SUITE(operation, fixture)

BOOST_AUTO_TEST_CASE(it_has_no_usage_and_keeps_the_rules_of_operations)
{
    BOOST_TEST(operation.describe().usage_label.empty());
    BOOST_TEST(operation.describe().path == "/v1/coding-agreement");
    for (const auto& problem : testing::check_operation(operation)) BOOST_ERROR(problem);
}

BOOST_AUTO_TEST_CASE(no_model_is_called_and_nothing_is_logged)
{
    respond(four);
    BOOST_TEST(call.llm.requests().empty());
    BOOST_TEST(call.logged.lines().empty());
}

BOOST_AUTO_TEST_CASE(a_flat_code_has_equal_figures_overall_and_at_its_level)
{
    const auto response = respond(four);
    BOOST_TEST(response.at("record_count").to_number<int>() == 4);
    BOOST_TEST(response.at("overall").at("kappa").at("value").to_number<double>() == 0.5);
    BOOST_REQUIRE(response.at("levels").as_array().size() == 1U);
    const auto& level = response.at("levels").at(0);
    BOOST_TEST((level.at("kappa") == response.at("overall").at("kappa")));
    BOOST_TEST(level.at("micro").at("f1").to_number<double>() == 0.75);
    BOOST_TEST(level.at("codes").as_array().size() == 2U);
    BOOST_TEST((level.at("confusions").at(0).at("human") == json::array{"A"}));
    BOOST_TEST((level.at("confusions").at(0).at("record_ids") == json::array{"R"}));
}

BOOST_AUTO_TEST_CASE(the_same_request_has_the_same_response) { BOOST_TEST((respond(four) == respond(four))); }

BOOST_AUTO_TEST_CASE(figures_that_are_not_defined_are_null)
{
    const auto  response = respond(request({R"({"id": "1", "human": [], "suggested": []})"}));
    const auto& overall  = response.at("overall");
    BOOST_TEST(overall.at("kappa").at("value").is_null());
    BOOST_TEST(overall.at("alpha").at("low").is_null());
    BOOST_TEST(overall.at("micro").at("precision").is_null());
    BOOST_TEST(overall.at("macro").at("f1").is_null());
    BOOST_TEST(overall.at("confidence").is_null());
    BOOST_TEST(overall.at("exact_match").to_number<double>() == 1);
    BOOST_TEST(response.at("levels").as_array().empty());
}

BOOST_AUTO_TEST_CASE(keys_split_the_records)
{
    const auto response =
        respond(request({coded("A", "A", R"(, "language": "en", "metadata": {"channel": "radio"})"),
                         coded("B", "A", R"(, "language": "fr", "metadata": {"channel": "radio"})"), coded("A", "A")},
                        R"(, "by": ["language", "channel"])"));
    const auto& by = response.at("by").as_array();
    BOOST_REQUIRE(by.size() == 2U);
    BOOST_TEST((by[0].at("key") == "language"));
    BOOST_TEST(by[0].at("values").as_array().size() == 3U);
    BOOST_TEST((by[1].at("values").at(0).at("value") == "radio"));
    BOOST_TEST(by[1].at("values").at(0).at("record_count").to_number<int>() == 2);
    BOOST_TEST(by[1].at("values").at(0).at("overall").at("exact_match").to_number<double>() == 0.5);
    BOOST_TEST(by[1].at("values").at(1).at("value").is_null());
    BOOST_TEST(by[1].at("values").at(1).at("levels").as_array().size() == 1U);
}

BOOST_AUTO_TEST_CASE(codes_beyond_the_limit_are_counted)
{
    const auto  response = respond(request({coded("A", "A"), coded("B", "C")}, R"(, "max_codes": 1)"));
    const auto& level    = response.at("levels").at(0);
    BOOST_TEST(level.at("codes").as_array().size() == 1U);
    BOOST_TEST(level.at("codes_omitted").to_number<int>() == 2);
    BOOST_TEST(level.at("macro").at("recall").to_number<double>() == 0.5); // of all codes
}

BOOST_AUTO_TEST_CASE(a_wanted_precision_has_the_lowest_threshold)
{
    const auto response =
        respond(request({R"({"id": "1", "human": [["A"]], "suggested": [{"code": ["A"], "confidence": 0.9}]})",
                         R"({"id": "2", "human": [["A"]], "suggested": [{"code": ["B"], "confidence": 0.8}]})"},
                        R"(, "wanted_precision": 0.9)"));
    const auto& confidence = response.at("overall").at("confidence");
    BOOST_TEST(confidence.at("wanted_precision").at("threshold").to_number<double>() == 0.9);
    BOOST_TEST(confidence.at("wanted_precision").at("recall").to_number<double>() == 0.5);
    BOOST_TEST(respond(four).at("overall").at("confidence").at("wanted_precision").is_null());
}

BOOST_AUTO_TEST_CASE(kinds_of_records_are_reported_apart)
{
    const auto both = respond(request({coded("A", "A", R"(, "blind": true)"), coded("A", "B", R"(, "blind": false)"),
                                       coded("B", "B"), coded("B", "B", R"(, "blind": null)")}));
    BOOST_TEST(both.at("record_count").to_number<int>() == 4);
    BOOST_TEST(both.at("blind").at("record_count").to_number<int>() == 1);
    BOOST_TEST(both.at("blind").at("overall").at("exact_match").to_number<double>() == 1);
    BOOST_TEST(both.at("not_blind").at("record_count").to_number<int>() == 3);
    BOOST_TEST(both.at("not_blind").at("levels").at(0).at("micro").at("recall").to_number<double>() == 0.666667);

    const auto none = respond(four);
    BOOST_TEST(none.at("blind").is_null());
    BOOST_TEST((none.at("not_blind").at("overall") == none.at("overall")));
    BOOST_TEST((none.at("not_blind").at("levels") == none.at("levels")));
}

BOOST_AUTO_TEST_CASE(a_verdict_needs_enough_blind_records_and_codes)
{
    // `equal` records with equal codes by turns, then `different` ones.
    const auto of = [](int equal, int different, std::vector<std::string> codes, const std::string& blind,
                       const std::string& options = {}) {
        std::vector<std::string> records;
        for (int n = 0; n != equal + different; ++n)
        {
            const auto at = static_cast<std::size_t>(n) % codes.size();
            records.push_back(coded(codes[at], n < equal ? codes[at] : codes[(at + 1) % codes.size()] + "x", blind));
        }
        return request(records, options);
    };
    const std::string yes = R"(, "blind": true)";
    const struct
    {
        const char* name;
        std::string request;
        const char* grade;
    } table[]{
        {"decisions after seeing, all equal", of(500, 0, {"A", "B"}, ""), "few_records"},
        {"49 blind ones, all equal", of(49, 0, {"A", "B"}, yes), "few_records"},
        {"all one code", of(60, 0, {"A"}, yes), "one_code"},
        {"people chose one code", of(30, 30, {"A"}, yes), "one_code"},
        {"one record has the second code", // an interval from resamples alone would be 1 to 1
         request([&] {
             std::vector<std::string> records(59, coded("A", "A", yes));
             records.push_back(coded("B", "B", yes));
             return records;
         }()),
         "undecided"},
        {"50 equal ones", of(50, 0, {"A", "B", "C"}, yes), "reliable"},
        {"46 of 50", of(46, 4, {"A", "B", "C"}, yes), "tentative"},
        {"42 of 50: the interval has the limit", of(42, 8, {"A", "B", "C"}, yes), "undecided"},
        {"20 of 60", of(20, 40, {"A", "B", "C"}, yes), "unreliable"},
        {"none equal", of(0, 60, {"A", "B", "C"}, yes), "unreliable"},
        {"no resamples", of(60, 0, {"A", "B"}, yes, R"(, "bootstrap_resamples": 0)"), "no_interval"},
    };
    for (const auto& [name, body, grade] : table) BOOST_TEST_CONTEXT(name)
        {
            const auto verdict = respond(body).at("verdict");
            BOOST_TEST(verdict.at("grade").as_string() == grade, json::serialize(verdict));
            const bool is_measured = !verdict.at("low").is_null();
            BOOST_TEST(is_measured == (verdict.at("grade") == "reliable" || verdict.at("grade") == "tentative" ||
                                       verdict.at("grade") == "undecided" || verdict.at("grade") == "unreliable"));
        }
}

BOOST_AUTO_TEST_CASE(the_verdict_reads_sets_of_codes_and_blank_cells)
{
    std::vector<std::string> records;
    for (int n = 0; n != 60; ++n)
        records.push_back(n % 3 == 0 ? R"({"id": "1", "human": [], "suggested": [], "blind": true})"
                          : n % 3 == 1 ? R"({"id": "1", "human": [["A"], ["B"]], "blind": true,
                                "suggested": [{"code": ["B"]}, {"code": ["A"]}]})"
                                       : R"({"id": "1", "human": [["B"]], "suggested": [{"code": ["B"]}], "blind": true})");
    const auto verdict = respond(request(records)).at("verdict");
    BOOST_TEST((verdict.at("grade") == "reliable"));
    BOOST_TEST(verdict.at("code_count").to_number<int>() == 2);
}

BOOST_AUTO_TEST_CASE(decisions_after_seeing_never_change_the_verdict)
{
    std::vector<std::string> records(60, coded("A", "B", R"(, "blind": true)"));
    for (int n = 0; n != 30; ++n) records.push_back(coded("B", "A", R"(, "blind": true)"));
    const auto before = respond(request(records)).at("verdict");
    for (int n = 0; n != 900; ++n) records.push_back(coded(n % 2 == 0 ? "A" : "B", n % 2 == 0 ? "A" : "B"));
    const auto after = respond(request(records));
    BOOST_TEST((before.at("grade") == "unreliable"));
    BOOST_TEST((after.at("verdict") == before));
    BOOST_TEST(after.at("overall").at("kappa").at("value").to_number<double>() > 0.7); // of all
}

BOOST_AUTO_TEST_CASE(two_people_are_compared_beside_the_model)
{
    std::vector<std::string> records(10, coded("A", "B", R"(, "second_human": [["A"]], "blind": true)"));
    for (int n = 0; n != 10; ++n)
        records.push_back(coded("B", "B", R"(, "second_human": [["B"]], "metadata": {"who": "x"})"));
    records.push_back(coded("C", "C"));
    const auto  response = respond(request(records, R"(, "by": ["who"])"));
    const auto& people   = response.at("people");
    BOOST_TEST(people.at("record_count").to_number<int>() == 20);
    BOOST_TEST(people.at("between_people").at("kappa").at("value").to_number<double>() == 1);
    BOOST_TEST(people.at("model_and_human").at("kappa").at("value").to_number<double>() == 0);
    BOOST_TEST(people.at("model_and_second_human").at("exact_match").to_number<double>() == 0.5);
    BOOST_TEST(response.at("blind").at("people").at("record_count").to_number<int>() == 10);
    BOOST_TEST(response.at("blind").at("people").at("between_people").at("kappa").at("value").is_null()); // one code
    BOOST_TEST(response.at("by").at(0).at("values").at(0).at("people").at("record_count").to_number<int>() == 10);
    BOOST_TEST(response.at("by").at(0).at("values").at(1).at("people").at("record_count").to_number<int>() == 10);
    BOOST_TEST(respond(four).at("people").is_null());
}

BOOST_AUTO_TEST_CASE(it_ends_at_the_deadline)
{
    call.deadline_at = std::chrono::steady_clock::now() - std::chrono::seconds{1};
    BOOST_TEST((failure_of(four).code() == sdk::errc::analysis_timeout));
    BOOST_TEST(call.compute_count == 0);
}

BOOST_AUTO_TEST_CASE(it_looks_at_the_deadline_before_each_slice)
{
    respond(four);
    const auto slices = call.compute_count;
    BOOST_TEST(slices > 3);
    for (int last = 1; last != slices; ++last)
    {
        int count         = 0;
        call.deadline_at  = std::chrono::steady_clock::now() + std::chrono::hours{1};
        call.compute_hook = [&](const std::function<void()>& work) -> sdk::task<> {
            work();
            if (++count == last) call.deadline_at = {};
            co_return;
        };
        BOOST_TEST((failure_of(four).code() == sdk::errc::analysis_timeout));
        BOOST_TEST(count == last);
    }
}

BOOST_AUTO_TEST_CASE(a_cancelled_slice_ends_the_call)
{
    call.compute_hook = [](const std::function<void()>&) -> sdk::task<> {
        throw boost::system::system_error{boost::asio::error::operation_aborted};
        co_return;
    };
    BOOST_CHECK_THROW(respond(four), boost::system::system_error);
}

BOOST_AUTO_TEST_CASE(too_much_work_is_rejected_before_it_is_done)
{
    std::vector<std::string> records;
    for (int n = 0; n != 3'000; ++n)
        records.push_back(R"({"id": "R", "human": [["common"], [")" + std::to_string(n) + R"("]], "suggested": []})");
    const auto failure = failure_of(request(records));
    BOOST_TEST((failure.code() == sdk::errc::validation_error));
    BOOST_REQUIRE(failure.fields.size() == 1U);
    BOOST_TEST(failure.fields[0].field == "records");
}

BOOST_AUTO_TEST_CASE(a_response_that_would_be_too_large_is_rejected)
{
    const std::string name(500, 'n');
    std::string       values = "0"; // each record is in 20 groups
    for (int n = 1; n != 20; ++n) values += ", " + std::to_string(n);
    std::vector<std::string> records;
    for (int n = 0; n != 1'000; ++n)
        records.push_back(coded(name + std::to_string(n), "B", R"(, "metadata": {"key": [)" + values + "]}"));
    const auto failure =
        failure_of(request(records, R"(, "by": ["key"], "bootstrap_resamples": 0, "max_codes": 1000)"));
    BOOST_TEST((failure.code() == sdk::errc::validation_error));
    BOOST_REQUIRE(failure.fields.size() == 1U);
    BOOST_TEST(failure.fields[0].field == "max_codes");
}

BOOST_AUTO_TEST_CASE(bins_count_in_the_size_of_a_response)
{
    std::string values = "0"; // 50 groups of each of 5 keys, at 6 levels
    for (int n = 1; n != 50; ++n) values += ", " + std::to_string(n);
    std::string metadata = R"("a": [)" + values + "]";
    for (const std::string key : {"b", "c", "d", "e"}) metadata += ", \"" + key + "\": [" + values + "]";
    const std::string code   = R"(["1", "2", "3", "4", "5", "6"])";
    const std::string record = R"({"id": "R", "human": [)" + code + R"(], "suggested": [{"code": )" + code +
                               R"(, "confidence": 0.5}], "metadata": {)" + metadata + "}}";
    const std::string options = R"(, "by": ["a", "b", "c", "d", "e"], "bootstrap_resamples": 0)";

    const auto failure = failure_of(request({record}, options + R"(, "confidence_bins": 50)"));
    BOOST_TEST((failure.code() == sdk::errc::validation_error));
    BOOST_REQUIRE(failure.fields.size() == 1U);
    BOOST_TEST(failure.fields[0].field == "max_codes");
    BOOST_TEST(respond(request({record}, options)).at("by").as_array().size() == 5U);
}

BOOST_AUTO_TEST_SUITE_END()

// No output of a model makes a response large, or the server unable to answer.
#include "e2e/test_server.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

constexpr std::size_t max_response_bytes = 16u << 20;
constexpr std::size_t max_output_bytes   = 256 * 1024;

std::string repeated(std::string_view text, std::size_t bytes)
{
    std::string result;
    while (result.size() + text.size() <= bytes) result += text;
    return result;
}

/// A record whose URL, <URL_0>, has 90,000 characters.
json::object record_with_long_url()
{
    std::string url = "https://c.example/";
    for (int n = 0; url.size() < 90'000; ++n) url += std::to_string(n) + "/";
    return {{"id", "r-1"}, {"content", "See " + url + " today."}, {"url_id", std::string(1'024, 'u')}};
}

struct provider_fixture
{
    support::provider_stub provider;
    test_server            server{provider_settings(provider)};
    json::object           record = record_with_long_url();

    void respond_with(const std::string& schema, const json::object& output)
    {
        provider.respond_to(schema, stub_response::chat(json::serialize(output)));
    }

    support::raw_response post(const std::string& operation, json::object body)
    {
        auto response = server.post("/v1/" + operation, json::serialize(body));
        BOOST_TEST(response.body.size() < max_response_bytes);
        return response;
    }

    support::raw_response analyze()
    {
        return post("analyze-bulk", {{"feedback_records", json::array{record}},
                                     {"prompt", "Which pages?"},
                                     {"crm_feedback_base_url", "https://c.example/" + std::string(2'000, 'b')}});
    }
};

std::string member(const json::value& object, const char* name) { return json::value_to<std::string>(object.at(name)); }

} // namespace

BOOST_FIXTURE_TEST_SUITE(hostile_model, provider_fixture)

BOOST_AUTO_TEST_CASE(a_flood_of_placeholders_is_restored_up_to_a_limit)
{
    std::string flood;
    for (int n = 0; flood.size() < 200'000; ++n) flood.append("<URL_0> r-1 ").append(std::to_string(n)) += ' ';
    provider.respond_by_default(stub_response::chat(flood));
    for (const auto* schema : {"record_summary", "bulk_summary"})
        respond_with(schema, {{"title", repeated("<URL_0> ", 50'000)}, {"summary", flood}});
    const auto check = [](const std::string& text) {
        BOOST_TEST(text.starts_with("https://c.example/0/1/2/3/"));
        BOOST_TEST(text.find("<URL_0> r-1", text.size() - 40) != text.npos);
    };

    const auto analysis = analyze();
    BOOST_REQUIRE(analysis.status == 200);
    check(member(json::parse(analysis.body), "analysis"));

    const auto summary = post("summarize", {{"feedback_record", record}});
    BOOST_REQUIRE(summary.status == 200);
    check(member(json::parse(summary.body), "summary"));

    const auto bulk = post("summarize-bulk", {{"feedback_records", json::array{record}}});
    BOOST_REQUIRE(bulk.status == 200);
    check(member(json::parse(bulk.body), "summary"));
}

BOOST_AUTO_TEST_CASE(explanations_are_cut)
{
    const auto flood = repeated("<URL_0> ", 200'000);
    provider.respond_by_default(stub_response::chat("Fine."));
    respond_with("analysis_judge", {{"quality_score", 1}, {"uncertainty_explanation", flood}});
    respond_with("sensitivity", {{"sensitivity_types", json::array{}}, {"explanation", flood}});
    respond_with("code_pick", {{"selected", {0, 0, 0}}});
    respond_with("code_judge", {{"score", 1}, {"explanation", flood}});
    const json::object codes{{"root_codes", {{{"id", "a"}, {"name", "A"}}}}};
    const auto         length = [](std::string_view text) { return sdk::utf8::count_code_points(text); };

    const auto uncertainty = member(json::parse(analyze().body), "uncertainty_explanation");
    BOOST_TEST(length(uncertainty) == 2'001u);
    BOOST_TEST(uncertainty.ends_with("<URL_0> \u2026"));

    const auto reason =
        member(json::parse(post("detect-sensitive", {{"feedback_record", record}}).body), "explanation");
    BOOST_TEST(length(reason) == 2'001u);
    BOOST_TEST(reason.starts_with("https://c.example/0/1/"));
    BOOST_TEST(reason.ends_with("\u2026"));

    const auto assigned = post("assign-codes", {{"feedback_record", record}, {"coding_levels", codes}});
    const auto code     = member(json::parse(assigned.body).at("assigned_codes").at(0), "explanation");
    BOOST_TEST(length(code) == 2'001u + std::string_view{"- Level 1 (1.00): "}.size());
}

BOOST_AUTO_TEST_CASE(an_output_has_at_most_256_kib_as_json)
{
    struct sample
    {
        std::string output;
        int         status;
    };
    const std::string control(max_output_bytes / 6, '\x01');
    const sample      samples[]{{std::string(max_output_bytes - 2, 'x'), 200},
                                {std::string(max_output_bytes - 1, 'x'), 502},
                                {control.substr(1), 200},
                                {control + "xxx", 502}};
    for (const auto& sample : samples) BOOST_TEST_CONTEXT(sample.output.size() << " " << sample.status)
        {
            provider.respond_by_default(stub_response::chat(sample.output));
            const auto response = analyze();
            BOOST_TEST(response.status == sample.status);
            if (sample.status != 200) BOOST_TEST(code_of(response) == "llm_error");
        }
    BOOST_TEST(server.query("select count(*) from llm_calls where error_class = 'invalid_response'").at(0) >= "2");
}

BOOST_AUTO_TEST_SUITE_END()

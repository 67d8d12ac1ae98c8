#include "e2e/test_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;
namespace json = boost::json;

namespace {

struct connection
{
    std::string model;
    std::string structure;

    bool is_anthropic() const { return model.starts_with("anthropic/"); }

    /// An output as models write it; without a request for JSON they add reasoning, prose and a trailing comma.
    std::string written(const std::string& members) const
    {
        if (structure != "none") return "{" + members + "}";
        return "<think>\nA {short} one.\n</think>\n\nHere it is:\n```json\n{" + members + ",\n}\n```\nAnything else?";
    }
};

const connection connections[] = {
    {"openai/stub-model", "json_schema"},    {"openai/stub-model", "json_object"},    {"openai/stub-model", "none"},
    {"anthropic/stub-model", "json_schema"}, {"anthropic/stub-model", "json_object"}, {"anthropic/stub-model", "none"},
};

std::ostream& operator<<(std::ostream& out, const connection& c) { return out << c.model << ", " << c.structure; }

constexpr const char* analysis_body = R"({"prompt": "Which problems are reported?",
    "feedback_records": [{"id": "F-1", "content": "The clinic has no insulin.", "metadata": {}}]})";
constexpr const char* summary_body  = R"({"feedback_record": {"id": "F-1", "content": "The clinic has no insulin."}})";
constexpr const char* coding_body   = R"({"feedback_record": {"id": "F-1", "content": "The clinic has no insulin."},
    "coding_levels": {"root_codes": [{"id": "h", "name": "Health", "children": [{"id": "m", "name": "Medicine"}]},
                                     {"id": "w", "name": "Water"}]}})";

/// The responses of the three operations, and the requests that the provider received.
struct conversation
{
    support::provider_stub provider;
    json::array            responses;

    explicit conversation(const connection& c)
    {
        test_server server{
            provider_settings(provider, {{"LLM_MODEL", c.model}, {"LLM_STRUCTURED_OUTPUT", c.structure}})};
        const auto reply = [&](const std::string& members) {
            provider.enqueue(stub_response::chat(c.written(members), 1000, 20));
        };
        const auto post = [&](const char* path, const char* body) {
            const auto response = server.post(path, body);
            BOOST_TEST(response.status == 200, response.body);
            auto object = json::parse(response.body).as_object();
            object.erase("request_id");
            responses.push_back(std::move(object));
        };

        provider.enqueue(stub_response::chat("- Insulin is missing [F-1].", 1000, 20));
        reply(R"("quality_score": 0.75, "uncertainty_explanation": "A single record.")");
        post("/v1/analyze-bulk", analysis_body);
        reply(R"("title": "No insulin", "summary": "- The clinic has none")");
        reply(R"("faithfulness": 1, "coverage": 1, "clarity": 0.5)");
        post("/v1/summarize", summary_body);
        reply(R"("selected": [1])");
        for (int level = 0; level != 2; ++level) reply(R"("score": 0.9, "explanation": "It names a medicine.")");
        post("/v1/assign-codes", coding_body);
    }
};

/// What a request contains besides its messages, as far as the connection decides it.
std::string form_of(const support::received_request& request)
{
    const auto body = json::parse(request.body).as_object();
    if (const auto* format = body.if_contains("response_format")) return text(format->as_object(), "type");
    if (const auto* config = body.if_contains("output_config")) return text(config->at("format").as_object(), "type");
    return "none";
}

std::string system_of(const support::received_request& request)
{
    const auto body = json::parse(request.body).as_object();
    if (body.contains("system")) return text(body, "system");
    return text(body.at("messages").at(0).as_object(), "content");
}

void check_anthropic(const support::received_request& request)
{
    BOOST_TEST(request.target == "/v1/messages");
    BOOST_TEST(request.headers.at("x-api-key") == "provider-secret");
    BOOST_TEST(request.headers.at("anthropic-version") == "2023-06-01");
    BOOST_TEST(!request.headers.contains("authorization"));
    const auto most = json::parse(request.body).at("max_tokens").as_int64(); // the caps of the operations
    BOOST_TEST((most == 2'048 || most == 4'096 || most == 16'384), most);
}

} // namespace

BOOST_AUTO_TEST_SUITE(wire_formats)

BOOST_AUTO_TEST_CASE(each_connection_asks_for_structure_as_configured_and_gives_the_same_responses)
{
    std::optional<json::array> expected;
    for (const auto& c : connections) BOOST_TEST_CONTEXT(c)
        {
            const conversation conversation{c};
            const auto         requests = conversation.provider.requests();
            BOOST_TEST(requests.size() == 7U);
            if (!expected) expected = conversation.responses;
            BOOST_TEST(conversation.responses == *expected);

            BOOST_TEST(form_of(requests.at(0)) == "none"); // free text
            const bool has_no_mode = c.is_anthropic() && c.structure == "json_object";
            for (const auto& request : requests)
            {
                if (c.is_anthropic()) check_anthropic(request);
                if (&request == &requests.front()) continue;
                BOOST_TEST(form_of(request) == (has_no_mode ? "none" : c.structure));
                BOOST_TEST(contains(system_of(request), "of this shape: {\"") == (c.structure != "json_schema"));
                BOOST_TEST(contains(system_of(request), "JSON"));
            }
        }
    BOOST_TEST(text(expected->at(1).as_object(), "title") == "No insulin");
    BOOST_TEST(expected->at(2).at("assigned_codes").as_array().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

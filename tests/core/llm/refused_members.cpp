// A model that refuses a member of a request: with the recorded refusals of recorded_responses.cpp.
#include "llm/wire_format.hpp"

#include "core/llm/test_doubles.hpp"
#include "llm/make_model_client.hpp"
#include "support/run_task.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace verbatim::core::llm;
using namespace verbatim::testing;
using verbatim::support::run;
namespace http_client = verbatim::core::http_client;
namespace sdk         = verbatim::sdk;
namespace json        = boost::json;
using strings         = std::vector<std::string>;

namespace {

std::string text(const json::value& object, std::string_view member)
{
    return json::value_to<std::string>(object.at(member));
}

http_client::response response(int status, const json::value& body)
{
    return {.exchange    = http_client::response::exchange_status::completed,
            .status      = status,
            .retry_after = {},
            .body        = json::serialize(body)};
}

const json::value success =
    json::parse(R"({"model":"m","content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn",
    "choices":[{"finish_reason":"stop","message":{"content":"Hello"}}],
    "usage":{"prompt_tokens":3,"completion_tokens":4,"input_tokens":3,"output_tokens":4}})");

/// Refuses requests with one of its members, each with its response.
class refusing_transport final : public http_client::transport
{
public:
    struct refusal
    {
        strings               members;
        http_client::response response;
    };

    sdk::task<http_client::response> send(const http_client::request& request) override
    {
        requests.push_back(json::parse(request.body).as_object());
        const auto& body = requests.back();
        for (const auto& [members, answer] : refusals)
            if (std::ranges::any_of(members, [&](const auto& member) {
                    return body.contains(member) ||
                           (body.contains("response_format") && text(body.at("response_format"), "type") == member);
                }))
                co_return answer;
        co_return otherwise;
    }

    std::vector<refusal>      refusals;
    http_client::response     otherwise = response(200, success);
    std::vector<json::object> requests;
};

const strings limit_names{"max_tokens", "max_completion_tokens"};

/// The name of the limit in the first request to this model.
std::string limit_of(std::string_view model)
{
    return model.starts_with("azure_ai/") || model.starts_with("anthropic/") ? "max_tokens" : "max_completion_tokens";
}

struct client_fixture
{
    fake_clock                               time;
    recording_log                            log;
    std::shared_ptr<recording_ledger>        ledger = std::make_shared<recording_ledger>();
    settings                                 config;
    std::unique_ptr<model_client>            client;
    refusing_transport*                      transport = nullptr; ///< of the client
    std::vector<refusing_transport::refusal> refusals;
    bool                                     structured = false;

    explicit client_fixture(std::string model = "openai/gpt-5.4")
    {
        config.main = {
            .model = std::move(model), .api_key = sdk::secret{"the-key"}, .api_base = {}, .api_version = "2024-10-21"};
        if (config.main.model.starts_with("azure")) config.main.api_base = "https://example.openai.azure.com";
    }

    void refuse(strings members, http_client::response with)
    {
        refusals.push_back({std::move(members), std::move(with)});
    }
    void refuse_temperature() { refuse({"temperature"}, response(400, {{"error", "no temperature"}})); }
    void refuse_format(const std::string& format)
    {
        refuse({format}, response(400, {{"error", "response_format: " + format + " is not supported"}}));
    }
    void refuse_limit() { refuse(limit_names, response(422, {{"error", "no max_completion_tokens, no max_tokens"}})); }

    /// Whether a call succeeds.
    bool call()
    {
        if (!client)
        {
            auto owned      = std::make_unique<refusing_transport>();
            owned->refusals = refusals;
            transport       = owned.get();
            client          = make_model_client(config, {.prices      = std::make_shared<price_list>(built_in_prices()),
                                                         .local_model = {},
                                                         .run_on_pool = [](const std::function<void()>& work) -> sdk::task<> {
                                                    work();
                                                    co_return;
                                                },
                                                         .transport       = std::move(owned),
                                                         .time            = time,
                                                         .random_fraction = [] { return 1.0; }});
        }
        const auto                          model = client->open({.tenant_id  = "tenant-1",
                                                                  .operation  = "summarize",
                                                                  .request_id = "6f1c1f0e-0000-4000-8000-000000000001",
                                                                  .deadline   = time.now() + std::chrono::seconds{120},
                                                                  .ledger     = ledger,
                                                                  .log        = log},
                                                                 connection_role::main);
        constexpr static sdk::output_schema title{
            .name = "title", .json_schema = R"({"type":"object","properties":{"title":{"type":"string"}}})"};
        const sdk::chat_request request{.system        = sdk::prompt_text{"Summarize."},
                                        .user          = sdk::prompt_text{"Text."},
                                        .output_schema = structured ? &title : nullptr};
        return run(model->try_complete(request)).has_value();
    }

    /// The optional members of each request.
    strings sent() const
    {
        strings result;
        for (const auto& request : transport->requests)
        {
            std::string names;
            for (const auto* name : {"temperature", "max_tokens", "max_completion_tokens"})
                if (request.contains(name)) names += std::string{names.empty() ? "" : " "} + name;
            result.push_back(names);
        }
        return result;
    }
};

} // namespace

BOOST_AUTO_TEST_SUITE(llm_refused_members)

BOOST_AUTO_TEST_CASE(each_service_gets_temperature_and_limit_under_the_name_that_it_knows)
{
    for (const auto& [model, expected] :
         std::vector<std::pair<std::string, std::string>>{{"openai/gpt-5.4", "temperature max_completion_tokens"},
                                                          {"azure/ours", "temperature max_completion_tokens"},
                                                          {"azure_ai/ours", "temperature max_tokens"},
                                                          {"anthropic/claude-sonnet-4-5", "temperature max_tokens"}})
    {
        client_fixture fixture{model};
        BOOST_TEST(fixture.call(), model);
        BOOST_TEST(fixture.sent() == strings{expected}, boost::test_tools::per_element());
    }
    client_fixture server_with_the_same_api;
    server_with_the_same_api.config.main.api_base = "http://127.0.0.1:8000/v1";
    BOOST_TEST(server_with_the_same_api.call());
    BOOST_TEST(server_with_the_same_api.sent() == strings{"temperature max_tokens"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_llm_send_temperature_no_temperature_is_sent)
{
    client_fixture fixture;
    fixture.config.send_temperature = false;
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.sent() == strings{"max_completion_tokens"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_refused_member_is_left_out_from_then_on_and_logged_once)
{
    client_fixture fixture;
    fixture.refuse_temperature();
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.sent() ==
                   (strings{"temperature max_completion_tokens", "max_completion_tokens", "max_completion_tokens"}),
               boost::test_tools::per_element());
    BOOST_TEST(fixture.log.count("llm_member_refused") == 1U);
    BOOST_TEST(fixture.ledger->attempts().size() == 2U); // one row for each attempt
}

BOOST_AUTO_TEST_CASE(both_members_may_be_refused_one_after_the_other)
{
    client_fixture fixture;
    fixture.refuse_limit();
    fixture.refuse_temperature();
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.sent() ==
                   (strings{"temperature max_completion_tokens", "temperature max_tokens", "temperature", "", ""}),
               boost::test_tools::per_element());
    BOOST_TEST(fixture.log.count("llm_member_refused") == 2U);
    BOOST_TEST(fixture.ledger->attempts().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_limit_whose_name_is_refused_is_sent_under_its_other_name)
{
    client_fixture fixture;
    fixture.config.main.api_base = "http://127.0.0.1:8000/v1";
    fixture.refuse({"max_tokens"}, response(400, {{"error", "Use 'max_completion_tokens' instead of 'max_tokens'."}}));
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.sent() == (strings{"temperature max_tokens", "temperature max_completion_tokens",
                                          "temperature max_completion_tokens"}),
               boost::test_tools::per_element());
    BOOST_TEST(fixture.log.count("llm_member_refused") == 1U);
}

BOOST_AUTO_TEST_CASE(a_provider_that_refuses_a_form_of_json_is_asked_in_the_next_simpler_one)
{
    const auto formats = [](bool also_objects) {
        client_fixture fixture;
        fixture.structured = true;
        fixture.refuse_format("json_schema");
        if (also_objects) fixture.refuse_format("json_object");
        BOOST_TEST(fixture.call());
        BOOST_TEST(fixture.call());
        BOOST_TEST(fixture.log.count("llm_member_refused") == 1U);
        BOOST_TEST(fixture.ledger->attempts().size() == 2U);
        strings result;
        for (const auto& request : fixture.transport->requests)
            result.push_back(request.contains("response_format") ? text(request.at("response_format"), "type")
                                                                 : "none");
        const auto system = text(fixture.transport->requests.back().at("messages").at(0), "content");
        BOOST_TEST(system.find("of this shape: {\"title\": string}") != system.npos);
        return result;
    };
    BOOST_TEST(formats(false) == (strings{"json_schema", "json_object", "json_object"}),
               boost::test_tools::per_element());
    BOOST_TEST(formats(true) == (strings{"json_schema", "json_object", "none", "none"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_provider_that_refuses_streams_is_asked_without)
{
    client_fixture fixture;
    fixture.refuse({"stream_options"}, response(422, {{"detail", "extra_forbidden: stream_options"}}));
    BOOST_TEST(fixture.call());
    BOOST_TEST(fixture.call());
    BOOST_REQUIRE(fixture.transport->requests.size() == 3U);
    BOOST_TEST(!fixture.transport->requests.back().contains("stream"));
    BOOST_TEST(fixture.sent().back() == "temperature max_completion_tokens");

    client_fixture off;
    off.config.stream = false;
    BOOST_TEST(off.call());
    BOOST_TEST(!off.transport->requests.front().contains("stream"));
    BOOST_TEST(!refused_members(400, "upstream failed", {.stream = true}));
}

BOOST_AUTO_TEST_CASE(a_request_that_fails_without_the_member_too_proves_nothing)
{
    client_fixture fixture;
    fixture.refuse({"model"}, response(400, {{"error", "A record on temperature is invalid"}}));
    BOOST_TEST(!fixture.call());
    BOOST_TEST(!fixture.call());
    BOOST_TEST(fixture.sent() == (strings{"temperature max_completion_tokens", "max_completion_tokens",
                                          "temperature max_completion_tokens", "max_completion_tokens"}),
               boost::test_tools::per_element());
    BOOST_TEST(fixture.log.count("llm_member_refused") == 0U);
}

BOOST_AUTO_TEST_CASE(a_limit_that_the_format_requires_is_always_sent)
{
    client_fixture fixture{"anthropic/claude-sonnet-4-5"};
    fixture.refuse({"max_tokens"}, response(400, {{"error", {{"message", "max_tokens: 16384 > 4096"}}}}));
    BOOST_TEST(!fixture.call());
    BOOST_TEST(fixture.sent() == strings{"temperature max_tokens"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_statuses_and_members_that_were_not_sent_are_no_refusal)
{
    const request_options options{.max_tokens = 10, .temperature = 0.0};
    for (const int status : {200, 401, 404, 413, 429, 500})
        BOOST_TEST(!refused_members(status, "temperature max_tokens", options));
    BOOST_TEST(!refused_members(400, "temperature max_tokens", {}));
    BOOST_TEST(!refused_members(400, "invalid request", options));
    BOOST_TEST(refused_members(422, "max_tokens", options).max_tokens);
}

BOOST_AUTO_TEST_CASE(the_recorded_refusals_of_the_services_are_understood)
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{VERBATIM_RECORDED_RESPONSES})
    {
        std::ifstream file{entry.path()};
        const auto    recording = json::parse(std::string{std::istreambuf_iterator<char>{file}, {}});
        for (const auto& exchange : recording.at("exchanges").as_array())
        {
            const auto expectation = text(exchange, "expect");
            if (!expectation.starts_with("refuses_")) continue;
            const bool     is_temperature = expectation == "refuses_temperature";
            const auto     model          = text(recording.at("settings"), "LLM_MODEL");
            client_fixture fixture{model};
            fixture.refuse(strings{is_temperature ? "temperature" : limit_of(model)},
                           response(exchange.at("status").to_number<int>(), exchange.at("body")));
            BOOST_TEST_CONTEXT(entry.path().filename() << ": " << text(exchange, "name"))
            {
                BOOST_TEST(fixture.call());
                BOOST_TEST(fixture.sent().size() == 2U);
                BOOST_TEST(fixture.transport->requests.at(1).contains("temperature") != is_temperature);
            }
            ++count;
        }
    }
    BOOST_TEST(count == 7U);
}

BOOST_AUTO_TEST_SUITE_END()

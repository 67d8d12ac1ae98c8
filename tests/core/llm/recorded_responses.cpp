// The same conversation with each service. The responses in recorded/ are ours, written after the public documentation:
// each names its source in "sources", or says what could not be verified.
#include "llm/make_model_client.hpp"

#include "core/llm/test_doubles.hpp"
#include "support/run_task.hpp"

#include "verbatim/feedback/model_json.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

using namespace verbatim::core::llm;
using namespace verbatim::testing;
using namespace verbatim::support;
namespace http_client = verbatim::core::http_client;
namespace feedback    = verbatim::feedback;
namespace sdk         = verbatim::sdk;
namespace json        = boost::json;
using cause           = sdk::failure_cause;

namespace {

std::string read_file(const std::filesystem::path& path)
{
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::string text(const json::object& object, std::string_view member)
{
    return json::value_to<std::string>(object.at(member));
}

/// Recordings by file name.
std::map<std::string, json::object> recordings()
{
    std::map<std::string, json::object> result;
    for (const auto& entry : std::filesystem::directory_iterator{VERBATIM_RECORDED_RESPONSES})
        result[entry.path().filename()] = json::parse(read_file(entry.path())).as_object();
    return result;
}

constexpr std::string_view free_text = "Insulin is missing at two clinics.";
const json::object         summary   = {{"title", "No insulin"}, {"summary", "- Two clinics have none"}};

constexpr sdk::output_schema schema{
    .name        = "record_summary",
    .json_schema = R"({"type":"object","properties":{"title":{"type":"string"},"summary":{"type":"string"}},)"
                   R"("required":["title","summary"],"additionalProperties":false})"};

/// Server-sent events. Strings are comments or the end of a stream, objects are data.
std::string stream_of(const json::array& events)
{
    std::string result;
    for (const auto& event : events)
    {
        if (event.is_string() && event.get_string().starts_with(":")) result += event.get_string();
        else if (event.is_string()) result.append("data: ") += event.get_string();
        else
        {
            if (const auto* type = event.as_object().if_contains("type"))
                result.append("event: ").append(type->as_string()) += "\n";
            result += "data: " + json::serialize(event);
        }
        result += "\n\n";
    }
    return result;
}

/// The bytes of a response. Some services send blanks before it, so that the connection stays open.
std::string body_of(const json::object& recorded)
{
    if (const auto* events = recorded.if_contains("events")) return stream_of(events->as_array());
    return (recorded.contains("keep_alive") ? text(recorded, "keep_alive") : "") + json::serialize(recorded.at("body"));
}

/// Gives the same response to every request, in pieces.
class recorded_transport final : public http_client::transport
{
public:
    recorded_transport(http_client::response response, std::vector<json::object>& requests)
        : response_{std::move(response)}
        , requests_{requests}
    {}

    sdk::task<http_client::response> send(const http_client::request& request) override
    {
        requests_.push_back(json::parse(request.body).as_object());
        BOOST_REQUIRE(request.sink);
        constexpr std::size_t piece  = 100;
        auto                  result = response_;
        for (std::string_view rest = result.body; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size())))
            BOOST_TEST(request.sink->take(rest.substr(0, piece)));
        result.body.clear();
        co_return result;
    }

private:
    http_client::response      response_;
    std::vector<json::object>& requests_;
};

settings settings_of(const json::object& recording)
{
    const auto find = [&](std::string_view name) -> std::optional<std::string> {
        if (name == "LLM_API_KEY") return "the-key";
        const auto* value = recording.at("settings").as_object().if_contains(name);
        return value ? std::optional{std::string{value->as_string()}} : std::nullopt;
    };
    settings   result;
    const auto issues = sdk::read(sdk::schema_of<settings>(), find, &result);
    BOOST_REQUIRE(issues.empty());
    BOOST_REQUIRE(problems(result).empty());
    return result;
}

/// One model call that gets a recorded response.
struct exchange
{
    fake_clock                                  time;
    recording_log                               log;
    std::shared_ptr<recording_ledger>           ledger = std::make_shared<recording_ledger>();
    std::vector<json::object>                   requests;
    std::optional<json::object>                 output; ///< that the operation could read
    std::optional<sdk::result<sdk::completion>> result;

    exchange(const json::object& recording, const json::object& recorded, bool structured)
    {
        http_client::response response{.exchange    = http_client::response::exchange_status::completed,
                                       .status      = json::value_to<int>(recorded.at("status")),
                                       .retry_after = {},
                                       .body        = body_of(recorded)};
        if (recorded.contains("retry_after"))
            response.retry_after = std::chrono::seconds{std::stoi(text(recorded, "retry_after"))};

        model_client_dependencies dependencies{.prices      = std::make_shared<price_list>(built_in_prices()),
                                               .local_model = {},
                                               .run_on_pool = [](const std::function<void()>& work) -> sdk::task<> {
                                                   work();
                                                   co_return;
                                               },
                                               .transport = std::make_unique<recorded_transport>(response, requests),
                                               .time      = time,
                                               .random_fraction = [] { return 1.0; }};

        const auto client = make_model_client(settings_of(recording), std::move(dependencies));
        const auto model  = client->open({.tenant_id  = "tenant-1",
                                          .operation  = "summarize",
                                          .request_id = "6f1c1f0e-0000-4000-8000-000000000001",
                                          .deadline   = time.now() + std::chrono::seconds{120},
                                          .ledger     = ledger,
                                          .log        = log},
                                         connection_role::main);

        sdk::chat_request request{.system = sdk::prompt_text{"Summarize."}, .user = sdk::prompt_text{"No insulin."}};
        if (structured)
        {
            request.output_schema = &schema;
            request.accept        = [this](std::string_view completion) {
                const auto last = feedback::last_value(completion);
                if (last && last->value.is_object()) output = last->value.get_object();
                return output.has_value();
            };
        }
        result = run(model->try_complete(request));
    }

    std::size_t attempts() const { return ledger->attempts().size(); }
};

void check_tokens(const exchange& e, const json::object& tokens)
{
    const auto row = e.ledger->attempts().front();
    BOOST_TEST(row.input_tokens == tokens.at("input").as_int64());
    BOOST_TEST(row.output_tokens == tokens.at("output").as_int64());
    BOOST_TEST(row.cached_tokens == tokens.at("cached").as_int64());
}

void check_failure(const exchange& e, sdk::errc code, cause expected, std::size_t attempts)
{
    BOOST_REQUIRE(!*e.result);
    BOOST_TEST((e.result->error().code() == code));
    BOOST_TEST((e.result->error().cause == expected));
    BOOST_TEST(e.attempts() == attempts);
}

/// Failures by expectation: error code, cause, attempts.
struct failure
{
    sdk::errc   code;
    cause       reason;
    std::size_t attempts;
};
const std::map<std::string, failure> failures{
    {"no_output", {sdk::errc::llm_error, cause::truncated, 1}},
    {"unreadable", {sdk::errc::llm_error, cause::unreadable, 1}},
    {"blank", {sdk::errc::llm_error, cause::unreadable, 2}},
    {"interrupted", {sdk::errc::llm_error, cause::server_error, 3}},
    {"refusal", {sdk::errc::content_policy_violation, cause::policy, 1}},
    {"overloaded", {sdk::errc::llm_error, cause::server_error, 3}},
    {"unauthorized", {sdk::errc::llm_error, cause::unauthorized, 1}},
    {"not_found", {sdk::errc::llm_error, cause::not_found, 1}},
    {"invalid_request", {sdk::errc::llm_error, cause::invalid_request, 1}},
    {"refuses_temperature", {sdk::errc::llm_error, cause::invalid_request, 1}},
    {"refuses_max_tokens", {sdk::errc::llm_error, cause::invalid_request, 1}},
    {"refuses_max_tokens_of_context", {sdk::errc::payload_too_large, cause::context_exceeded, 1}},
    {"context_exceeded", {sdk::errc::payload_too_large, cause::context_exceeded, 1}},
    {"quota_exhausted", {sdk::errc::llm_error, cause::quota_exhausted, 1}},
};

void check_exchange(const json::object& recording, const json::object& recorded)
{
    const auto expectation = text(recorded, "expect");
    if (const auto expected = failures.find(expectation); expected != failures.end())
    {
        for (const bool structured : {true, false})
            check_failure({recording, recorded, structured}, expected->second.code, expected->second.reason,
                          expected->second.attempts);
        return;
    }
    const exchange e{recording, recorded, expectation == "structured"};
    if (expectation == "rate_limited")
    {
        BOOST_REQUIRE(!*e.result);
        BOOST_TEST((e.result->error().code() == sdk::errc::llm_rate_limited));
        BOOST_TEST(e.attempts() > 3U);
        if (recorded.contains("retry_after")) BOOST_TEST(e.time.sleeps().front() == 8'000); // and the random second
        return;
    }
    BOOST_REQUIRE(e.result->has_value());
    check_tokens(e, recording.at("tokens").as_object());
    const auto& completion = e.result->value();
    if (expectation == "structured") BOOST_TEST((e.output == summary));
    else if (expectation == "text") BOOST_TEST(completion.text == free_text);
    else
    {
        BOOST_REQUIRE(expectation == "truncated");
        BOOST_TEST(completion.truncated);
        BOOST_TEST(completion.text == free_text.substr(0, completion.text.size()));
        check_failure({recording, recorded, true}, sdk::errc::llm_error, cause::truncated, 1);
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_recorded_responses)

BOOST_AUTO_TEST_CASE(the_same_conversation_has_the_same_outcome_with_each_service)
{
    for (const auto& [file, recording] : recordings())
        for (const auto& recorded : recording.at("exchanges").as_array())
            BOOST_TEST_CONTEXT(file << ": " << text(recorded.as_object(), "name"))
            {
                check_exchange(recording, recorded.as_object());
            }
}

BOOST_AUTO_TEST_CASE(each_service_is_recorded_with_the_outcomes_that_it_documents)
{
    for (const auto& [file, recording] : recordings()) BOOST_TEST_CONTEXT(file)
        {
            std::set<std::string> expectations, of_streams;
            for (const auto& recorded : recording.at("exchanges").as_array())
            {
                const auto& object = recorded.as_object();
                (object.contains("events") ? of_streams : expectations).insert(text(object, "expect"));
            }
            for (const auto* expectation : {"structured", "text", "truncated", "overloaded"})
                BOOST_TEST(expectations.contains(expectation), expectation);
            for (const auto* expectation : {"structured", "text", "truncated"})
                BOOST_TEST(of_streams.contains(expectation), expectation);

            // Servers on this machine have neither limits of their own nor a policy.
            const auto& settings = recording.at("settings").as_object();
            const bool  is_local =
                settings.contains("LLM_API_BASE") && text(settings, "LLM_API_BASE").starts_with("http://127.0.0.1");
            if (!is_local) BOOST_TEST(expectations.contains("rate_limited"));
        }
}

BOOST_AUTO_TEST_CASE(each_response_names_its_source_or_what_could_not_be_verified)
{
    // Neither a documentation nor a report shows its streams.
    const std::set<std::string> without_answers{"gemini.json"};
    for (const auto& [file, recording] : recordings()) BOOST_TEST_CONTEXT(file)
        {
            const auto&           sources = recording.at("sources").as_object();
            std::set<std::string> used, verified, verified_streams;
            bool                  has_error = false;
            for (const auto& recorded : recording.at("exchanges").as_array())
            {
                const auto& object = recorded.as_object();
                BOOST_TEST(object.contains("source") != object.contains("unverified"), text(object, "name"));
                if (!object.contains("source"))
                {
                    BOOST_TEST(!text(object, "unverified").empty());
                    continue;
                }
                used.insert(text(object, "source"));
                has_error = has_error || object.at("status") != 200;
                (object.contains("events") ? verified_streams : verified).insert(text(object, "expect"));
            }
            for (const auto& [name, source] : sources)
            {
                BOOST_TEST(used.contains(name), name);
                BOOST_TEST(text(source.as_object(), "address").starts_with("https://"));
                BOOST_TEST(!text(source.as_object(), "shows").empty());
            }
            for (const auto& name : used) BOOST_TEST(sources.contains(name), name);

            if (without_answers.contains(file)) continue;
            BOOST_TEST(has_error);
            for (const auto* expectation : {"structured", "text", "truncated"})
            {
                BOOST_TEST(verified.contains(expectation), expectation);
                BOOST_TEST(verified_streams.contains(expectation), expectation);
            }
        }
}

BOOST_AUTO_TEST_CASE(each_request_asks_for_structure_as_configured)
{
    for (const auto& [file, recording] : recordings()) BOOST_TEST_CONTEXT(file)
        {
            const auto& recorded = recording.at("exchanges").as_array().front().as_object();
            const auto  body     = exchange{recording, recorded, true}.requests.at(0);
            const auto type = body.if_contains("response_format") ? text(body.at("response_format").as_object(), "type")
                              : body.contains("output_config")
                                  ? text(body.at("output_config").at("format").as_object(), "type")
                                  : "none";
            BOOST_TEST(type == text(recording.at("settings").as_object(), "LLM_STRUCTURED_OUTPUT"));
            BOOST_TEST(body.at("stream").as_bool());
            const bool with_tenant = body.contains("user") || body.contains("metadata");
            BOOST_TEST(with_tenant != recording.at("settings").as_object().contains("LLM_SEND_TENANT_ID"));
        }
}

BOOST_AUTO_TEST_CASE(the_cost_of_a_message_distinguishes_the_tokens_of_the_cache)
{
    const auto     recording = recordings().at("anthropic.json");
    const exchange e{recording, recording.at("exchanges").as_array().front().as_object(), true};
    const auto     row = e.ledger->attempts().at(0);
    BOOST_TEST(row.model == "claude-sonnet-4-5-20250929");
    BOOST_TEST(row.priced);
    BOOST_TEST(row.cost == 1'759); // 260 x 3 + 512 x 0.30 + 40 x 3.75 + 45 x 15, rounded
}

BOOST_AUTO_TEST_CASE(the_reference_lists_each_recording_and_counts_what_is_verified)
{
    const auto page = read_file(VERBATIM_SERVICES_PAGE);
    for (const auto& [file, recording] : recordings()) BOOST_TEST_CONTEXT(file)
        {
            const auto begin =
                page.find("| [" + text(recording, "service") + "](../../../tests/core/llm/recorded/" + file + ") |");
            BOOST_REQUIRE(begin != page.npos);
            const auto& exchanges = recording.at("exchanges").as_array();
            const auto  verified  = std::ranges::count_if(
                  exchanges, [](const json::value& recorded) { return recorded.as_object().contains("source"); });
            BOOST_TEST(
                page.substr(begin, page.find('\n', begin) - begin)
                    .ends_with(" | " + std::to_string(verified) + " of " + std::to_string(exchanges.size()) + " |"));
        }
}

BOOST_AUTO_TEST_SUITE_END()

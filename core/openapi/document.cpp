#include "openapi/document.hpp"

#include "verbatim/sdk/openapi.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string_view.hpp>

#include <algorithm>
#include <map>

namespace verbatim::core::openapi {

namespace {

struct labelled
{
    std::string_view name;
    std::string_view sentence;
};

/// In the order of contract 25.
constexpr labelled tags[]{
    {"Default", "Whether the service is there."},
    {"Bulk Inference", "Questions put to many feedback records at once."},
    {"Inference", "Questions put to one feedback record."},
    {"User Management", "API keys and the tenants they act for."},
    {"Usage Tracking", "What model calls were made, and what they cost."},
};

struct failure
{
    int              status;
    std::string_view meaning;
};

constexpr failure not_authenticated{401, "The key is missing or not valid: `authentication_required`."};
constexpr failure not_allowed{403, "The key is valid but not a superuser's: `forbidden`."};
constexpr failure too_large{413,
                            "The body, or what would be sent to the model, is over its limit: `payload_too_large`."};
constexpr failure not_valid{422, "`json_invalid`, `validation_error`, `prompt_injection_detected` or "
                                 "`content_policy_violation`; `fields` names what is wrong."};
constexpr failure limited{
    429, "The provider still limits the rate after all retries: `llm_rate_limited`. See `Retry-After`."};
constexpr failure unexpected{500, "An unexpected failure: `internal_error`."};
constexpr failure upstream{
    502, "The provider failed, or nothing could be concluded: `llm_error` or `analysis_unavailable`."};
constexpr failure exists_already{409, "What was to be made exists already: `conflict`."};
constexpr failure no_database{
    503, "The database of usage and keys cannot be reached: `usage_backend_unavailable`. A known key goes on working."};
constexpr failure too_late{504, "The deadline passed or the provider timed out: `analysis_timeout` or `llm_timeout`."};

/// What can go wrong on this route; the rest of contract 3.2 belongs to no route or to others.
std::vector<failure> failures_of(const sdk::descriptor& one)
{
    std::vector<failure> all{not_authenticated};
    if (one.who == sdk::access::superuser) all.push_back(not_allowed);
    if (std::ranges::count(one.refuses, sdk::errc::conflict) != 0) all.push_back(exists_already);
    if (one.verb != "GET") all.push_back(too_large);
    all.push_back(not_valid);
    const bool asks_a_model = !one.usage_label.empty();
    if (asks_a_model) all.push_back(limited);
    all.push_back(unexpected);
    if (asks_a_model) all.push_back(upstream);
    all.push_back(no_database); // a key that is not known may be one that could not be read yet
    if (asks_a_model) all.push_back(too_late);
    return all;
}

/// Contract 3.1. Written out, since its `fields` are there only in a 422: no declared reply has a member that may be
/// missing.
constexpr std::string_view error_component =
    R"({"type":"object","description":"What every failure looks like.",)"
    R"("required":["error"],"properties":{"error":{"type":"object","required":["code","message","request_id"],"properties":{)"
    R"("code":{"type":"string","description":"What happened, for programs.","examples":["validation_error"]},)"
    R"("message":{"type":"string","description":"What happened, for people; constant per code.","examples":["Request validation failed"]},)"
    R"("request_id":{"type":"string","format":"uuid","description":"Also in the header X-Request-ID and in the server's log."},)"
    R"("fields":{"type":"array","description":"Only with 422: every problem found, in the order of the schema.","items":{)"
    R"("type":"object","required":["field","issue"],"properties":{)"
    R"("field":{"type":"string","description":"Where: `feedback_records[3].content`, a query parameter, or `body`."},)"
    R"("issue":{"type":"string","description":"The rule that was broken; never the input."}}}}}}}})";

constexpr std::string_view health_component =
    R"({"type":"object","description":"That the service is there.",)"
    R"("required":["status","version"],"properties":{"status":{"type":"string","enum":["ok"]},)"
    R"("version":{"type":"string","description":"Of the running build.","examples":["1.0.0"]}}})";

std::string quoted(std::string_view text) { return boost::json::serialize(boost::json::string_view{text}); }

/// Handler name, path with every non-word character replaced by `_`, method: contract 25.
std::string operation_id(std::string_view name, std::string_view path, std::string_view verb)
{
    auto id = std::string{name}.append(path).append("_").append(verb);
    std::transform(id.begin(), id.end(), id.begin(),
                   [](unsigned char c) { return static_cast<char>(std::isalnum(c) ? std::tolower(c) : '_'); });
    return id;
}

std::string lower(std::string_view verb)
{
    std::string name{verb};
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

std::string json_content(const std::string& schema)
{
    return R"("content":{"application/json":{"schema":)" + schema + "}}";
}

constexpr std::string_view request_id_header =
    R"("X-Request-ID":{"description":"The call's id.","schema":{"type":"string","format":"uuid"}})";

std::string response(int status, std::string_view meaning, const std::string& schema)
{
    auto headers = std::string{request_id_header};
    if (status == 429)
        headers += R"(,"Retry-After":{"description":"Seconds to wait.","schema":{"type":"integer","minimum":1}})";
    return quoted(std::to_string(status)) + R"(:{"description":)" + quoted(meaning) + R"(,"headers":{)" + headers +
           "}," + json_content(schema) + "}";
}

std::string operation(const sdk::descriptor& one)
{
    std::string text =
        quoted(lower(one.verb)) + R"(:{"tags":[)" + quoted(one.tag) + R"(],"summary":)" + quoted(one.summary);
    if (!one.description.empty()) text += R"(,"description":)" + quoted(one.description);
    text += R"(,"operationId":)" + quoted(operation_id(one.name, one.path, one.verb)) +
            R"(,"security":[{"HTTPBearer":[]}])";
    if (one.verb == "GET") text += R"(,"parameters":)" + sdk::query_parameters(one.asks.declared());
    else text += R"(,"requestBody":{"required":true,)" + json_content(sdk::reference_to(one.asks.declared())) + "}";

    text += R"(,"responses":{)" + response(one.success, "The answer.", sdk::reference_to(one.answers.declared()));
    for (const auto& [status, meaning] : failures_of(one))
        text += "," + response(status, meaning, R"({"$ref":"#/components/schemas/Error"})");
    return text + "}}";
}

std::string health()
{
    return R"("/v1/health":{"get":{"tags":["Default"],"summary":"Health check","description":"Answers whenever the process runs; asks neither )"
           R"(the database nor a provider.","operationId":)" +
           quoted(operation_id("health", "/v1/health", "get")) + R"(,"security":[],"responses":{)" +
           response(200, "The service is there.", R"({"$ref":"#/components/schemas/Health"})") + "}}}";
}

} // namespace

std::string document(const std::vector<sdk::descriptor>& operations, std::string_view version)
{
    std::map<std::string_view, std::string> paths; // several verbs of one path stand together
    std::vector<sdk::component>             components;
    for (const auto& one : operations)
    {
        auto& there = paths[one.path];
        there += (there.empty() ? "" : ",") + operation(one);
        if (one.verb != "GET") sdk::add_component(one.asks.declared(), components);
        sdk::add_component(one.answers.declared(), components);
    }

    std::string text =
        R"({"openapi":"3.1.0","info":{"title":"Feedback Analysis Backend","version":)" + quoted(version) +
        R"(,"description":"Analyses qualitative community feedback with language models.","license":{"name":"Apache-2.0",)"
        R"("identifier":"Apache-2.0"}},"servers":[{"url":"/"}],"tags":[)";
    for (const auto& [name, sentence] : tags)
        text += (name == tags[0].name ? "" : ",") + (R"({"name":)" + quoted(name)) + R"(,"description":)" +
                quoted(sentence) + "}";
    text += R"(],"paths":{)" + health();
    for (const auto& [path, verbs] : paths) text += "," + quoted(path) + ":{" + verbs + "}";
    text += R"(},"components":{"securitySchemes":{"HTTPBearer":{"type":"http","scheme":"bearer"}},"schemas":{"Error":)";
    text.append(error_component).append(R"(,"Health":)").append(health_component);
    for (const auto& [name, schema] : components) text += "," + quoted(name) + ":" + schema;
    return text + "}}}";
}

} // namespace verbatim::core::openapi

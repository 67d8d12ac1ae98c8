#include "openapi/document.hpp"

#include "openapi/error_responses.hpp"
#include "openapi/text.hpp"

#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string_view.hpp>

#include <algorithm>
#include <map>

namespace verbatim::core::openapi {

namespace {

struct tag
{
    std::string_view name;
    std::string_view description;
};

/// In the order of docs/reference/openapi.md#document.
constexpr tag tags[]{
    {"Default", "Whether the service is there."},
    {"Bulk Inference", "Questions put to many feedback records at once."},
    {"Inference", "Questions put to one feedback record."},
    {"User Management", "API keys and the tenants they act for."},
    {"Usage Tracking", "What model calls were made, and what they cost."},
};

constexpr std::string_view introduction =
    "Analyses qualitative community feedback with language models: it answers questions from many records, summarizes, "
    "codes and "
    "finds what is sensitive.\n\n"
    "Send a key as `Authorization: Bearer <key>`; what a key's tenant asks is counted for that tenant. Nothing of a "
    "record is kept: a "
    "request is answered while it waits, and leaves only the figures of its model calls.\n\n"
    "Every answer carries `X-Request-ID`. Every failure has one shape, `Error`, whose `code` is for programs.";

/// The headers that answers refer to.
constexpr std::string_view headers =
    R"("X-Request-ID":{"description":"Identifies the call, in the server's log and in usage rows too.","schema":{"type":"string","format":"uuid"}},)"
    R"("X-Key-Access":{"description":"What the key may see: its own tenant, or as a superuser's every tenant.","schema":{"type":"string","enum":["tenant","superuser"]}},)"
    R"("WWW-Authenticate":{"description":"The scheme that is asked for.","schema":{"type":"string","enum":["Bearer"]}},)"
    R"("Retry-After":{"description":"Seconds to wait before asking again.","schema":{"type":"integer","minimum":1,"maximum":3600}})";

constexpr std::string_view health_component =
    R"({"type":"object","description":"That the service is there.",)"
    R"("required":["status","version"],"properties":{"status":{"type":"string","enum":["ok"]},)"
    R"("version":{"type":"string","description":"Of the running build.","examples":["1.0.0"]}}})";

/// docs/reference/openapi.md#operation-ids
std::string operation_id(std::string_view name, std::string_view path, std::string_view verb)
{
    auto id = std::string{name}.append(path).append("_").append(verb);
    std::transform(id.begin(), id.end(), id.begin(),
                   [](char c) { return sdk::ascii::is_alphanumeric(c) ? sdk::ascii::to_lower(c) : '_'; });
    return id;
}

std::string success_response(int status, std::string_view meaning, const std::string& header_references,
                             const std::string& schema)
{
    return quoted(std::to_string(status)) + R"(:{"description":)" + quoted(meaning) + R"(,"headers":{)" +
           header_references + R"(},"content":{"application/json":{"schema":)" + schema + "}}}";
}

std::string request_body(const sdk::object_schema& request)
{
    std::string examples;
    int         number = 0;
    for (const auto& body : sdk::examples(request))
    {
        const auto name = "example-" + std::to_string(++number);
        examples += (number > 1 ? "," : "") + quoted(name) + R"(:{"value":)" + body + "}";
    }
    auto text = R"({"required":true,"content":{"application/json":{"schema":)" + sdk::reference_to(request);
    if (!examples.empty()) text += R"(,"examples":{)" + examples + "}";
    return text + "}}}";
}

std::string operation(const sdk::descriptor& descriptor)
{
    std::string text = quoted(sdk::ascii::lowercase(descriptor.verb)) + R"(:{"tags":[)" + quoted(descriptor.tag) +
                       R"(],"summary":)" + quoted(descriptor.summary);
    if (!descriptor.description.empty()) text += R"(,"description":)" + quoted(descriptor.description);
    text += R"(,"operationId":)" + quoted(operation_id(descriptor.name, descriptor.path, descriptor.verb)) +
            R"(,"security":[{"HTTPBearer":[]}])";
    if (descriptor.verb == "GET") text += R"(,"parameters":)" + sdk::query_parameters(descriptor.request.schema());
    else text += R"(,"requestBody":)" + request_body(descriptor.request.schema());
    auto references = header("X-Request-ID") + "," + header("X-Key-Access");
    for (const auto& [name, value] : descriptor.headers)
        references += "," + quoted(name) + R"(:{"schema":{"type":"string","enum":[)" + quoted(value) + "]}}";
    return text + R"(,"responses":{)" +
           success_response(descriptor.success_status,
                            descriptor.success_status == 201 ? "What was made." : "The answer.", references,
                            sdk::reference_to(descriptor.response.schema())) +
           error_responses(descriptor) + "}}";
}

std::string health()
{
    return R"("/v1/health":{"get":{"tags":["Default"],"summary":"Tell whether the service is there","description":)"
           R"("Answers whenever the process runs; asks neither the database nor a provider, and overlooks a key.","operationId":)" +
           quoted(operation_id("health", "/v1/health", "get")) + R"(,"security":[],"responses":{)" +
           success_response(200, "The service is there.", header("X-Request-ID"),
                            R"({"$ref":"#/components/schemas/Health"})") +
           "}}}";
}

std::string info(std::string_view version)
{
    return R"({"title":"Feedback Analysis Backend","version":)" + quoted(version) + R"(,"description":)" +
           quoted(introduction) + R"(,"license":{"name":"Apache-2.0","identifier":"Apache-2.0"}})";
}

} // namespace

std::string quoted(std::string_view text) { return boost::json::serialize(boost::json::string_view{text}); }

std::string header(std::string_view name)
{
    return quoted(name) + R"(:{"$ref":"#/components/headers/)" + std::string{name} + "\"}";
}

std::string document(const std::vector<sdk::descriptor>& operations, std::string_view version)
{
    std::map<std::string_view, std::string> paths; // several verbs of one path stand together
    std::vector<sdk::component>             components;
    for (const auto& descriptor : operations)
    {
        auto& entry = paths[descriptor.path];
        entry += (entry.empty() ? "" : ",") + operation(descriptor);
        if (descriptor.verb != "GET") sdk::add_component(descriptor.request.schema(), components);
        sdk::add_component(descriptor.response.schema(), components);
    }

    auto text = R"({"openapi":"3.1.0","info":)" + info(version) + R"(,"servers":[{"url":"/"}],"tags":[)";
    for (const auto& [name, sentence] : tags)
        text += (name == tags[0].name ? "" : ",") + (R"({"name":)" + quoted(name)) + R"(,"description":)" +
                quoted(sentence) + "}";
    text += R"(],"paths":{)" + health();
    for (const auto& [path, verbs] : paths) text += "," + quoted(path) + ":{" + verbs + "}";
    text +=
        R"(},"components":{"securitySchemes":{"HTTPBearer":{"type":"http","scheme":"bearer","description":"An API key."}},)";
    text.append(R"("headers":{)")
        .append(headers)
        .append(R"(},"schemas":{"Error":)")
        .append(error_component(operations));
    text.append(R"(,"Health":)").append(health_component);
    for (const auto& [name, schema] : components) text += "," + quoted(name) + ":" + schema;
    return text + "}}}";
}

} // namespace verbatim::core::openapi

#include "openapi/document.hpp"

#include "openapi/error_responses.hpp"
#include "openapi/json_object.hpp"

#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/text.hpp"

#include <map>
#include <set>
#include <stdexcept>

namespace verbatim::core::openapi {

namespace {

struct tag
{
    std::string_view name;
    std::string_view description;
};

constexpr tag tags[]{
    {"Default", "Service health."},
    {"Bulk Inference", "Analyses of many feedback records at once."},
    {"Inference", "Analyses of a single feedback record."},
    {"User Management", "API keys and their tenants."},
    {"Usage Tracking", "Model calls and their cost."},
};

constexpr std::string_view introduction =
    "Analyses qualitative community feedback with language models: answers questions about many records, summarizes, "
    "assigns codes and detects sensitive content.\n\n"
    "Send an API key as `Authorization: Bearer <key>`. Usage is recorded for the key's tenant. Feedback records are "
    "not "
    "stored; the server stores only usage rows of its model calls.\n\n"
    "Every response carries `X-Request-ID`. Every error has the same shape, `Error`; its `code` is meant for programs.";

constexpr std::string_view headers = R"({
"X-Request-ID":{"description":"Id of the request, also in the server's log and in usage rows.","schema":{"type":"string","format":"uuid"}},
"X-Key-Access":{"description":"Access of the key.","schema":{"$ref":"#/components/schemas/KeyAccess"}},
"WWW-Authenticate":{"description":"The required authentication scheme.","schema":{"type":"string","const":"Bearer"}},
"Retry-After":{"description":"Seconds to wait before the next attempt.","schema":{"type":"integer","minimum":1,"maximum":3600}}})";

constexpr std::string_view security_schemes =
    R"({"HTTPBearer":{"type":"http","scheme":"bearer","description":"An API key."}})";

constexpr std::string_view health_schema = R"({"type":"object","description":"The service is up.",
"required":["status","version"],"properties":{"status":{"type":"string","const":"ok"},
"version":{"type":"string","description":"Version of the server.","examples":["1.0.0"]}}})";

constexpr std::string_view key_access_schema = R"({"type":"string","enum":["tenant","superuser"],
"description":"Access of an API key. `tenant`: its own tenant. `superuser`: every tenant."})";

std::string success_response(std::string_view description, const json_object& header_references,
                             std::string_view schema, std::string_view example)
{
    const auto content = json_object{}.member("schema", schema).member("example", example).str();
    return json_object{}
        .text("description", description)
        .member("headers", header_references.str())
        .member("content", json_object{}.member("application/json", content).str())
        .str();
}

std::string request_body(const sdk::object_schema& request)
{
    json_object examples;
    int         number = 0;
    for (const auto& body : sdk::examples(request))
        examples.member("example-" + std::to_string(++number), json_object{}.member("value", body).str());

    json_object content;
    content.member("schema", sdk::reference_to(request));
    if (!examples.empty()) content.member("examples", examples.str());
    return json_object{}
        .member("required", "true")
        .member("content", json_object{}.member("application/json", content.str()).str())
        .str();
}

std::string operation(const sdk::descriptor& descriptor, shared_responses& shared)
{
    json_object operation;
    operation.member("tags", "[" + quoted(descriptor.tag) + "]").text("summary", descriptor.summary);
    if (!descriptor.description.empty()) operation.text("description", descriptor.description);
    operation.text("operationId", descriptor.name).member("security", R"([{"HTTPBearer":[]}])");
    const auto& request = descriptor.request.schema();
    if (descriptor.verb == "GET") operation.member("parameters", sdk::query_parameters(request));
    else operation.member("requestBody", request_body(request));

    const auto& response = descriptor.response.schema();
    json_object header_references;
    for (const auto* name : {"X-Request-ID", "X-Key-Access"})
        header_references.member(name, reference("headers", name));
    for (const auto& [name, value] : descriptor.headers)
    {
        const auto schema = json_object{}.text("type", "string").text("const", value).str();
        header_references.member(name, json_object{}.member("schema", schema).str());
    }

    json_object responses;
    responses.member(std::to_string(descriptor.success_status),
                     success_response(descriptor.success_status == 201 ? "Created." : "Success.", header_references,
                                      sdk::reference_to(response), sdk::example_of(response)));
    add_error_responses(descriptor, responses, shared);
    return operation.member("responses", responses.str()).str();
}

std::string health(std::string_view version)
{
    json_object header_references;
    header_references.member("X-Request-ID", reference("headers", "X-Request-ID"));
    const auto example = json_object{}.text("status", "ok").text("version", version).str();
    const auto response =
        success_response("The service is up.", header_references, reference("schemas", "Health"), example);
    const auto get = json_object{}
                         .member("tags", R"(["Default"])")
                         .text("summary", "Check the service")
                         .text("description",
                               "Responds while the process runs. Checks neither the database nor a model provider, and "
                               "ignores any API key.")
                         .text("operationId", "health")
                         .member("security", "[]")
                         .member("responses", json_object{}.member("200", response).str());
    return json_object{}.member("get", get.str()).str();
}

std::string info(std::string_view version)
{
    return json_object{}
        .text("title", "Feedback Analysis Backend")
        .text("version", version)
        .text("description", introduction)
        .member("license", R"({"name":"Apache-2.0","identifier":"Apache-2.0"})")
        .str();
}

std::string tag_list()
{
    std::string text;
    for (const auto& [name, description] : tags)
        text += (text.empty() ? "" : ",") + json_object{}.text("name", name).text("description", description).str();
    return "[" + text + "]";
}

void require_unique_names(const std::vector<sdk::descriptor>& operations)
{
    std::set<std::string_view> names{"health"};
    for (const auto& descriptor : operations)
        if (!names.insert(descriptor.name).second)
            throw std::logic_error{std::string{descriptor.name} +
                                   ": two operations have this name; rename one of them"};
}

} // namespace

std::string document(const std::vector<sdk::descriptor>& operations, std::string_view version)
{
    require_unique_names(operations);
    std::map<std::string_view, json_object> path_items; // groups the verbs of a path
    std::vector<sdk::component>             components;
    shared_responses                        shared;
    for (const auto& descriptor : operations)
    {
        path_items[descriptor.path].member(sdk::ascii::lowercase(descriptor.verb), operation(descriptor, shared));
        if (descriptor.verb == "GET") sdk::add_parameter_components(descriptor.request.schema(), components);
        else sdk::add_component(descriptor.request.schema(), components);
        sdk::add_component(descriptor.response.schema(), components);
    }

    json_object paths;
    paths.member("/v1/health", health(version));
    for (const auto& [path, item] : path_items) paths.member(path, item.str());

    json_object schemas;
    add_error_schemas(operations, schemas);
    schemas.member("Health", health_schema).member("KeyAccess", key_access_schema);
    for (const auto& [name, schema] : components) schemas.member(name, schema);

    json_object responses;
    for (const auto& [name, response] : shared) responses.member(name, response);

    const auto reusable = json_object{}
                              .member("securitySchemes", security_schemes)
                              .member("headers", headers)
                              .member("responses", responses.str())
                              .member("schemas", schemas.str())
                              .str();
    return json_object{}
        .text("openapi", "3.1.0")
        .member("info", info(version))
        .member("servers", R"([{"url":"/"}])")
        .member("tags", tag_list())
        .member("paths", paths.str())
        .member("components", reusable)
        .str();
}

} // namespace verbatim::core::openapi

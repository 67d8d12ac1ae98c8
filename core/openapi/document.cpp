#include "openapi/document.hpp"

#include "gateway/content_negotiation.hpp"
#include "gateway/deferral.hpp"
#include "gateway/descriptor_facts.hpp"
#include "gateway/dry_run.hpp"
#include "gateway/provenance.hpp"
#include "openapi/error_responses.hpp"
#include "openapi/json_object.hpp"

#include "verbatim/sdk/openapi.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

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
    {"Jobs", "Requests that outlive their connection."},
    {"User Management", "API keys and their tenants."},
    {"Usage Tracking", "Model calls and their cost."},
};

constexpr std::string_view introduction =
    "Analyses qualitative community feedback with language models: answers questions about many records, summarizes, "
    "assigns codes and detects sensitive content.\n\n"
    "Send an API key as `Authorization: Bearer <key>`. Usage is recorded for the key's tenant. Feedback records are "
    "not "
    "stored; the server stores only usage rows of its model calls.\n\n"
    "A request with `Prefer: respond-async` becomes a job, which outlives its connection. A request with an "
    "`Idempotency-Key` can be repeated without a second analysis. A request with `\"dry_run\": true` gets the calls, "
    "tokens and cost that it would have.\n\n"
    "Every response carries `X-Request-ID`. Every error has the same shape, `Error`; its `code` is meant for programs.";

constexpr std::string_view headers = R"({
"X-Request-ID":{"description":"Id of the request, also in the server's log and in usage rows.","schema":{"type":"string","format":"uuid"}},
"X-Did-You-Mean":{"description":"Members that the request lacks and that its unknown members resemble; absent without one.","schema":{"type":"string"}},
"X-Key-Access":{"description":"Access of the key.","schema":{"$ref":"#/components/schemas/KeyAccess"}},
"WWW-Authenticate":{"description":"The required authentication scheme; for an expired key also why it is refused.","schema":{"type":"string","pattern":"^Bearer( error=\"invalid_token\", error_description=\".+\")?$"}},
"Location":{"description":"Path of the job.","schema":{"type":"string"}},
"Preference-Applied":{"description":"The preference that the server applied.","schema":{"type":"string","const":"respond-async"}},
"Retry-After":{"description":"Seconds to wait before the next attempt.","schema":{"type":"integer","minimum":1,"maximum":3600}}})";

constexpr std::string_view security_schemes =
    R"({"HTTPBearer":{"type":"http","scheme":"bearer","description":"An API key."}})";

constexpr std::string_view health_schema = R"({"type":"object","description":"The service is up.",
"required":["status","version"],"properties":{"status":{"type":"string","const":"ok"},
"version":{"type":"string","description":"Version of the server.","examples":["1.0.0"]}}})";

constexpr std::string_view key_access_schema = R"({"type":"string","enum":["tenant","superuser"],
"description":"Access of an API key. `tenant`: its own tenant. `superuser`: every tenant."})";

constexpr std::string_view job_parameters = R"([
{"name":"Prefer","in":"header","required":false,"description":"`respond-async`: the request becomes a job and gets 202. Other preferences are ignored.","schema":{"type":"string"}},
{"name":"Idempotency-Key","in":"header","required":false,"description":"A token or quoted string of 1 to 255 characters, new for each request. Repeating the request with the same key and body returns the same job or the stored answer.","schema":{"type":"string","minLength":1,"maxLength":512}}])";

constexpr std::string_view key_parameter = R"([
{"name":"Idempotency-Key","in":"header","required":true,"description":"The key of the POST: a token or quoted string of 1 to 255 characters.","schema":{"type":"string","minLength":1,"maxLength":512}}])";

/// The segment `{…}` of a path as a parameter, followed by those of the query.
std::string parameters(const sdk::descriptor& descriptor)
{
    if (descriptor.path == gateway::idempotency_keys_path) return std::string{key_parameter};
    auto       query = sdk::query_parameters(descriptor.request.schema());
    const auto open  = descriptor.path.find('{');
    if (open == descriptor.path.npos) return query;
    const auto name = descriptor.path.substr(open + 1, descriptor.path.find('}') - open - 1);
    const auto path = json_object{}
                          .text("name", name)
                          .text("in", "path")
                          .member("required", "true")
                          .text("description", "Id from the response to the POST.")
                          .member("schema", R"({"type":"string"})")
                          .str();
    return "[" + path + (query == "[]" ? "]" : "," + query.substr(1));
}

std::string_view media_type(const sdk::descriptor& descriptor)
{
    for (const auto& [name, value] : descriptor.headers)
        if (name.view() == "Content-Type") return value;
    return "application/json";
}

std::string success_response(std::string_view description, const json_object& header_references,
                             std::string_view schema, std::string_view example,
                             std::string_view                               type            = "application/json",
                             const std::vector<sdk::erased_representation>& representations = {})
{
    json_object content;
    content.member(type, json_object{}.member("schema", schema).member("example", example).str());
    for (const auto& [content_type, file_name, text, write] : representations)
        content.member(gateway::media_type_of(content_type),
                       json_object{}.member("schema", R"({"type":"string"})").text("example", text).str());
    return json_object{}
        .text("description", description)
        .member("headers", header_references.str())
        .member("content", content.str())
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

constexpr std::string_view event_stream = "text/event-stream";

std::string event_parameters(const sdk::descriptor& descriptor)
{
    auto list   = parameters(descriptor);
    list.back() = ',';
    return list +
           R"({"name":"Last-Event-ID","in":"header","required":false,"description":"Id of the latest event that the client has.","schema":{"type":"string"}}])";
}

json_object success_headers(std::initializer_list<std::string_view> names)
{
    json_object references;
    for (const auto name : names) references.member(name, reference("headers", name));
    return references;
}

/// The schema and the example of a success.
struct success_body
{
    std::string schema;
    std::string example;
};

success_body body_of(const sdk::descriptor& descriptor)
{
    const auto& schema = descriptor.response.schema();
    return {sdk::reference_to(schema), sdk::example_of(schema)};
}

std::string example_event(const sdk::descriptor& descriptor)
{
    return "id: 7\nevent: progress\ndata: " + body_of(descriptor).example + "\n\n";
}

/// The body of any request that may become a job.
success_body body_of_any_answer(const std::vector<sdk::descriptor>& operations)
{
    success_body body;
    for (const auto& descriptor : operations)
    {
        if (!gateway::is_deferrable(descriptor)) continue;
        auto answer = body_of(descriptor);
        if (body.example.empty()) body.example = std::move(answer.example);
        body.schema.append(body.schema.empty() ? "" : ",").append(answer.schema);
    }
    return {R"({"anyOf":[)" + body.schema + "]}", body.example.empty() ? "{}" : body.example};
}

std::string or_dry_run(std::string_view schema)
{
    const auto plan = sdk::reference_to(sdk::schema_of<gateway::dry_run_response>());
    return std::string{R"({"anyOf":[)"}.append(schema).append(",").append(plan).append("]}");
}

/// What an operation of the document depends on besides its descriptor.
struct document_context
{
    const std::vector<sdk::descriptor>& operations;
    const sdk::descriptor*              job = nullptr; ///< a route that returns a job; null without jobs
};

std::string operation(const sdk::descriptor& descriptor, const document_context& context, shared_responses& shared)
{
    const bool  may_become_job = context.job != nullptr && gateway::is_deferrable(descriptor);
    json_object operation;
    operation.member("tags", "[" + json_string(descriptor.tag) + "]").text("summary", descriptor.summary);
    if (!descriptor.description.empty()) operation.text("description", descriptor.description);
    operation.text("operationId", descriptor.name).member("security", R"([{"HTTPBearer":[]}])");
    if (may_become_job) operation.member("parameters", job_parameters);
    if (media_type(descriptor) == event_stream) operation.member("parameters", event_parameters(descriptor));
    else if (!gateway::takes_body(descriptor)) operation.member("parameters", parameters(descriptor));
    else operation.member("requestBody", request_body(descriptor.request.schema()));

    auto header_references = success_headers({"X-Request-ID", "X-Key-Access"});
    if (gateway::takes_body(descriptor))
        header_references.member("X-Did-You-Mean", reference("headers", "X-Did-You-Mean"));
    for (const auto& [name, value] : descriptor.headers)
    {
        if (name.view() == "Content-Type") continue;
        const auto schema = json_object{}.text("type", "string").text("const", value).str();
        header_references.member(name, json_object{}.member("schema", schema).str());
    }

    const auto  type   = media_type(descriptor);
    const auto  body   = type == event_stream
                             ? success_body{R"({"type":"string"})", json_string(example_event(descriptor))}
                         : descriptor.response ? body_of(descriptor)
                                               : body_of_any_answer(context.operations);
    const auto  schema = gateway::has_dry_run(descriptor) ? or_dry_run(body.schema) : body.schema;
    json_object responses;
    responses.member(std::to_string(descriptor.success_status),
                     success_response(descriptor.success_status == 201 ? "Created." : "Success.", header_references,
                                      schema, body.example, type, descriptor.representations));
    if (type == event_stream) responses.member("204", reference("responses", "NoFurtherEvents"));
    if (may_become_job)
    {
        const auto job        = body_of(*context.job);
        shared["JobAccepted"] = success_response("With `Prefer: respond-async`: the request is a job.",
                                                 success_headers({"X-Request-ID", "X-Key-Access", "X-Did-You-Mean",
                                                                  "Location", "Preference-Applied", "Retry-After"}),
                                                 job.schema, job.example);
        responses.member("202", reference("responses", "JobAccepted"));
    }
    if (type == event_stream)
        shared["NoFurtherEvents"] = json_object{}
                                        .text("description", "The event of `Last-Event-ID` was the last.")
                                        .member("headers", success_headers({"X-Request-ID", "X-Key-Access"}).str())
                                        .str();
    add_error_responses(descriptor, responses, shared);
    return operation.member("responses", responses.str()).str();
}

/// The first route that returns a single job.
const sdk::descriptor* find_job_route(const std::vector<sdk::descriptor>& jobs)
{
    const auto route =
        std::ranges::find_if(jobs, [](const auto& job) { return job.path.ends_with('}') && job.verb == "GET"; });
    return route == jobs.end() ? nullptr : &*route;
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

void add_components(const sdk::descriptor& descriptor, std::vector<sdk::component>& components)
{
    if (!gateway::takes_body(descriptor)) sdk::add_parameter_components(descriptor.request.schema(), components);
    else sdk::add_component(descriptor.request.schema(), components);
    if (descriptor.response) sdk::add_component(descriptor.response.schema(), components);
}

/// Only those with names that are not taken.
void add_new_components(const sdk::descriptor& descriptor, std::vector<sdk::component>& components)
{
    std::vector<sdk::component> own;
    add_components(descriptor, own);
    for (auto& component : own)
        if (std::ranges::find(components, component.name, &sdk::component::name) == components.end())
            components.push_back(std::move(component));
}

/// The members that the server adds to requests and responses. Operations may share a type.
void extend_components(const std::vector<sdk::descriptor>& operations, const std::set<std::string_view>& earlier_sdks,
                       std::vector<sdk::component>& components)
{
    using further_members = std::pair<const sdk::object_schema*, std::vector<const sdk::object_schema*>>;
    std::map<std::string_view, further_members> extensions; // by the name of the component
    const auto add = [&](const sdk::descriptor& descriptor, const sdk::object_schema& schema,
                         const sdk::object_schema& further) {
        auto& [extended, added] = extensions[sdk::name_of(schema)];
        if (!extended || !earlier_sdks.contains(descriptor.name)) extended = &schema;
        if (std::ranges::count(added, &further) == 0) added.push_back(&further);
    };
    for (const auto& descriptor : operations)
    {
        if (gateway::has_dry_run(descriptor))
        {
            add(descriptor, descriptor.request.schema(), sdk::schema_of<gateway::dry_run_option>());
            sdk::add_component(sdk::schema_of<gateway::dry_run_response>(), components);
        }
        if (!gateway::is_explainable(descriptor)) continue;
        add(descriptor, descriptor.request.schema(), sdk::schema_of<gateway::explain_option>());
        add(descriptor, descriptor.response.schema(), sdk::schema_of<gateway::provenance_member>());
    }
    for (const auto& [name, extension] : extensions)
        sdk::extend_component(*extension.first, extension.second, components);
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

std::string document(const std::vector<sdk::descriptor>& operations, const std::vector<sdk::descriptor>& jobs,
                     std::string_view version, const std::set<std::string_view>& earlier_sdks)
{
    auto routes = operations;
    routes.insert(routes.end(), jobs.begin(), jobs.end());
    require_unique_names(routes);
    const document_context                  context{operations, find_job_route(jobs)};
    std::map<std::string_view, json_object> path_items; // groups the verbs of a path
    std::vector<sdk::component>             components;
    shared_responses                        shared;
    for (const auto& descriptor : routes)
    {
        path_items[descriptor.path].member(sdk::ascii::lowercase(descriptor.verb),
                                           operation(descriptor, context, shared));
        if (!earlier_sdks.contains(descriptor.name)) add_components(descriptor, components);
    }
    for (const auto& descriptor : routes)
        if (earlier_sdks.contains(descriptor.name)) add_new_components(descriptor, components);
    extend_components(operations, earlier_sdks, components);

    json_object paths;
    paths.member("/v1/health", health(version));
    for (const auto& [path, item] : path_items) paths.member(path, item.str());

    json_object schemas;
    add_error_schemas(routes, schemas);
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

#include "plugins.hpp"

#include "registry/loader.hpp"
#include "sdk/schema/json_schema.hpp"

#include "verbatim/sdk/embedder.hpp"
#include "verbatim/sdk/openapi.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <sstream>
#include <stdexcept>

namespace verbatim::testing {

namespace json = boost::json;

namespace {

std::vector<std::string> names_of_plugins()
{
    std::vector<std::string> names;
    std::istringstream       listed{VERBATIM_PLUGINS};
    for (std::string name; std::getline(listed, name, ',');) names.push_back(name);
    return names;
}

/// Loaded with default settings; plugins are never unloaded.
const core::registry::operation_table& every_operation()
{
    static const auto& loaded = *[] {
        auto*                  table = new core::registry::operation_table;
        captured_log           log;
        core::registry::loader opens{
            *table, [](const sdk::object_schema&, void*) { return core::settings::setting_problems{}; }, log};
        opens.load({.folders = {VERBATIM_PLUGINS_DIR}, .enabled = names_of_plugins()});
        if (!opens.problems().empty()) throw std::runtime_error{to_string(opens.problems().front())};
        return table;
    }();
    return loaded;
}

json::object components_of(const sdk::object_schema& table)
{
    std::vector<sdk::component> components;
    sdk::add_component(table, components);
    json::object named;
    for (const auto& component : components) named[component.name] = json::parse(component.schema);
    return named;
}

/// Gives all texts the same vector.
class constant_embedder final : public sdk::embedder
{
public:
    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::prompt_text> texts, std::size_t) override
    {
        sdk::vectors     vectors{texts.size(), 1};
        const std::array same{1.0F};
        for (std::size_t n = 0; n != texts.size(); ++n) vectors.set(n, same);
        co_return vectors;
    }
};

/// Adds the body, and one body per other value of each enumeration member: modes are separate paths of an operation.
void add_examples(const core::registry::registered_operation& entry, const json::value& body,
                  const json::object& schema, std::vector<request_example>& examples)
{
    examples.push_back({&entry, body});
    for (const auto& [name, member] : schema.at("properties").as_object())
    {
        const auto* value = body.as_object().if_contains(name);
        const auto* words = member.as_object().if_contains("enum");
        if (!value || !words) continue;
        for (const auto& word : words->as_array())
        {
            if (word.is_null() || word == *value) continue;
            examples.push_back({&entry, body});
            examples.back().body.as_object()[name] = word;
        }
    }
}

} // namespace

const std::vector<request_example>& examples()
{
    static const auto collected = [] {
        std::vector<request_example> result;
        for (const auto& entry : every_operation().operations())
        {
            if (entry.descriptor.usage_label.empty()) continue; // makes no model calls
            const auto& request_table = entry.descriptor.request.schema();
            const auto  named         = components_of(request_table);
            const auto& schema        = named.at(sdk::name_of(request_table)).as_object();
            const auto* samples       = schema.if_contains("examples");
            if (!samples)
                throw std::runtime_error{std::string{entry.descriptor.name} + " declares no example of its request"};
            for (const auto& body : samples->as_array()) add_examples(entry, body, schema, result);
        }
        return result;
    }();
    return collected;
}

json::value with_texts(json::value body, std::string_view member, const change& change_text)
{
    if (auto* list = body.if_array())
        for (auto& item : *list) item = with_texts(std::move(item), member, change_text);
    if (auto* object = body.if_object())
        for (auto& [name, value] : *object)
        {
            if (name == member && value.is_string()) change_text(value.as_string());
            else value = with_texts(std::move(value), member, change_text);
        }
    return body;
}

parsed_request request_of(const request_example& sample, const json::value& body)
{
    return {sample.operation_entry->descriptor.request, json::serialize(body)};
}

void prepare(fake_call& call)
{
    static constant_embedder engine;
    call.embedder_override = &engine;
    call.llm.auto_reply();
    call.word_list.add("Amina", "PERSON");
}

bool matches_schema(const core::registry::registered_operation& entry, std::string_view body)
{
    const auto&       response_table = entry.descriptor.response.schema();
    const json_schema document{components_of(response_table)};
    return document.accepts(sdk::name_of(response_table), json::parse(body));
}

} // namespace verbatim::testing

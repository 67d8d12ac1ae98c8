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
    for (std::string one; std::getline(listed, one, ',');) names.push_back(one);
    return names;
}

/// Loaded with default settings, and like all plugins never closed.
const core::registry::operation_table& every_operation()
{
    static const auto& loaded = *[] {
        auto*                  table = new core::registry::operation_table;
        captured_log           log;
        core::registry::loader opens{*table, [](const sdk::table&, void*) { return std::vector<std::string>{}; }, log};
        opens.load({.folder = {VERBATIM_PLUGINS_DIR}, .enabled = names_of_plugins()});
        if (!opens.problems().empty()) throw std::runtime_error{opens.problems().front()};
        return table;
    }();
    return loaded;
}

json::object components_of(const sdk::table& what)
{
    std::vector<sdk::component> all;
    sdk::add_component(what, all);
    json::object named;
    for (const auto& one : all) named[one.name] = json::parse(one.schema);
    return named;
}

/// Every text means the same.
class alike final : public sdk::embedder
{
public:
    sdk::task<sdk::result<sdk::vectors>> try_embed(std::span<const sdk::outbound> texts, std::size_t) override
    {
        sdk::vectors     all{texts.size(), 1};
        const std::array same{1.0F};
        for (std::size_t n = 0; n != texts.size(); ++n) all.set(n, same);
        co_return all;
    }
};

/// The body, and for each member that names a word of an enumeration a body with each other word: modes are ways of
/// their own through an operation.
void add_examples(const core::registry::served& one, const json::value& body, const json::object& schema,
                  std::vector<example>& to)
{
    to.push_back({&one, body});
    for (const auto& [name, member] : schema.at("properties").as_object())
    {
        const auto* given = body.as_object().if_contains(name);
        const auto* words = member.as_object().if_contains("enum");
        if (!given || !words) continue;
        for (const auto& word : words->as_array())
        {
            if (word.is_null() || word == *given) continue;
            to.push_back({&one, body});
            to.back().body.as_object()[name] = word;
        }
    }
}

} // namespace

const std::vector<example>& examples()
{
    static const auto all = [] {
        std::vector<example> found;
        for (const auto& one : every_operation().all())
        {
            if (one.about.usage_label.empty()) continue; // it asks no model
            const auto& asks   = one.about.asks.declared();
            const auto  named  = components_of(asks);
            const auto& schema = named.at(sdk::name_of(asks)).as_object();
            const auto* given  = schema.if_contains("examples");
            if (!given) throw std::runtime_error{std::string{one.about.name} + " declares no example of its request"};
            for (const auto& body : given->as_array()) add_examples(one, body, schema, found);
        }
        return found;
    }();
    return all;
}

json::value with_texts(json::value body, std::string_view member, const change& made)
{
    if (auto* list = body.if_array())
        for (auto& one : *list) one = with_texts(std::move(one), member, made);
    if (auto* object = body.if_object())
        for (auto& [name, value] : *object)
        {
            if (name == member && value.is_string()) made(value.as_string());
            else value = with_texts(std::move(value), member, made);
        }
    return body;
}

void prepare(fake_call& call, const example& one, const json::value& body)
{
    static alike engine;
    call.engine = &engine;
    call.script.improvises();
    call.words.knows("Amina", "PERSON");
    call.asks(one.of->about.asks, json::serialize(body));
}

bool keeps_its_document(const core::registry::served& one, std::string_view body)
{
    const auto&       answers = one.about.answers.declared();
    const json_schema document{components_of(answers)};
    return document.accepts(sdk::name_of(answers), json::parse(body));
}

} // namespace verbatim::testing

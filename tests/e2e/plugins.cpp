// Plugins are independent: disabling one does not change the others.
#include "e2e/test_server.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

using names = std::vector<std::string>;

const names& every_plugin()
{
    static const auto plugins_of_release = [] {
        names              names_found;
        std::istringstream listed{VERBATIM_PLUGINS};
        for (std::string name; std::getline(listed, name, ',');) names_found.push_back(name);
        return names_found;
    }();
    return plugins_of_release;
}

std::string enabled(const names& chosen) { return json::serialize(json::value_from(chosen)); }

names all_but(const std::string& left_out)
{
    names others;
    std::ranges::copy_if(every_plugin(), std::back_inserter(others),
                         [&](const auto& name) { return name != left_out; });
    return others;
}

/// Output of a command with these plugins.
std::string printed(const std::string& task, const names& plugins)
{
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["PLUGINS_ENABLED"]                 = enabled(plugins);
    settings["REMOTE_OPERATIONS"]               = VERBATIM_REMOTE_SAMPLES;
    auto [code, output]                         = support::run_server(settings, {task});
    if (code != 0) throw std::runtime_error{output};
    return std::move(output);
}

json::object document(const names& plugins) { return json::parse(printed("--print-openapi", plugins)).as_object(); }

std::set<std::string> members(const json::value& object)
{
    std::set<std::string> names_of_members;
    for (const auto& [name, value] : object.as_object()) names_of_members.insert(name);
    return names_of_members;
}

/// Collects all components that `node` refers to, directly or indirectly.
void referred(const json::value& node, const json::object& components, std::set<std::string>& referenced)
{
    constexpr std::string_view where = "#/components/schemas/";
    if (const auto* list = node.if_array())
        for (const auto& item : *list) referred(item, components, referenced);
    const auto* object = node.if_object();
    if (!object) return;
    for (const auto& [name, value] : *object)
    {
        if (name != "$ref") referred(value, components, referenced);
        else if (!value.as_string().starts_with(where)) continue; // a header
        else if (const std::string component{value.as_string().subview(where.size())};
                 referenced.insert(component).second)
            referred(components.at(component), components, referenced);
    }
}

/// The document with shared responses inlined, because a response that a single operation uses is not shared.
json::object with_own_responses(json::object document)
{
    const json::value original(document);
    for (auto& [path, verbs] : document.at("paths").as_object())
        for (auto& [verb, operation] : verbs.as_object())
            for (auto& [status, response] : operation.at("responses").as_object())
                response = json::value(resolved(original, response));
    document.at("components").as_object().erase("responses");
    return document;
}

/// The document without these paths and without components that nothing refers to any more.
json::object without(json::object document_of_all, const std::set<std::string>& paths)
{
    auto& served = document_of_all.at("paths").as_object();
    for (const auto& path : paths) served.erase(path);
    auto&                 components = document_of_all.at("components").at("schemas").as_object();
    std::set<std::string> referenced;
    referred(served, components, referenced);
    referred(document_of_all.at("components").at("headers"), components, referenced);
    for (const auto& name : members(components))
        if (!referenced.contains(name)) components.erase(name);
    return document_of_all;
}

/// Without the one of a dry run.
std::string schema_of_answer(const json::value& operation)
{
    const auto& schema = operation.at("responses").at("200").at("content").at("application/json").at("schema");
    return json::serialize(schema.at("anyOf").at(0));
}

/// Schemas of the answers of all operations that can be jobs.
std::set<std::string> schemas_of_answers(const json::object& document)
{
    std::set<std::string> schemas;
    for (const auto& [path, verbs] : document.at("paths").as_object())
        if (const auto* post = verbs.as_object().if_contains("post");
            post && post->at("responses").as_object().contains("202"))
            schemas.insert(schema_of_answer(*post));
    return schemas;
}

/// Removes the description of the answers that the result of a job may have, and returns their schemas.
std::set<std::string> take_schemas_of_results(json::object& document)
{
    auto& success = document.at("paths").at("/v1/jobs/{job_id}/result").at("get").at("responses").at("200").as_object();
    std::set<std::string> schemas;
    for (const auto& answer : success.at("content").at("application/json").at("schema").at("anyOf").as_array())
        schemas.insert(json::serialize(answer));
    success.erase("content");
    return schemas;
}

const std::set<std::string>& paths_of_the_server()
{
    static const auto own = members(document({}).at("paths"));
    return own;
}

/// The server has these paths with any operation that calls a model.
bool is_of_jobs(std::string_view path) { return path.starts_with("/v1/jobs"); }

/// The paths of a plugin.
std::set<std::string> paths_of(const std::string& plugin)
{
    auto paths = members(document({plugin}).at("paths"));
    for (const auto& own : paths_of_the_server()) paths.erase(own);
    std::erase_if(paths, is_of_jobs);
    return paths;
}

/// The status of an empty request to each path of the document.
std::map<std::string, int> statuses(const json::object& of_all, const names& plugins)
{
    test_server server{{{"PLUGINS_ENABLED", enabled(plugins)}, {"REMOTE_OPERATIONS", VERBATIM_REMOTE_SAMPLES}}};
    std::map<std::string, int> status_by_path;
    for (const auto& [path, verbs] : of_all.at("paths").as_object())
        for (const auto& [verb, operation] : verbs.as_object())
        {
            if (is_of_jobs(path)) continue; // not found without a job
            const auto response  = verb == "get" ? server.get(path, {{"Authorization", std::string{"Bearer "} + key}})
                                                 : server.post(path, "{}");
            status_by_path[path] = response.status;
            if (response.status == 404) BOOST_TEST(code_of(response) == "not_found", path);
        }
    return status_by_path;
}

} // namespace

BOOST_AUTO_TEST_SUITE(plugins)

BOOST_AUTO_TEST_CASE(disabled_plugin_is_missing_from_the_document)
{
    auto complete = with_own_responses(document(every_plugin()));
    BOOST_TEST(take_schemas_of_results(complete) == schemas_of_answers(complete));
    for (const auto& plugin : every_plugin()) BOOST_TEST_CONTEXT(plugin)
        {
            const auto paths = paths_of(plugin);
            BOOST_TEST(!paths.empty());
            for (const auto& path : paths) BOOST_TEST(complete.at("paths").as_object().contains(path), path);

            auto expected = without(complete, paths);
            auto reduced  = with_own_responses(document(all_but(plugin)));
            BOOST_TEST(take_schemas_of_results(reduced) == schemas_of_answers(reduced));

            if (plugin == "remote" ||
                plugin == "analyze_bulk") // Their error codes, which the result of a job may have.
                for (const auto* place :
                     {"/components/schemas/ErrorCode", "/paths/~1v1~1jobs~1{job_id}~1result/get/responses"})
                {
                    boost::system::error_code error;
                    json::value               from(reduced), to(expected);
                    *to.find_pointer(place, error) = *from.find_pointer(place, error);
                    expected                       = to.as_object();
                }
            BOOST_TEST((reduced == expected), json::serialize(reduced));
            BOOST_TEST((reduced != complete));
        }
}

BOOST_AUTO_TEST_CASE(disabled_plugin_is_404_and_others_work)
{
    const auto of_all = document(every_plugin());
    const auto before = statuses(of_all, every_plugin());
    for (const auto& [path, status] : before) BOOST_TEST(status != 404, path);

    for (const auto& plugin : every_plugin()) BOOST_TEST_CONTEXT(plugin)
        {
            auto expected = before;
            for (const auto& path : paths_of(plugin)) expected[path] = 404;

            BOOST_TEST((statuses(of_all, all_but(plugin)) == expected));
        }
}

BOOST_AUTO_TEST_CASE(missing_plugins_of_the_release_are_logged_by_default)
{
    const support::temporary_directory folder;
    const auto                         plugins = folder.path() / "plugins";
    std::filesystem::create_directory(plugins);
    std::filesystem::create_symlink(std::filesystem::path{VERBATIM_PLUGINS_DIR} / "summarize.so",
                                    plugins / "summarize.so");
    auto settings           = default_settings(folder);
    settings["PLUGINS_DIR"] = plugins.string();

    const auto [code, output] = support::run_server(settings, {"--check"});
    BOOST_TEST(code == 0, output);
    for (const auto& name : every_plugin())
        BOOST_TEST((output.find(R"("event":"plugin_missing","plugin":")" + name + '"') != std::string::npos) ==
                       (name != "summarize"),
                   output);

    settings["PLUGINS_ENABLED"] = R"(["summarize"])";
    BOOST_TEST(support::run_server(settings, {"--check"}).second == "configuration OK\n");
}

BOOST_AUTO_TEST_CASE(settings_of_disabled_plugins_are_ignored)
{
    const support::temporary_directory folder;
    auto                               settings = default_settings(folder);
    settings["PLUGINS_ENABLED"]                 = enabled({"summarize", "usage"});
    settings["CODING_FRAMEWORK_PATH"]           = "/nowhere/codes.json";

    const auto [code, output] = support::run_server(settings, {"--print-config"});

    BOOST_TEST(code == 0, output);
    BOOST_TEST(output.find("CODING_FRAMEWORK_PATH") == std::string::npos, output);
    BOOST_TEST(printed("--print-config", every_plugin()).find("CODING_FRAMEWORK_PATH") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

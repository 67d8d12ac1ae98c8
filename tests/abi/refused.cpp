// Plugins that the server refuses, with a message that names the file, the problem and the fix.
#include "metrics/metric_registry.hpp"
#include "registry/declared_types.hpp"
#include "registry/loader.hpp"
#include "registry/plugin_file.hpp"
#include "settings/reader.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>

using namespace verbatim;
using core::registry::load_error_action;
using core::registry::loader;
using core::registry::operation_table;
using verbatim::support::temporary_directory;

namespace {

const std::filesystem::path modules = MODULES;

class silent_log final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view event, std::initializer_list<sdk::log_field>) override { last = event; }
    bool enabled(sdk::severity) const noexcept override { return true; }

    std::string last;
};

/// A plugins folder, and the loader that reads it.
struct fixture
{
    temporary_directory                        folder;
    core::settings::setting_values             settings;
    operation_table                            table;
    silent_log                                 log;
    std::vector<std::string>                   problems;
    std::vector<core::registry::loaded_plugin> plugins;
    std::vector<std::string>                   unknown;
    std::vector<std::string>                   skipped;
    std::vector<sdk::descriptor>               server_routes;
    std::string                                folders = folder.path().string(); ///< PLUGINS_DIR

    void install(const std::string& module, std::optional<std::string> name = {})
    {
        std::filesystem::copy_file(modules / (module + ".so"), folder.path() / (name.value_or(module) + ".so"));
    }

    void load(std::optional<std::vector<std::string>> enabled  = {},
              core::registry::load_error_action       on_error = core::registry::load_error_action::stop)
    {
        core::settings::source source{[](std::string_view) { return std::nullopt; }, settings};
        core::settings::reader reader{source};
        loader loader{table, [&](const sdk::object_schema& wanted, void* into) { return reader.read(wanted, into); },
                      log};
        for (const auto& route : server_routes) loader.reserve(route);
        loader.load({.folders = {folders}, .enabled = std::move(enabled), .on_error = on_error});
        for (const auto& problem : loader.problems()) problems.push_back(to_string(problem));
        plugins = loader.plugins();
        for (const auto& failure : loader.skipped()) skipped.push_back(failure.name);
        for (const auto& problem : reader.unknown_keys([&](auto name) { return loader.is_setting_of_disabled(name); }))
            unknown.push_back(problem.setting);
    }

    /// The only problem, without the folder's name.
    std::string single_problem() const
    {
        BOOST_REQUIRE_EQUAL(problems.size(), 1u);
        const auto prefix = folder.path().string() + "/";
        BOOST_TEST(problems[0].starts_with(prefix), problems[0]);
        return problems[0].substr(prefix.size());
    }
};

std::string refusal_of(const std::string& module)
{
    fixture fixture;
    fixture.install(module);
    fixture.load();
    BOOST_TEST(fixture.table.operations().empty());
    BOOST_TEST(fixture.plugins.empty());
    return fixture.single_problem();
}

std::string refusal_of_bytes(std::string_view bytes)
{
    fixture fixture;
    fixture.folder.file("x.so", bytes);
    fixture.load();
    return fixture.single_problem();
}

std::string bytes_of(const std::string& module)
{
    std::ifstream file{modules / (module + ".so"), std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(refused)

BOOST_AUTO_TEST_CASE(a_plugin_of_this_build_is_opened_and_served)
{
    fixture fixture;
    fixture.install("good");
    fixture.load();

    BOOST_TEST(fixture.problems == std::vector<std::string>{}, boost::test_tools::per_element());
    BOOST_REQUIRE_EQUAL(fixture.plugins.size(), 1u);
    BOOST_TEST(fixture.plugins[0].name == "good");
    BOOST_REQUIRE_EQUAL(fixture.plugins[0].operations.size(), 1u);
    BOOST_TEST(fixture.table.find("POST", "/v1/hello") == fixture.plugins[0].operations[0]);
    BOOST_TEST(fixture.table.find("GET", "/v1/hello") == nullptr);
    BOOST_TEST(fixture.table.find("POST", "/v1/hello")->descriptor.summary == "Greets");
    BOOST_TEST(fixture.log.last == "good loaded");
}

BOOST_AUTO_TEST_CASE(plugins_of_another_build_are_refused_before_their_code_runs)
{
    // The constructors of these modules end the process.
    BOOST_TEST(refusal_of("other_sdk").starts_with("other_sdk.so: was built with SDK 999.7, which is newer than "));
    BOOST_TEST(refusal_of("other_compiler").starts_with("other_compiler.so: was built with other types than this "));
    BOOST_TEST(refusal_of("debug_containers").find("\"gcc; libstdc++ with debug containers; boost ") !=
               std::string::npos);
    BOOST_TEST(refusal_of("asio_without_threads").find(", asio without threads\"") != std::string::npos);
    for (const std::string module : {"other_layouts", "other_size"})
        BOOST_TEST(refusal_of(module).starts_with(module + ".so: was built with a development version of SDK "));
    BOOST_TEST(refusal_of("other_magic") == "other_magic.so: is not a plugin of this server");
}

BOOST_AUTO_TEST_CASE(a_library_without_an_entry_is_refused_before_its_code_runs)
{
    BOOST_TEST(refusal_of("stranger") ==
               "stranger.so: is not a plugin: it exports no verbatim_plugin_entry; write VERBATIM_PLUGIN in "
               "one of its files, or remove it from the plugins folder");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_a_library_is_refused)
{
    const std::string what_to_do = "; remove it from the plugins folder or build it again";

    BOOST_TEST(refusal_of_bytes("#!/bin/sh\n") == "x.so: is not a library for this machine (no ELF file)" + what_to_do);
    BOOST_TEST(refusal_of_bytes("") == "x.so: is not a library for this machine (empty)" + what_to_do);
    BOOST_TEST(refusal_of_bytes("\x7f"
                                "ELF") == "x.so: is not a library for this machine (cut short)" + what_to_do);
    BOOST_TEST(refusal_of_bytes("\x7f"
                                "ELF" +
                                std::string(200, '\1')) ==
               "x.so: is not a library for this machine (made for another machine)" + what_to_do);

    fixture fixture;
    std::filesystem::create_directory(fixture.folder.path() / "x.so");
    fixture.load();
    BOOST_TEST(fixture.single_problem() == "x.so: is not a library for this machine (no file)" + what_to_do);
}

BOOST_AUTO_TEST_CASE(a_truncated_library_is_refused_and_not_opened)
{
    const auto bytes = bytes_of("other_sdk");
    for (std::size_t size = 1; size < bytes.size(); size += 1 + size / 7)
        BOOST_TEST_CONTEXT(size << " bytes of " << bytes.size())
    BOOST_TEST(refusal_of_bytes(bytes.substr(0, size)).starts_with("x.so: "));
}

BOOST_AUTO_TEST_CASE(a_library_with_invalid_offsets_is_refused_without_reading_outside_it)
{
    const auto          bytes = bytes_of("other_sdk");
    temporary_directory folder;
    for (std::size_t at = 16; at < 64; ++at) // the ELF header: what is read first points to all the rest
    {
        auto corrupted  = bytes;
        corrupted[at]   = static_cast<char>(corrupted[at] ^ 0xff);
        const auto path = folder.file("x.so", corrupted);
        try
        {
            BOOST_TEST(!sdk::mismatch(core::registry::plugin_file{path}.tag()).empty());
        }
        catch (const std::runtime_error& error)
        {
            BOOST_TEST(std::string{error.what()}.starts_with("is not "));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_missing_symbol_is_reported_with_the_message_of_the_linker)
{
    const auto sentence = refusal_of("unresolved");

    BOOST_TEST(sentence.starts_with("unresolved.so: cannot be opened: "), sentence);
    BOOST_TEST(sentence.find("nobody_has_this_function") != sentence.npos, sentence);
}

BOOST_AUTO_TEST_CASE(an_exception_of_load_is_reported)
{
    BOOST_TEST(refusal_of("throws") == "throws.so: its load function failed: the model file is missing");
    BOOST_TEST(refusal_of("throws_a_number") ==
               "throws_a_number.so: its load function failed: it threw an object that is not a std::exception");
    BOOST_TEST(refusal_of("empty") == "empty.so: adds no operation; call plugin.add<…>() in VERBATIM_PLUGIN");
}

BOOST_AUTO_TEST_CASE(a_path_of_another_plugin_is_refused_and_names_that_plugin)
{
    fixture fixture;
    fixture.install("good");
    fixture.install("twin");
    fixture.load();

    BOOST_TEST(fixture.single_problem() ==
               "twin.so: operation hello: POST /v1/hello is already served by plugin good; enable only one of them "
               "or change a path");
}

BOOST_AUTO_TEST_CASE(an_invalid_setting_is_named_without_its_value)
{
    fixture fixture;
    fixture.settings = {{"GOOD_PLUGIN_LIMIT", "s3cret"}};
    fixture.install("good");
    fixture.load();

    const std::vector<std::string> expected{"GOOD_PLUGIN_LIMIT: Input should be a valid integer"};
    BOOST_TEST(fixture.problems == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_invalid_setting_of_two_plugins_is_reported_once)
{
    fixture fixture;
    fixture.settings = {{"GOOD_PLUGIN_LIMIT", "s3cret"}};
    fixture.install("good");
    fixture.install("good", "good_too");
    fixture.load();

    BOOST_TEST(fixture.problems.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_folder_without_plugins_is_reported_unless_no_plugin_is_enabled)
{
    fixture fixture;
    fixture.load();
    const std::vector<std::string> expected{
        "PLUGINS_DIR: there is no plugin in " + fixture.folder.path().string() +
        "; name the folder of the plugins, or set PLUGINS_ENABLED to [] for a server "
        "without any"};
    BOOST_TEST(fixture.problems == expected, boost::test_tools::per_element());

    struct fixture none;
    none.load(std::vector<std::string>{});
    BOOST_TEST(none.problems.empty());
}

BOOST_AUTO_TEST_CASE(every_folder_is_searched)
{
    fixture             fixture;
    temporary_directory other;
    fixture.install("good");
    std::filesystem::copy_file(modules / "empty.so", other.path() / "empty.so");
    fixture.folders = fixture.folder.path().string() + ":" + other.path().string();
    fixture.load();
    BOOST_REQUIRE_EQUAL(fixture.plugins.size(), 1u);
    BOOST_TEST(fixture.plugins[0].name == "good");
    BOOST_REQUIRE_EQUAL(fixture.problems.size(), 1u);
    BOOST_TEST(fixture.problems[0].starts_with((other.path() / "empty.so").string() + ": "), fixture.problems[0]);
}

BOOST_AUTO_TEST_CASE(plugins_of_the_same_name_in_two_folders_are_refused)
{
    fixture             fixture;
    temporary_directory other;
    fixture.install("good");
    std::filesystem::copy_file(modules / "good.so", other.path() / "good.so");
    fixture.folders = fixture.folder.path().string() + ":" + other.path().string();
    fixture.load();
    BOOST_REQUIRE_EQUAL(fixture.problems.size(), 1u);
    BOOST_TEST(fixture.problems[0] == "PLUGINS_DIR: " + (fixture.folder.path() / "good.so").string() + " and " +
                                          (other.path() / "good.so").string() +
                                          " have the same name; remove one of them");
    BOOST_TEST(fixture.plugins.empty());
}

BOOST_AUTO_TEST_CASE(all_problems_of_a_descriptor_are_reported_at_once)
{
    fixture fixture;
    fixture.table.reserve("/v1/health");
    fixture.install("misdeclared");
    fixture.load();

    std::vector<std::string> problems;
    for (const auto& problem : fixture.problems) problems.push_back(problem.substr(problem.find(".so: ") + 5));
    BOOST_REQUIRE_EQUAL(problems.size(), 19u);
    BOOST_TEST(problems[0] == "operation Crooked Name: its name must be a word of a-z, 0-9 and _");
    BOOST_TEST(problems[1] == "operation Crooked Name: its verb must be GET or POST");
    BOOST_TEST(problems[2] ==
               "operation Crooked Name: its path must start with '/', end without one and need no escapes");
    BOOST_TEST(problems[3] == "operation Crooked Name: its summary is missing");
    BOOST_TEST(problems[4] == "operation Crooked Name: its tag is missing");
    BOOST_TEST(problems[5] == "operation Crooked Name: its deadline must be a second or more");
    BOOST_TEST(problems[6].starts_with("operation mistaken: Broken: "), problems[6]);
    BOOST_TEST(problems[7] == "operation reserved: /v1/health is the server's own; choose another path");
    const std::string answering = "operation answering: ";
    BOOST_TEST(problems[8] ==
               answering + "its success status is 404; use 200 to 299, but not 204 or 205, which have no body");
    BOOST_TEST(problems[9] == answering + "its header 'X-Split' has a value with control characters; leave them out");
    BOOST_TEST(problems[10] ==
               answering + "its header 'Not A Name' has a name that is no HTTP token; use letters, digits and '-'");
    BOOST_TEST(problems[11] == answering + "its header 'content-length' is written by the server; leave it out");
    BOOST_TEST(problems[12] == answering + "its error 'Too Few' must have a code of a-z, 0-9 and _");
    BOOST_TEST(problems[13] == answering + "its error 'llm_error' has a code of the server; name it as sdk::errc");
    BOOST_TEST(problems[14] == answering + "its error 'fine' has the status 200; use 400 to 599");
    BOOST_TEST(problems[15] == answering + "its error 'fine' is declared twice; remove one");
    BOOST_TEST(problems[16] == answering + "its error 'fine' must have a message without control characters");
    BOOST_TEST(problems[17].starts_with("operation unexemplary: Unexemplary"), problems[17]);
    BOOST_TEST(problems[18] ==
               "operation hasty: its deadline of 9 s is too short to call a model; use at least 10 s, or "
               "leave out its usage label");
}

BOOST_AUTO_TEST_CASE(a_type_name_with_two_meanings_is_reported_with_both_files)
{
    fixture fixture;
    fixture.install("good");
    fixture.install("other_types");
    fixture.load();

    BOOST_TEST(fixture.single_problem() ==
               "other_types.so: operation other: its type HelloRequest differs from the type of "
               "that name in " +
                   (fixture.folder.path() / "good.so").string() + "; rename one of them");
}

struct server_answer
{
    int number = 0;
};
void declare(sdk::schema_builder& schema, server_answer& answer)
{
    schema.name("HelloResponse", "Of the server.");
    schema.field("number", answer.number, "A number.");
}

BOOST_AUTO_TEST_CASE(names_and_types_of_the_server_are_refused)
{
    fixture fixture;
    fixture.server_routes.push_back(
        {.name = "hello", .verb = "POST", .path = "/v1/own", .request = sdk::type_of<server_answer>(), .response = {}});
    fixture.install("good");
    fixture.load();
    BOOST_TEST(fixture.single_problem() ==
               "good.so: operation hello: this name is the server's own; choose another name");

    struct fixture types;
    types.server_routes.push_back(
        {.name = "own", .verb = "POST", .path = "/v1/own", .request = sdk::type_of<server_answer>(), .response = {}});
    types.install("good");
    types.load();
    BOOST_TEST(types.single_problem() ==
               "good.so: operation hello: its type HelloResponse differs from the type of that "
               "name in verbatimd; rename one of them");
}

BOOST_AUTO_TEST_CASE(a_type_name_may_have_two_meanings_in_plugins_of_different_sdks)
{
    fixture fixture;
    fixture.install("good");
    fixture.install("earlier_types");
    fixture.load();

    if (sdk::sdk_version % 1000 == 0) return; // there is no earlier version yet
    BOOST_TEST(fixture.problems.empty());
    BOOST_TEST(fixture.plugins.size() == 2u);
    BOOST_TEST((fixture.table.names_of_earlier_sdks() == std::set<std::string_view>{"other"}));
}

struct other_answer
{
    std::string text;
};
void declare(sdk::schema_builder& schema, other_answer& answer)
{
    schema.name("HelloResponse", "Of another plugin.");
    schema.field("text", answer.text, "A text.");
}

BOOST_AUTO_TEST_CASE(a_plugin_of_an_earlier_sdk_hides_no_conflict_of_two_later_ones)
{
    const auto with = [](const sdk::type& type) {
        return sdk::descriptor{.name = "hello", .verb = "POST", .path = "/v1/hello", .request = type, .response = {}};
    };
    core::registry::declared_types types;
    BOOST_TEST(types.add(with(sdk::type_of<server_answer>()), "a.so", 3'000).empty());
    BOOST_TEST(types.add(with(sdk::type_of<server_answer>()), "b.so", 3'001).empty());
    BOOST_TEST(types.add(with(sdk::type_of<other_answer>()), "c.so", 3'001).size() == 1u);
    BOOST_TEST(types.add(with(sdk::type_of<other_answer>()), "d.so", 3'002).empty());

    core::registry::declared_types earlier_first;
    BOOST_TEST(earlier_first.add(with(sdk::type_of<other_answer>()), "a.so", 3'000).empty());
    BOOST_TEST(earlier_first.add(with(sdk::type_of<server_answer>()), "b.so", 3'001).empty());
    BOOST_TEST(earlier_first.add(with(sdk::type_of<other_answer>()), "c.so", 3'001).size() == 1u);
}

BOOST_AUTO_TEST_CASE(only_enabled_plugins_are_opened_and_missing_ones_are_reported)
{
    fixture fixture;
    fixture.install("good");
    fixture.install("stranger");
    fixture.load(std::vector<std::string>{"good", "absent"});

    BOOST_REQUIRE_EQUAL(fixture.problems.size(), 1u);
    BOOST_TEST(fixture.problems[0] == "PLUGINS_ENABLED: names a plugin that is not in " +
                                          fixture.folder.path().string() + "; found there: good, stranger");
    BOOST_TEST(fixture.plugins.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_refused_plugin_does_not_hide_further_problems)
{
    fixture fixture;
    fixture.install("good");
    fixture.install("other_sdk");
    fixture.install("stranger");
    fixture.load();

    BOOST_TEST(fixture.problems.size() == 2u);
    BOOST_TEST(fixture.plugins.size() == 1u);
}

BOOST_AUTO_TEST_CASE(settings_of_plugins_that_are_not_enabled_are_known)
{
    fixture fixture;
    fixture.settings = {{"GOOD_PLUGIN_LIMIT", "5"}, {"GOOD_PLUGIN_LIMITS", "5"}, {"PLUGIN", "5"}};
    fixture.install("good");
    fixture.load(std::vector<std::string>{});

    BOOST_REQUIRE_EQUAL(fixture.unknown.size(), 2u);
    BOOST_TEST(fixture.unknown[0] == "GOOD_PLUGIN_LIMITS");
    BOOST_TEST(fixture.unknown[1] == "PLUGIN");
}

BOOST_AUTO_TEST_CASE(a_setting_that_the_plugin_does_not_list_is_refused)
{
    BOOST_TEST(refusal_of("unlisted") == "unlisted.so: reads the setting GOOD_PLUGIN_LIMIT, which VERBATIM_PLUGIN does "
                                         "not list; write VERBATIM_PLUGIN(plugin, GOOD_PLUGIN_LIMIT, …)");
}

BOOST_AUTO_TEST_CASE(a_missing_folder_is_reported)
{
    operation_table table;
    silent_log      log;
    loader          loader{table, {}, log};

    loader.load({.folders = {"/nowhere/plugins"}, .enabled = {}});

    BOOST_REQUIRE_EQUAL(loader.problems().size(), 1u);
    BOOST_TEST(to_string(loader.problems()[0]) ==
               "PLUGINS_DIR: the folder /nowhere/plugins cannot be read (No such file or directory)");
}

BOOST_AUTO_TEST_CASE(a_route_that_the_plugin_does_not_list_is_refused)
{
    BOOST_TEST(refusal_of("other_routes") ==
               "other_routes.so: serves POST /v1/hello, which VERBATIM_ROUTES does not list; add it there");

    fixture fixture; // a listed route may be absent
    fixture.install("good_routes");
    fixture.load();
    BOOST_TEST(fixture.problems.empty());
    BOOST_TEST(fixture.plugins.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_skipped_plugin_adds_nothing_and_stops_no_other)
{
    for (const std::string faulty : {"misdeclared", "throws", "throws_a_number", "other_sdk", "stranger", "unresolved",
                                     "twin", "unlisted", "empty"})
        BOOST_TEST_CONTEXT(faulty)
        {
            fixture fixture;
            fixture.table.reserve("/v1/health");
            fixture.install("good", "a_good");
            fixture.install(faulty);
            fixture.install("other_types", "z_other");
            fixture.load({}, load_error_action::skip);

            // One type of z_other is declared differently by a_good, which was opened before it.
            BOOST_TEST(fixture.problems.empty());
            const std::vector<std::string> skipped{faulty, "z_other"};
            BOOST_TEST(fixture.skipped == skipped, boost::test_tools::per_element());
            BOOST_REQUIRE_EQUAL(fixture.plugins.size(), 1u);
            BOOST_REQUIRE_EQUAL(fixture.table.operations().size(), 1u);
            BOOST_TEST(fixture.table.operations()[0].plugin == "a_good");
            BOOST_TEST(fixture.log.last == "plugin_skipped");
            core::metrics::metric_registry page;
            fixture.table.counters().add_to(page);
            BOOST_TEST(page.to_text() == "");
        }
}

BOOST_AUTO_TEST_CASE(types_and_settings_of_a_skipped_plugin_stop_no_other)
{
    fixture fixture;
    fixture.settings = {{"GOOD_PLUGIN_LIMIT", "many"}};
    fixture.install("good");
    fixture.load({}, load_error_action::skip);
    BOOST_REQUIRE_EQUAL(fixture.skipped.size(), 1u);
    BOOST_TEST(fixture.unknown.empty());

    struct fixture valid;
    valid.install("other_routes"); // fails after its types were added, one of which other_types declares differently
    valid.install("other_types");
    valid.load({}, load_error_action::skip);
    BOOST_REQUIRE_EQUAL(valid.skipped.size(), 1u);
    BOOST_TEST(valid.skipped[0] == "other_routes");
    BOOST_TEST(valid.table.find("POST", "/v1/other") != nullptr);
}

BOOST_AUTO_TEST_CASE(listed_routes_of_a_skipped_plugin_are_known_unless_another_plugin_serves_them)
{
    for (const bool is_served : {false, true})
    {
        fixture fixture;
        fixture.table.reserve("/v1/health");
        fixture.install("throws");
        if (is_served) fixture.install("twin", "z_twin"); // opened later
        fixture.load({}, load_error_action::skip);

        BOOST_REQUIRE_EQUAL(fixture.table.skipped().size(), 1u);
        BOOST_TEST(fixture.table.skipped()[0].name == "throws");
        std::vector<core::registry::route> expected{{"POST", "/v1/hello"}, {"GET", "/v1/hello-count"}};
        if (is_served) expected.erase(expected.begin());
        BOOST_TEST((fixture.table.skipped()[0].routes == expected));
    }
}

BOOST_AUTO_TEST_CASE(an_error_of_a_setting_of_the_server_is_never_skipped)
{
    fixture fixture;
    fixture.install("good");
    fixture.load(std::vector<std::string>{"good", "absent"}, load_error_action::skip);
    BOOST_REQUIRE_EQUAL(fixture.problems.size(), 1u);
    BOOST_TEST(fixture.problems[0].starts_with("PLUGINS_ENABLED: names a plugin that is not in "));
}

BOOST_AUTO_TEST_CASE(operations_of_a_skipped_plugin_may_have_settings)
{
    for (const auto on_error : {load_error_action::stop, load_error_action::skip})
    {
        fixture fixture;
        fixture.install("good");
        if (on_error == load_error_action::skip) fixture.install("empty");
        fixture.load({}, on_error);
        core::registry::settings settings;
        settings.deadlines["someone_elses"] = 60;
        BOOST_TEST(fixture.table.apply(settings).size() == (on_error == load_error_action::stop ? 1u : 0u));
        settings.deadlines["hello"] = 5;
        BOOST_TEST(fixture.table.apply(settings).size() == (on_error == load_error_action::stop ? 2u : 1u));
    }
}

BOOST_AUTO_TEST_SUITE_END()

// Plugins that a server must refuse, each with one sentence that names the file and says what to do.
#include "registry/loader.hpp"
#include "registry/plugin_file.hpp"
#include "settings/reader.hpp"
#include "support/scratch.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>

using namespace verbatim;
using core::registry::loader;
using core::registry::operation_table;
using verbatim::support::scratch;

namespace {

const std::filesystem::path modules = MODULES;

class silent_log final : public sdk::log
{
public:
    void write(sdk::severity, std::string_view event, std::initializer_list<sdk::fact>) override { last = event; }
    bool enabled(sdk::severity) const noexcept override { return true; }

    std::string last;
};

/// A plugins folder, and the loader that reads it.
struct bench
{
    scratch                                    folder;
    core::settings::named_texts                given;
    operation_table                            table;
    silent_log                                 log;
    std::vector<std::string>                   problems;
    std::vector<core::registry::loaded_plugin> plugins;
    std::vector<std::string>                   unknown;

    void has(const std::string& module, std::optional<std::string> as = {})
    {
        std::filesystem::copy_file(modules / (module + ".so"), folder.path() / (as.value_or(module) + ".so"));
    }

    void load(std::optional<std::vector<std::string>> enabled = {})
    {
        core::settings::source source{[](std::string_view) { return std::nullopt; }, given};
        core::settings::reader reader{source};
        loader one{table, [&](const sdk::table& wanted, void* into) { return reader.read(wanted, into); }, log};
        one.load({.folder = {folder.path().string()}, .enabled = std::move(enabled)});
        problems = one.problems();
        plugins  = one.plugins();
        unknown  = reader.unknown([&](std::string_view name) { return one.is_setting_of_closed(name); });
    }

    /// The only problem, without the folder's name.
    std::string only_problem() const
    {
        BOOST_REQUIRE_EQUAL(problems.size(), 1u);
        const auto prefix = folder.path().string() + "/";
        BOOST_TEST(problems[0].starts_with(prefix), problems[0]);
        return problems[0].substr(prefix.size());
    }
};

std::string refusal_of(const std::string& module)
{
    bench one;
    one.has(module);
    one.load();
    BOOST_TEST(one.table.all().empty());
    BOOST_TEST(one.plugins.empty());
    return one.only_problem();
}

std::string refusal_of_bytes(std::string_view bytes)
{
    bench one;
    one.folder.file("x.so", bytes);
    one.load();
    return one.only_problem();
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
    bench one;
    one.has("good");
    one.load();

    BOOST_TEST(one.problems == std::vector<std::string>{}, boost::test_tools::per_element());
    BOOST_REQUIRE_EQUAL(one.plugins.size(), 1u);
    BOOST_TEST(one.plugins[0].name == "good");
    BOOST_REQUIRE_EQUAL(one.plugins[0].operations.size(), 1u);
    BOOST_TEST(one.table.find("POST", "/v1/hello") == one.plugins[0].operations[0]);
    BOOST_TEST(one.table.find("GET", "/v1/hello") == nullptr);
    BOOST_TEST(one.table.find("POST", "/v1/hello")->about.summary == "Greets");
    BOOST_TEST(one.log.last == "good loaded");
}

BOOST_AUTO_TEST_CASE(another_build_is_refused_before_anything_of_it_runs)
{
    // The constructors of these modules end the process.
    BOOST_TEST(refusal_of("other_sdk").starts_with("other_sdk.so: was built for sdk 999.7; gcc "));
    BOOST_TEST(refusal_of("other_sdk").ends_with("; rebuild it with this server's SDK"));
    BOOST_TEST(refusal_of("other_compiler").find("; gcc 99; ") != std::string::npos);
    BOOST_TEST(refusal_of("other_compiler").find("; this server is sdk ") != std::string::npos);
    BOOST_TEST(refusal_of("other_headers").find("; headers ") != std::string::npos);
    BOOST_TEST(refusal_of("other_headers").ends_with("; rebuild it with this server's SDK"));
    BOOST_TEST(refusal_of("other_layout") ==
               "other_layout.so: was built with another layout of the SDK; rebuild it with this server's SDK");
    BOOST_TEST(refusal_of("other_magic") == "other_magic.so: is not a plugin of this server");
}

BOOST_AUTO_TEST_CASE(what_is_no_plugin_is_refused_before_anything_of_it_runs)
{
    BOOST_TEST(refusal_of("stranger") ==
               "stranger.so: is not a plugin: it exports no verbatim_plugin_entry; write VERBATIM_PLUGIN in "
               "one of its files, or remove it from the plugins folder");
}

BOOST_AUTO_TEST_CASE(what_is_no_library_is_refused)
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

    bench one;
    std::filesystem::create_directory(one.folder.path() / "x.so");
    one.load();
    BOOST_TEST(one.only_problem() == "x.so: is not a library for this machine (no file)" + what_to_do);
}

BOOST_AUTO_TEST_CASE(a_library_cut_anywhere_is_refused_and_never_opened)
{
    const auto whole = bytes_of("other_sdk");
    for (std::size_t size = 1; size < whole.size(); size += 1 + size / 7)
        BOOST_TEST_CONTEXT(size << " bytes of " << whole.size())
    BOOST_TEST(refusal_of_bytes(whole.substr(0, size)).starts_with("x.so: "));
}

BOOST_AUTO_TEST_CASE(a_library_with_wild_offsets_is_refused_without_reading_outside_it)
{
    const auto whole = bytes_of("other_sdk");
    scratch    folder;
    for (std::size_t at = 16; at < 64; ++at) // the ELF header: what is read first points to all the rest
    {
        auto wild       = whole;
        wild[at]        = static_cast<char>(wild[at] ^ 0xff);
        const auto path = folder.file("x.so", wild);
        try
        {
            BOOST_TEST(!sdk::mismatch(core::registry::plugin_file{path}.tag()).empty());
        }
        catch (const std::runtime_error& why)
        {
            BOOST_TEST(std::string{why.what()}.starts_with("is not "));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_missing_symbol_is_told_in_the_words_of_the_linker)
{
    const auto sentence = refusal_of("unresolved");

    BOOST_TEST(sentence.starts_with("unresolved.so: cannot be opened: "), sentence);
    BOOST_TEST(sentence.find("nobody_has_this_function") != sentence.npos, sentence);
}

BOOST_AUTO_TEST_CASE(a_load_that_throws_is_a_sentence)
{
    BOOST_TEST(refusal_of("throws") == "throws.so: its load function failed: the model file is missing");
    BOOST_TEST(refusal_of("throws_a_number") ==
               "throws_a_number.so: its load function failed: it threw something that is no std::exception");
    BOOST_TEST(refusal_of("empty") == "empty.so: adds no operation; call plugin.add<…>() in VERBATIM_PLUGIN");
}

BOOST_AUTO_TEST_CASE(a_path_already_taken_names_who_took_it)
{
    bench one;
    one.has("good");
    one.has("twin");
    one.load();

    BOOST_TEST(one.only_problem() ==
               "twin.so: operation hello: POST /v1/hello is already served by plugin good; enable only one of them "
               "or change a path");
}

BOOST_AUTO_TEST_CASE(a_bad_setting_is_named_and_its_value_is_not)
{
    bench one;
    one.given = {{"GOOD_PLUGIN_LIMIT", "s3cret"}};
    one.has("good");
    one.load();

    const std::vector<std::string> told{"GOOD_PLUGIN_LIMIT: Input should be a valid integer"};
    BOOST_TEST(one.problems == told, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_bad_setting_that_two_plugins_read_is_told_once)
{
    bench one;
    one.given = {{"GOOD_PLUGIN_LIMIT", "s3cret"}};
    one.has("good");
    one.has("good", "good_too");
    one.load();

    BOOST_TEST(one.problems.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_folder_without_plugins_is_told_unless_none_is_wanted)
{
    bench one;
    one.load();
    const std::vector<std::string> told{"PLUGINS_DIR: there is no plugin in " + one.folder.path().string() +
                                        "; name the folder of the plugins, or set PLUGINS_ENABLED to [] for a server "
                                        "without any"};
    BOOST_TEST(one.problems == told, boost::test_tools::per_element());

    bench none;
    none.load(std::vector<std::string>{});
    BOOST_TEST(none.problems.empty());
}

BOOST_AUTO_TEST_CASE(every_mistake_in_a_descriptor_is_told_at_once)
{
    bench one;
    one.table.reserve("/v1/health");
    one.has("misdeclared");
    one.load();

    std::vector<std::string> told;
    for (const auto& problem : one.problems) told.push_back(problem.substr(problem.find(".so: ") + 5));
    BOOST_REQUIRE_EQUAL(told.size(), 10u);
    BOOST_TEST(told[0] == "operation Crooked Name: its name must be a word of a-z, 0-9 and _");
    BOOST_TEST(told[1] == "operation Crooked Name: its verb must be GET or POST");
    BOOST_TEST(told[2] == "operation Crooked Name: its path must start with '/', end without one and need no escapes");
    BOOST_TEST(told[3] == "operation Crooked Name: its summary is missing");
    BOOST_TEST(told[4] == "operation Crooked Name: its tag is missing");
    BOOST_TEST(told[5] == "operation Crooked Name: its deadline must be a second or more");
    BOOST_TEST(told[6] == "operation Crooked Name: it declares no answer (descriptor::answers)");
    BOOST_TEST(told[7].starts_with("operation mistaken: Broken: "), told[7]);
    BOOST_TEST(told[8] == "operation reserved: it declares no request (descriptor::asks)");
    BOOST_TEST(told[9] == "operation reserved: /v1/health is the server's own; choose another path");
}

BOOST_AUTO_TEST_CASE(only_what_is_enabled_is_opened_and_a_missing_one_is_told)
{
    bench one;
    one.has("good");
    one.has("stranger");
    one.load(std::vector<std::string>{"good", "absent"});

    BOOST_REQUIRE_EQUAL(one.problems.size(), 1u);
    BOOST_TEST(one.problems[0] == "PLUGINS_ENABLED: names a plugin that is not in " + one.folder.path().string() +
                                      "; there are: good, stranger");
    BOOST_TEST(one.plugins.size() == 1u);
}

BOOST_AUTO_TEST_CASE(one_bad_plugin_does_not_hide_the_next_problem)
{
    bench one;
    one.has("good");
    one.has("other_sdk");
    one.has("stranger");
    one.load();

    BOOST_TEST(one.problems.size() == 2u);
    BOOST_TEST(one.plugins.size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_settings_of_a_plugin_left_closed_are_known)
{
    bench one;
    one.given = {{"GOOD_PLUGIN_LIMIT", "5"}, {"GOOD_PLUGIN_LIMITS", "5"}, {"PLUGIN", "5"}};
    one.has("good");
    one.load(std::vector<std::string>{});

    BOOST_REQUIRE_EQUAL(one.unknown.size(), 2u);
    BOOST_TEST(one.unknown[0].starts_with("GOOD_PLUGIN_LIMITS: "));
    BOOST_TEST(one.unknown[1].starts_with("PLUGIN: "));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_told)
{
    operation_table table;
    silent_log      log;
    loader          one{table, {}, log};

    one.load({.folder = {"/nowhere/plugins"}, .enabled = {}});

    BOOST_REQUIRE_EQUAL(one.problems().size(), 1u);
    BOOST_TEST(one.problems()[0] ==
               "PLUGINS_DIR: the folder /nowhere/plugins cannot be read (No such file or directory)");
}

BOOST_AUTO_TEST_SUITE_END()

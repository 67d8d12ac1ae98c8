#include "app/sample.hpp"

#include "settings/config_file.hpp"
#include "support/server_process.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

using namespace verbatim;

namespace {

constexpr auto one_key = R"([{"key_id":"k","name":"k","key":"key-0123456789abcdef","tenant_id":"t"}])";

std::string committed_sample()
{
    std::ifstream file{VERBATIM_SAMPLE};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// A commented-out setting of the sample, without its '#'.
struct setting
{
    std::string name; ///< with _FILE for a secret
    std::string line;
    bool        is_default;
};

/// NAME of `#NAME = value`; empty for any other line.
std::string name_in(const std::string& line)
{
    const auto end = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", 1);
    if (!line.starts_with('#') || end == line.npos || line.compare(end, 3, " = ") != 0) return {};
    return line.substr(1, end - 1);
}

std::vector<setting> settings_of(const std::string& sample)
{
    std::vector<setting> settings;
    std::istringstream   lines{sample};
    std::string          previous;
    for (std::string line; std::getline(lines, line); previous = line)
        if (const auto name = name_in(line); !name.empty())
            settings.push_back(
                {name, line.substr(1), previous.find("Not set") == previous.npos && !previous.ends_with(" File:")});
    return settings;
}

/// Runs --check with a configuration file: exit status and output.
std::pair<int, std::string> check(const std::string& text, bool with_key = true)
{
    support::temporary_directory folder;
    const auto                   file = folder.path() / "verbatim.toml";
    std::ofstream{file} << text;
    support::server_process::environment settings;
    if (with_key) settings["AUTH_API_KEYS"] = one_key;
    return support::run_server(settings, {"--check", "--config", file.string()});
}

} // namespace

BOOST_AUTO_TEST_SUITE(sample_configuration)

BOOST_AUTO_TEST_CASE(the_sample_matches_the_declared_settings)
{
    const auto generated = core::app::sample_configuration(VERBATIM_PLUGINS_FOLDER);
    BOOST_TEST((committed_sample() == generated),
               "etc/verbatim.toml does not match the declared settings; write it with\n"
               "    cmake --build --preset dev --target write_sample_configuration");
}

BOOST_AUTO_TEST_CASE(the_sample_is_accepted_and_sets_nothing)
{
    const auto [code, output] = check(committed_sample());
    BOOST_TEST(code == 0, output);
}

BOOST_AUTO_TEST_CASE(every_default_is_accepted_as_a_value)
{
    std::string text;
    int         count = 0;
    for (const auto& entry : settings_of(committed_sample()))
    {
        if (!entry.is_default) continue;
        text += entry.line + "\n";
        ++count;
    }
    const auto [code, output] = check(text);
    BOOST_TEST(code == 0, output);
    BOOST_TEST(count > 15);
}

BOOST_AUTO_TEST_CASE(every_example_is_accepted_as_a_value)
{
    for (const auto& entry : settings_of(committed_sample()))
    {
        if (entry.is_default) continue;
        const auto output = check(entry.line + "\n", entry.name != "AUTH_API_KEYS_FILE").second;
        // A missing file or another required setting is not a fault of the value.
        for (const auto* fault : {"Input should", "is no setting", "TOML"})
            BOOST_TEST(output.find(fault) == std::string::npos, output);
    }
}

BOOST_AUTO_TEST_CASE(every_setting_appears_once_with_a_value)
{
    std::map<std::string, int> count_by_name;
    for (const auto& entry : settings_of(committed_sample()))
    {
        BOOST_TEST(++count_by_name[entry.name] == 1, entry.name);
        BOOST_TEST(!entry.line.ends_with("= "), entry.name << " has neither a default nor an example");
    }
    for (const auto* name : {"LLM_MODEL", "AUTH_API_KEYS_FILE", "NETWORK_ADMIN_PORT", "ANALYZE_METADATA_FIELDS"})
        BOOST_TEST(count_by_name.contains(name), name);

    // Every other line is a comment or empty, so the cases above see every setting.
    std::istringstream lines{committed_sample()};
    for (std::string line; std::getline(lines, line);)
        BOOST_TEST((line.empty() || line.starts_with("# ") || line.starts_with("## ") ||
                    count_by_name.contains(line.substr(1, line.find(' ') - 1))),
                   line);
}

BOOST_AUTO_TEST_CASE(a_folder_without_plugins_is_an_error)
{
    support::temporary_directory empty;
    BOOST_CHECK_THROW(core::app::sample_configuration(empty.path() / "nowhere"), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()

#include "settings/reader.hpp"

#include "support/temporary_directory.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>

using namespace verbatim;
using namespace verbatim::core::settings;
using verbatim::support::temporary_directory;

namespace {

struct account
{
    std::string tenant;
    sdk::secret key;
};
void declare(sdk::schema_builder& schema, account& s)
{
    schema.name("Account", "API keys.");
    schema.required("tenant", s.tenant, "Tenant.");
    schema.required("key", s.key, "Secret.");
}

struct model_settings
{
    double                                  timeout    = 115;
    int                                     tokens     = 4;
    bool                                    structured = true;
    std::string                             name       = "local/extractive";
    sdk::secret                             key;
    std::optional<std::vector<std::string>> fields;
    std::vector<account>                    accounts;
};
void declare(sdk::schema_builder& schema, model_settings& s)
{
    schema.name("ModelSettings", "The model.");
    schema.optional("LLM_TIMEOUT_SECONDS", s.timeout, "Timeout of an attempt.");
    schema.optional("LLM_CHARS_PER_TOKEN", s.tokens, "For the estimate.").at_least(1);
    schema.optional("LLM_STRUCTURED_OUTPUTS", s.structured, "Send a schema.");
    schema.optional("LLM_MODEL", s.name, "Model name.");
    schema.optional("LLM_API_KEY", s.key, "Key of the provider.");
    schema.optional("FIELDS", s.fields, "Metadata fields.");
    schema.optional("ACCOUNTS", s.accounts, "API keys.");
}

struct required_settings
{
    std::string tenant;
};
void declare(sdk::schema_builder& schema, required_settings& s)
{
    schema.name("RequiredSettings", "Settings without a default.");
    schema.required("TENANT", s.tenant, "Tenant.");
}

source make_source(setting_values texts)
{
    return source{[](std::string_view) { return std::nullopt; }, std::move(texts)};
}

bool accept_none(std::string_view) { return false; }

} // namespace

BOOST_AUTO_TEST_SUITE(reader_)

BOOST_AUTO_TEST_CASE(given_values_are_read_and_others_keep_their_defaults)
{
    auto   values = make_source({{"LLM_TIMEOUT_SECONDS", "2.5"},
                                 {"LLM_STRUCTURED_OUTPUTS", "false"},
                                 {"LLM_API_KEY", "s3cret"},
                                 {"FIELDS", R"(["a","b"])"}});
    reader settings{values};

    const auto read = settings.read<model_settings>();

    BOOST_TEST(settings.problems().empty());
    BOOST_TEST(read.timeout == 2.5);
    BOOST_TEST(read.tokens == 4);
    BOOST_TEST(!read.structured);
    BOOST_TEST(read.name == "local/extractive");
    BOOST_TEST(read.key.reveal() == "s3cret");
    BOOST_TEST(read.fields->size() == 2u);
}

BOOST_AUTO_TEST_CASE(every_problem_names_the_setting_and_never_the_value)
{
    auto   values = make_source({{"LLM_TIMEOUT_SECONDS", "s3cret"},
                                 {"LLM_CHARS_PER_TOKEN", "0"},
                                 {"LLM_STRUCTURED_OUTPUTS", "maybe"},
                                 {"LLM_API_KEY_FILE", "/nowhere/s3cret"},
                                 {"FIELDS", "s3cret"}});
    reader settings{values};

    settings.read<model_settings>();
    settings.read<required_settings>();

    const std::vector<std::string> expected{"LLM_API_KEY_FILE: the file cannot be read (No such file or directory)",
                                            "LLM_TIMEOUT_SECONDS: Input should be a valid number",
                                            "LLM_CHARS_PER_TOKEN: Input should be greater than or equal to 1",
                                            "LLM_STRUCTURED_OUTPUTS: Input should be a valid boolean",
                                            "FIELDS: Input should be a valid list",
                                            "TENANT: Field required"};
    std::vector<std::string>       problems;
    for (const auto& problem : settings.problems()) problems.push_back(to_string(problem));
    BOOST_TEST(problems == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(unknown_keys_are_rejected_unless_a_disabled_plugin_declares_them)
{
    auto   values = make_source({{"LLM_MODEL", "a"},
                                 {"LLM_MODLE", "b"},
                                 {"LLM_API_KEY_FILE", "/dev/null"},
                                 {"LLM_MODEL_FILE", "c"},
                                 {"OF_A_PLUGIN", "d"}});
    reader settings{values};
    settings.read<model_settings>();

    const auto unknown = settings.unknown_keys([](std::string_view key) { return key == "OF_A_PLUGIN"; });

    BOOST_REQUIRE_EQUAL(unknown.size(), 2u); // LLM_MODEL is not secret, so there is no LLM_MODEL_FILE
    BOOST_TEST(to_string(unknown[0]) ==
               "LLM_MODEL_FILE: unknown setting that resembles LLM_MODEL; correct its name or remove it from the "
               "configuration file");
    BOOST_TEST(unknown[1].setting == "LLM_MODLE");
}

BOOST_AUTO_TEST_CASE(printed_settings_can_be_read_again_and_show_no_secret)
{
    auto   values = make_source({{"LLM_API_KEY", "s3cret"},
                                 {"LLM_MODEL", "a \"b\""},
                                 {"FIELDS", R"(["x"])"},
                                 {"ACCOUNTS", R"([{"tenant":"t","key":"s3cret"}])"}});
    reader settings{values};
    settings.read<model_settings>();

    const auto text = settings.to_toml();

    BOOST_TEST(text.find("s3cret") == text.npos, text);
    temporary_directory folder;
    auto                printed = read_config_file(folder.file("printed.toml", text));
    BOOST_TEST(printed["LLM_MODEL"] == "a \"b\"");
    BOOST_TEST(!printed.contains("LLM_API_KEY"));
    printed["ACCOUNTS"] = "[]"; // a required secret
    BOOST_TEST(printed["FIELDS"] == R"(["x"])");
    BOOST_TEST(printed["LLM_CHARS_PER_TOKEN"] == "4");
    auto   second = source{[](std::string_view) { return std::nullopt; }, printed};
    reader rereader{second};
    rereader.read<model_settings>();
    BOOST_TEST(rereader.problems().empty());
    BOOST_TEST(rereader.unknown_keys(accept_none).empty());
}

BOOST_AUTO_TEST_CASE(a_secret_from_an_empty_file_is_printed_as_its_path)
{
    const temporary_directory folder;
    const auto                path   = folder.file("key", "\n").string();
    const auto                values = make_source({{"LLM_API_KEY_FILE", path}});
    reader                    settings{values};
    BOOST_TEST(settings.read<model_settings>().key.empty());

    const auto line = "LLM_API_KEY_FILE = \"" + path + "\"\n";
    for (const bool changed_only : {false, true})
    {
        const auto text = settings.to_toml(changed_only);
        BOOST_TEST(text.find(line) != text.npos, text);
    }
}

BOOST_AUTO_TEST_SUITE_END()

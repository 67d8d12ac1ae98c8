#include "settings/reader.hpp"

#include "support/scratch.hpp"
#include "verbatim/sdk/spelled.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>

using namespace verbatim;
using namespace verbatim::core::settings;
using verbatim::support::scratch;

namespace {

struct account
{
    std::string tenant;
    sdk::secret key;
};
void declare(sdk::declaration& wire, account& one)
{
    wire.is("Account", "Who may call.");
    wire.needs("tenant", one.tenant, "Its tenant.");
    wire.needs("key", one.key, "Its key.");
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
void declare(sdk::declaration& wire, model_settings& one)
{
    wire.is("ModelSettings", "The model.");
    wire.takes("LLM_TIMEOUT_SECONDS", one.timeout, "Longest wait for one attempt.");
    wire.takes("LLM_CHARS_PER_TOKEN", one.tokens, "For the estimate.").at_least(1);
    wire.takes("LLM_STRUCTURED_OUTPUTS", one.structured, "Whether a schema is sent.");
    wire.takes("LLM_MODEL", one.name, "Which model.");
    wire.takes("LLM_API_KEY", one.key, "The provider's key.");
    wire.takes("FIELDS", one.fields, "Which fields.");
    wire.takes("ACCOUNTS", one.accounts, "Who may call.");
}

struct needy
{
    std::string tenant;
};
void declare(sdk::declaration& wire, needy& one)
{
    wire.is("Needy", "What has no default.");
    wire.needs("TENANT", one.tenant, "No default makes sense.");
}

source of(named_texts texts)
{
    return source{[](std::string_view) { return std::nullopt; }, std::move(texts)};
}

bool nothing(std::string_view) { return false; }

} // namespace

BOOST_AUTO_TEST_SUITE(reader_)

BOOST_AUTO_TEST_CASE(what_is_given_is_read_and_the_rest_keeps_its_default)
{
    auto   from = of({{"LLM_TIMEOUT_SECONDS", "2.5"},
                      {"LLM_STRUCTURED_OUTPUTS", "false"},
                      {"LLM_API_KEY", "s3cret"},
                      {"FIELDS", R"(["a","b"])"}});
    reader settings{from};

    const auto read = settings.read<model_settings>();

    BOOST_TEST(settings.problems().empty());
    BOOST_TEST(read.timeout == 2.5);
    BOOST_TEST(read.tokens == 4);
    BOOST_TEST(!read.structured);
    BOOST_TEST(read.name == "local/extractive");
    BOOST_TEST(read.key.reveal() == "s3cret");
    BOOST_TEST(read.fields->size() == 2u);
}

BOOST_AUTO_TEST_CASE(every_problem_is_a_sentence_with_the_name_and_never_the_value)
{
    auto   from = of({{"LLM_TIMEOUT_SECONDS", "s3cret"},
                      {"LLM_CHARS_PER_TOKEN", "0"},
                      {"LLM_STRUCTURED_OUTPUTS", "maybe"},
                      {"LLM_API_KEY_FILE", "/nowhere/s3cret"},
                      {"FIELDS", "s3cret"}});
    reader settings{from};

    settings.read<model_settings>();
    settings.read<needy>();

    const std::vector<std::string> expected{"LLM_API_KEY_FILE: what it names cannot be read (No such file or directory)",
                                            "LLM_TIMEOUT_SECONDS: Input should be a valid number",
                                            "LLM_CHARS_PER_TOKEN: Input should be greater than or equal to 1",
                                            "LLM_STRUCTURED_OUTPUTS: Input should be a valid boolean",
                                            "FIELDS: Input should be a valid list",
                                            "TENANT: Field required"};
    BOOST_TEST(settings.problems() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(keys_that_nobody_reads_are_refused_unless_a_closed_plugin_knows_them)
{
    auto   from = of({{"LLM_MODEL", "a"},
                      {"LLM_MODLE", "b"},
                      {"LLM_API_KEY_FILE", "/dev/null"},
                      {"LLM_MODEL_FILE", "c"},
                      {"OF_A_PLUGIN", "d"}});
    reader settings{from};
    settings.read<model_settings>();

    const auto unknown = settings.unknown([](std::string_view key) { return key == "OF_A_PLUGIN"; });

    BOOST_REQUIRE_EQUAL(unknown.size(), 2u); // LLM_MODEL is no secret, so it has no _FILE
    BOOST_TEST(unknown[0].starts_with("LLM_MODEL_FILE: is no setting of this server"));
    BOOST_TEST(unknown[1].starts_with("LLM_MODLE: is no setting of this server"));
}

BOOST_AUTO_TEST_CASE(what_is_in_force_can_be_read_again_and_shows_no_secret)
{
    auto   from = of({{"LLM_API_KEY", "s3cret"},
                      {"LLM_MODEL", "a \"b\""},
                      {"FIELDS", R"(["x"])"},
                      {"ACCOUNTS", R"([{"tenant":"t","key":"s3cret"}])"}});
    reader settings{from};
    settings.read<model_settings>();

    const auto text = settings.in_force();

    BOOST_TEST(text.find("s3cret") == text.npos, text);
    scratch folder;
    auto    again = read_file(folder.file("printed.toml", text));
    BOOST_TEST(again["LLM_MODEL"] == "a \"b\"");
    BOOST_TEST(!again.contains("LLM_API_KEY"));
    again["ACCOUNTS"] = "[]"; // a secret that is needed
    BOOST_TEST(again["FIELDS"] == R"(["x"])");
    BOOST_TEST(again["LLM_CHARS_PER_TOKEN"] == "4");
    auto   second = source{[](std::string_view) { return std::nullopt; }, again};
    reader reading{second};
    reading.read<model_settings>();
    BOOST_TEST(reading.problems() == std::vector<std::string>{}, boost::test_tools::per_element());
    BOOST_TEST(reading.unknown(nothing).empty());
}

BOOST_AUTO_TEST_SUITE_END()

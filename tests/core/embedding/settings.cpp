#include "embedding/settings.hpp"

#include "verbatim/sdk/schema.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace verbatim;
using namespace verbatim::core;

namespace {

using texts = std::map<std::string, std::string, std::less<>>;

template <class Settings>
Settings read(const texts& values, std::size_t expected_problems = 0)
{
    Settings   result;
    const auto invalid = sdk::read(
        sdk::schema_of<Settings>(),
        [&](std::string_view name) {
            const auto value = values.find(name);
            return value == values.end() ? std::nullopt : std::optional{value->second};
        },
        &result);
    BOOST_TEST(invalid.size() == expected_problems);
    return result;
}

settings::setting_problems problems(const texts& values)
{
    return embedding::problems(read<embedding::settings>(values), read<llm::settings>(values));
}

settings::setting_problems warnings(const texts& values)
{
    return embedding::warnings(read<embedding::settings>(values), read<llm::settings>(values));
}

const texts azure{{"LLM_MODEL", "azure/gpt-5.4"},
                  {"LLM_API_KEY", "the-llm-key"},
                  {"LLM_API_BASE", "https://x.openai.azure.com"},
                  {"LLM_API_VERSION", "v1"}};

texts merged(texts more, texts base = azure)
{
    more.merge(base);
    return more;
}

} // namespace

BOOST_AUTO_TEST_SUITE(embedding_settings)

BOOST_AUTO_TEST_CASE(the_built_in_engine_needs_nothing)
{
    const auto configuration = read<embedding::settings>({});
    BOOST_TEST(embedding::engine_of(configuration) == "local/semantic");
    BOOST_TEST(configuration.batch_size == 100u);
    BOOST_TEST(configuration.max_characters == 8000u);
    for (const auto& values :
         {texts{}, azure, texts{{"EMBEDDING_MODEL", ""}}, texts{{"EMBEDDING_MODEL", "none"}},
          texts{{"EMBEDDING_MODEL", "local/lexical"}}, texts{{"EMBEDDING_MODEL", "local/semantic"}},
          texts{{"EMBEDDING_MODEL", "local/semantic"}, {"EMBEDDING_WORD_VECTORS", "/a/file"}}})
    {
        BOOST_TEST(problems(values).empty());
        BOOST_TEST(warnings(values).empty());
    }
}

BOOST_AUTO_TEST_CASE(unset_values_are_inherited)
{
    const auto values = merged({{"EMBEDDING_MODEL", "azure/text-embedding-3-small"}});
    BOOST_TEST(problems(values).empty());
    BOOST_TEST(warnings(values).empty());

    const auto connection = embedding::connection_of(read<embedding::settings>(values), read<llm::settings>(values));
    BOOST_TEST(connection.model == "azure/text-embedding-3-small");
    BOOST_TEST(connection.api_key.reveal() == "the-llm-key");
    BOOST_TEST(connection.api_base == "https://x.openai.azure.com");
    BOOST_TEST(connection.api_version == "v1");
}

BOOST_AUTO_TEST_CASE(missing_and_invalid_settings_are_named_but_not_quoted)
{
    const std::vector<std::pair<texts, std::string>> samples{
        {{{"EMBEDDING_MODEL", "local/SECRET"}}, "EMBEDDING_MODEL: is not a built-in engine"},
        {{{"EMBEDDING_MODEL", "mistralai/SECRET"}}, "EMBEDDING_MODEL: must be NAME or PROVIDER/NAME"},
        {{{"EMBEDDING_MODEL", "anthropic/SECRET"}}, "EMBEDDING_MODEL: names a provider without embeddings"},
        {{{"EMBEDDING_MODEL", "azure/e"}}, "EMBEDDING_API_BASE: is required"},
        {{{"EMBEDDING_MODEL", "openai/e"}}, "EMBEDDING_API_KEY: is required"},
        {{{"EMBEDDING_MODEL", "e"}, {"EMBEDDING_API_BASE", "ftp://SECRET"}},
         "EMBEDDING_API_BASE: must be an http:// or https:// URL"},
        {{{"EMBEDDING_MODEL", "e"}, {"EMBEDDING_API_KEY", "SEC RET"}}, "EMBEDDING_API_KEY: contains a space"}};
    for (const auto& [values, begins] : samples)
    {
        const auto all = problems(values);
        BOOST_REQUIRE(!all.empty());
        const auto text = to_string(all.front());
        BOOST_TEST(text.starts_with(begins), text);
        BOOST_TEST(text.find("SECRET") == std::string::npos);
    }
    BOOST_TEST(problems({{"EMBEDDING_MODEL", "e"}, {"EMBEDDING_API_BASE", "http://127.0.0.1:8080"}}).empty());
    read<embedding::settings>({{"EMBEDDING_BATCH_SIZE", "0"}, {"EMBEDDING_MAX_CHARACTERS", "-1"}}, 2);
}

BOOST_AUTO_TEST_CASE(an_inherited_key_for_another_provider_is_a_warning)
{
    const auto other = merged({{"EMBEDDING_MODEL", "openai/e"}});
    BOOST_REQUIRE(warnings(other).size() == 1u);
    BOOST_TEST(to_string(warnings(other)[0]).starts_with("EMBEDDING_MODEL: names another provider"));
    BOOST_TEST(warnings(merged({{"EMBEDDING_API_KEY", "own"}}, other)).empty());

    BOOST_REQUIRE(warnings({{"EMBEDDING_API_KEY", "own"}}).size() == 1u);
    BOOST_TEST(warnings({{"EMBEDDING_API_KEY", "own"}})[0].setting == "EMBEDDING_API_KEY");
    BOOST_REQUIRE(warnings({{"EMBEDDING_API_BASE", "http://127.0.0.1"}}).size() == 1u);
    BOOST_TEST(warnings({{"EMBEDDING_API_BASE", "http://127.0.0.1"}})[0].setting == "EMBEDDING_API_BASE");
    const auto of_table = warnings({{"EMBEDDING_MODEL", "local/lexical"}, {"EMBEDDING_WORD_VECTORS", "/a/file"}});
    BOOST_REQUIRE(of_table.size() == 1u);
    BOOST_TEST(of_table[0].setting == "EMBEDDING_WORD_VECTORS");
}

BOOST_AUTO_TEST_SUITE_END()

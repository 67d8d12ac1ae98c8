#include "llm/endpoint.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::core::llm;

namespace {

struct sample
{
    const char* model;
    const char* base;
    const char* url;
    const char* header;
    const char* body_model;
};

// clang-format off
const sample samples[] = {
    {"azure/gpt-5.4", "https://x.openai.azure.com", "https://x.openai.azure.com/openai/deployments/gpt-5.4/chat/completions?api-version=v1", "api-key: k", "gpt-5.4"},
    {"azure/gpt-5.4", "https://x.openai.azure.com/models/", "https://x.openai.azure.com/openai/deployments/gpt-5.4/chat/completions?api-version=v1", "api-key: k", "gpt-5.4"},
    {"azure/a b?c/d", "http://127.0.0.1:1//", "http://127.0.0.1:1/openai/deployments/a%20b%3Fc%2Fd/chat/completions?api-version=v1", "api-key: k", "a b?c/d"},
    {"azure_ai/mistral-large-2411", "https://x.services.ai.azure.com/models", "https://x.services.ai.azure.com/models/chat/completions?api-version=v1", "api-key: k", "mistral-large-2411"},
    {"azure_ai/mistral-large-2411", "https://x.Services.AI.azure.com:443/", "https://x.Services.AI.azure.com:443/models/chat/completions?api-version=v1", "api-key: k", "mistral-large-2411"},
    {"azure_ai/m", "https://x.openai.azure.com/v1/", "https://x.openai.azure.com/v1/chat/completions", "api-key: k", "m"},
    {"azure_ai/m", "https://x.eastus.models.ai.azure.com", "https://x.eastus.models.ai.azure.com/chat/completions", "Authorization: Bearer k", "m"},
    {"azure_ai/m", "https://services.ai.azure.com.example.org", "https://services.ai.azure.com.example.org/chat/completions", "Authorization: Bearer k", "m"},
    {"openai/gpt-x", "", "https://api.openai.com/v1/chat/completions", "Authorization: Bearer k", "gpt-x"},
    {"gpt-x", "", "https://api.openai.com/v1/chat/completions", "Authorization: Bearer k", "gpt-x"},
    {"openai/mistralai/x", "http://[::1]:8080/v1/", "http://[::1]:8080/v1/chat/completions", "Authorization: Bearer k", "mistralai/x"},
};
// clang-format on

} // namespace

BOOST_AUTO_TEST_SUITE(llm_endpoint)

BOOST_AUTO_TEST_CASE(each_provider_has_its_url_and_header)
{
    for (const auto& entry : samples) BOOST_TEST_CONTEXT(entry.model << " at " << entry.base)
        {
            const auto target = make_endpoint({entry.model, verbatim::sdk::secret{"k"}, entry.base, "v1", {}});
            BOOST_TEST(target.url == entry.url);
            BOOST_TEST(target.headers == std::vector<std::string>{entry.header}, boost::test_tools::per_element());
            BOOST_TEST(target.model == entry.body_model);
            BOOST_TEST(target.name == entry.model);
            BOOST_TEST(target.prefix + target.model == entry.model);
        }
}

BOOST_AUTO_TEST_CASE(anthropic_has_one_path_and_no_version_in_the_base)
{
    const auto target = [](const char* base) {
        return make_endpoint({"anthropic/claude-x", verbatim::sdk::secret{"k"}, base, "2024-10-21"});
    };
    BOOST_TEST(target("").url == "https://api.anthropic.com/v1/messages");
    for (const auto* base :
         {"https://x.example", "https://x.example/", "https://x.example/v1", "https://x.example//v1/"})
        BOOST_TEST(target(base).url == "https://x.example/v1/messages", base);
    BOOST_TEST(target("https://x.example/anthropic").url == "https://x.example/anthropic/v1/messages");
    BOOST_TEST(target("").headers == (std::vector<std::string>{"anthropic-version: 2023-06-01", "x-api-key: k"}),
               boost::test_tools::per_element());
    BOOST_TEST(target("").model == "claude-x");
    BOOST_TEST(target("").prefix == "anthropic/");

    const auto traced = to_traced_model(target(""), "chat");
    BOOST_TEST(traced.provider == "anthropic");
    BOOST_TEST(traced.host == "api.anthropic.com");

    const auto without_key = make_endpoint({"anthropic/claude-x", {}, "http://127.0.0.1", {}});
    BOOST_TEST(without_key.headers.size() == 1U);
}

BOOST_AUTO_TEST_CASE(only_known_providers_accept_a_shared_prefix)
{
    const auto accepts = [](const char* model, const char* base) {
        return accepts_prefix(make_endpoint({model, verbatim::sdk::secret{"k"}, base, "v1", {}}));
    };
    BOOST_TEST(accepts("openai/gpt-x", ""));
    BOOST_TEST(accepts("gpt-x", "https://api.openai.com/v1/"));
    BOOST_TEST(accepts("anthropic/claude-x", "https://x.example"));
    BOOST_TEST(!accepts("openai/gpt-x", "https://api.mistral.ai/v1"));
    BOOST_TEST(!accepts("openai/gpt-x", "https://api.openai.com.example.org/v1"));
    BOOST_TEST(!accepts("azure/gpt-x", "https://x.openai.azure.com"));
    BOOST_TEST(!accepts("azure_ai/m", "https://x.services.ai.azure.com"));
}

BOOST_AUTO_TEST_CASE(embeddings_have_their_own_url)
{
    const auto url = [](const char* model, const char* base) {
        return make_endpoint({model, verbatim::sdk::secret{"k"}, base, "v1"}, embeddings_path).url;
    };
    BOOST_TEST(url("azure/e", "https://x.openai.azure.com/models/") ==
               "https://x.openai.azure.com/openai/deployments/e/embeddings?api-version=v1");
    BOOST_TEST(url("azure_ai/e", "https://x.services.ai.azure.com") ==
               "https://x.services.ai.azure.com/models/embeddings?api-version=v1");
    BOOST_TEST(url("azure_ai/e", "https://other.example/v1") == "https://other.example/v1/embeddings");
    BOOST_TEST(url("e5", "http://127.0.0.1:8080/v1/") == "http://127.0.0.1:8080/v1/embeddings");
    BOOST_TEST(url("openai/e", "") == "https://api.openai.com/v1/embeddings");
}

BOOST_AUTO_TEST_CASE(without_a_key_there_is_no_header)
{
    const auto target = make_endpoint({"openai/x", {}, "http://127.0.0.1", {}});
    BOOST_TEST(target.headers.empty());
}

BOOST_AUTO_TEST_CASE(a_managed_identity_has_no_header_of_its_own)
{
    for (const auto* model : {"azure/m", "azure_ai/m"})
    {
        const auto target = make_endpoint({.model       = model,
                                           .api_key     = {},
                                           .api_base    = "https://x.openai.azure.com",
                                           .api_version = "v1",
                                           .auth        = authentication::managed_identity});
        BOOST_TEST(target.headers.empty());
        BOOST_TEST(target.uses_identity);
    }
}

BOOST_AUTO_TEST_CASE(the_default_model_is_built_in_and_ignores_a_key)
{
    const auto target = make_endpoint({{}, verbatim::sdk::secret{"k"}, {}, {}});
    BOOST_TEST((target.kind == provider_kind::local));
    BOOST_TEST(target.name == built_in_model);
    BOOST_TEST(target.headers.empty());
}

BOOST_AUTO_TEST_SUITE_END()

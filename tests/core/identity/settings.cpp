#include "identity/settings.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace verbatim;
using namespace verbatim::core::identity;

namespace {

settings federated()
{
    settings s;
    s.federated_token_file.text = "/var/run/secrets/azure/tokens/azure-identity-token";
    s.client_id                 = "client";
    s.tenant_id                 = "tenant";
    return s;
}

settings with_endpoint()
{
    settings s;
    s.endpoint        = "http://localhost:42356/msi/token";
    s.endpoint_header = sdk::secret{"header-value"};
    return s;
}

/// The settings that the problems name.
std::vector<std::string> problem_settings(const settings& s)
{
    std::vector<std::string> names;
    for (const auto& problem : problems(s)) names.push_back(problem.setting);
    return names;
}

} // namespace

BOOST_AUTO_TEST_SUITE(identity_settings)

BOOST_AUTO_TEST_CASE(sources_precede_each_other_as_in_the_libraries_of_azure)
{
    BOOST_CHECK(source_of({}) == source_kind::instance_metadata);
    BOOST_CHECK(source_of(with_endpoint()) == source_kind::identity_endpoint);

    auto both     = federated();
    both.endpoint = with_endpoint().endpoint;
    BOOST_CHECK(source_of(both) == source_kind::federated_token);
}

BOOST_AUTO_TEST_CASE(complete_settings_have_no_problem)
{
    for (const auto& s : {settings{}, federated(), with_endpoint()}) BOOST_TEST(problem_settings(s).empty());
}

BOOST_AUTO_TEST_CASE(a_federated_token_requires_client_and_tenant)
{
    auto s = federated();
    s.client_id.clear();
    s.tenant_id.clear();
    BOOST_TEST(problem_settings(s) == (std::vector<std::string>{"AZURE_CLIENT_ID", "AZURE_TENANT_ID"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_federated_token_crosses_a_network_encrypted_only)
{
    auto s           = federated();
    s.authority_host = "http://login.example";
    BOOST_TEST(problem_settings(s) == std::vector<std::string>{"AZURE_AUTHORITY_HOST"},
               boost::test_tools::per_element());
    s.authority_host = "http://127.0.0.1:8080";
    BOOST_TEST(problem_settings(s).empty());
}

BOOST_AUTO_TEST_CASE(an_endpoint_requires_its_header)
{
    auto s            = with_endpoint();
    s.endpoint_header = {};
    BOOST_TEST(problem_settings(s) == std::vector<std::string>{"IDENTITY_HEADER"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_header_that_would_end_its_line_is_refused_and_not_quoted)
{
    auto s            = with_endpoint();
    s.endpoint_header = sdk::secret{"a\r\nMetadata: true"};
    const auto result = problems(s);
    BOOST_REQUIRE(result.size() == 1U);
    BOOST_TEST(to_string(result.front()).find("Metadata") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(addresses_are_base_urls)
{
    for (const auto* url : {"", "localhost", "ftp://a", "http://user@host", "http://host/?a=b", "http://a b"})
    {
        BOOST_TEST_CONTEXT(url)
        {
            settings machine;
            machine.metadata_host = url;
            BOOST_TEST(problem_settings(machine) == std::vector<std::string>{"AZURE_POD_IDENTITY_AUTHORITY_HOST"},
                       boost::test_tools::per_element());
            auto s           = federated();
            s.authority_host = url;
            BOOST_TEST(problem_settings(s) == std::vector<std::string>{"AZURE_AUTHORITY_HOST"},
                       boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(sources_that_are_not_used_are_not_checked)
{
    auto s            = federated();
    s.endpoint        = "nonsense";
    s.endpoint_header = sdk::secret{"a b"};
    s.metadata_host   = "nonsense";
    BOOST_TEST(problem_settings(s).empty());
}

BOOST_AUTO_TEST_SUITE_END()

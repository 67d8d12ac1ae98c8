#include "identity/token_exchange.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <sys/stat.h>

using namespace verbatim;
using namespace verbatim::core::identity;
using verbatim::core::http_client::request_method;

namespace {

/// The file of a federated token.
struct federated
{
    federated()
    {
        s.federated_token_file.text = folder.path() / "token";
        s.client_id                 = "client 1";
        s.tenant_id                 = "tenant/../x";
    }

    void write(std::string_view text) const { std::ofstream{s.federated_token_file.text} << text; }

    support::temporary_directory folder;
    settings                     s;
};

} // namespace

BOOST_AUTO_TEST_SUITE(token_request_of)

BOOST_AUTO_TEST_CASE(the_metadata_service_gets_its_header)
{
    const auto request = make_token_request({}, cognitive_services);
    BOOST_CHECK(request.method == request_method::get);
    BOOST_TEST(request.url == "http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01"
                              "&resource=https%3A%2F%2Fcognitiveservices.azure.com");
    BOOST_TEST(request.headers == std::vector<std::string>{"Metadata: true"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_endpoint_gets_its_secret)
{
    settings s;
    s.endpoint         = "http://localhost:42356/msi/token";
    s.endpoint_header  = sdk::secret{"header-value"};
    const auto request = make_token_request(s, postgresql);
    BOOST_CHECK(request.method == request_method::get);
    BOOST_TEST(request.url == "http://localhost:42356/msi/token?api-version=2019-08-01"
                              "&resource=https%3A%2F%2Fossrdbms-aad.database.windows.net");
    BOOST_TEST(request.headers == std::vector<std::string>{"X-IDENTITY-HEADER: header-value"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_client_id_selects_an_identity)
{
    settings s;
    s.client_id = "a&resource=b";
    BOOST_TEST(make_token_request(s, postgresql).url.ends_with("&client_id=a%26resource%3Db"));
}

BOOST_FIXTURE_TEST_CASE(a_federated_token_is_exchanged_for_a_token_of_the_resource, federated)
{
    write("header.claims.signature\n");
    const auto request = make_token_request(s, cognitive_services);
    BOOST_CHECK(request.method == request_method::post);
    BOOST_TEST(request.url == "https://login.microsoftonline.com/tenant%2F..%2Fx/oauth2/v2.0/token");
    BOOST_TEST(request.headers.empty());
    BOOST_TEST(request.form == "grant_type=client_credentials&client_id=client%201"
                               "&scope=https%3A%2F%2Fcognitiveservices.azure.com%2F.default"
                               "&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer"
                               "&client_assertion=header.claims.signature");
}

BOOST_FIXTURE_TEST_CASE(a_federated_token_is_read_for_each_request, federated)
{
    write("first");
    make_token_request(s, postgresql);
    write("second");
    BOOST_TEST(make_token_request(s, postgresql).form.ends_with("=second"));
}

BOOST_FIXTURE_TEST_CASE(a_file_without_a_token_is_an_error, federated)
{
    const auto refused = [&] { BOOST_CHECK_THROW(make_token_request(s, postgresql), core::settings::setting_error); };
    refused(); // missing
    write("");
    refused();
    write(" \r\n");
    refused();
    write(std::string(100 * 1024, 'a'));
    refused();
    ::mkfifo((folder.path() / "pipe").c_str(), 0600);
    s.federated_token_file.text = folder.path() / "pipe";
    refused(); // and does not wait for a writer
    s.federated_token_file.text = folder.path();
    refused();
}

BOOST_FIXTURE_TEST_CASE(a_federated_token_cannot_add_a_parameter, federated)
{
    write("a&scope=b\r\nc");
    BOOST_TEST(make_token_request(s, postgresql).form.ends_with("&client_assertion=a%26scope%3Db%0D%0Ac"));
}

BOOST_AUTO_TEST_SUITE_END()

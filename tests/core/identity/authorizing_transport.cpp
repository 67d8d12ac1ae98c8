#include "identity/authorizing_transport.hpp"

#include "support/run_task.hpp"
#include "support/scripted_tokens.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace verbatim;
using namespace verbatim::core::identity;
namespace http_client = verbatim::core::http_client;
using exchange_status = http_client::response::exchange_status;

namespace {

struct recording_transport final : http_client::transport
{
    sdk::task<http_client::response> send(const http_client::request& request) override
    {
        headers.emplace_back(request.headers.begin(), request.headers.end());
        co_return http_client::response{
            .exchange = exchange_status::completed, .status = status, .retry_after = {}, .body = {}};
    }

    int                                   status = 200;
    std::vector<std::vector<std::string>> headers; ///< of each request
};

struct transport_fixture
{
    http_client::response send()
    {
        const std::vector<std::string> headers{"a: b"};
        const http_client::request     request{.url = "http://x", .headers = headers, .body = {}};
        return support::run(transport->send(request));
    }

    recording_transport                     provider;
    support::scripted_tokens                tokens{"t"};
    std::unique_ptr<http_client::transport> transport = make_authorizing_transport(provider, tokens);
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(authorizing_transport, transport_fixture)

BOOST_AUTO_TEST_CASE(the_current_token_follows_the_headers_of_the_request)
{
    BOOST_TEST(send().status == 200);
    tokens.current = sdk::secret{"u"};
    BOOST_TEST(send().status == 200);
    BOOST_TEST(provider.headers.at(0) == (std::vector<std::string>{"a: b", "Authorization: Bearer t"}),
               boost::test_tools::per_element());
    BOOST_TEST(provider.headers.at(1).back() == "Authorization: Bearer u");
    BOOST_TEST(tokens.rejected.empty());
}

BOOST_AUTO_TEST_CASE(nothing_is_sent_without_a_token)
{
    tokens.current.reset();
    BOOST_CHECK(send().exchange == exchange_status::unauthorized);
    BOOST_TEST(provider.headers.empty());
}

BOOST_AUTO_TEST_CASE(only_a_401_means_that_the_token_was_rejected)
{
    for (const int status : {400, 403, 407, 429, 500}) provider.status = status, send();
    BOOST_TEST(tokens.rejected.empty());
    provider.status = 401;
    BOOST_TEST(send().status == 401);
    BOOST_TEST(tokens.rejected == std::vector<std::string>{"t"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

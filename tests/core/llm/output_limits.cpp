// The limit of outputs that an operation declares.
#include "core/llm/scripted_client.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::testing;
using verbatim::support::run;
using verbatim::support::stub_response;
namespace http_client = verbatim::core::http_client;
namespace sdk         = verbatim::sdk;
namespace json        = boost::json;

namespace {

struct output_fixture : scripted_client
{
    std::vector<std::int64_t> limits; ///< of the requests
    std::string               cut = R"({"content":"Half an ans"})";

    output_fixture()
    {
        providers.answers["main"] = [this](const http_client::request& request) {
            const auto body = json::parse(request.body).as_object();
            limits.push_back(body.at("max_tokens").as_int64());
            if (limits.back() >= 16'384) return completed(stub_response::chat("An answer.", 10, 5));
            return http_client::response{.exchange    = http_client::response::exchange_status::completed,
                                         .status      = 200,
                                         .retry_after = {},
                                         .body = R"({"model":"m","choices":[{"finish_reason":"length","message":)" +
                                                 cut + R"(}],"usage":{"prompt_tokens":10,"completion_tokens":2048}})"};
        };
    }

    sdk::result<sdk::completion> complete_limited()
    {
        if (!client) open();
        auto context              = caller();
        context.max_output_tokens = 2'048;
        const auto model          = client->open(std::move(context), verbatim::core::llm::connection_role::main);
        return run(model->try_complete(request));
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_output_limits, output_fixture)

BOOST_AUTO_TEST_CASE(an_output_ends_at_the_limit_of_its_operation)
{
    const auto completion = complete_limited().value();
    BOOST_TEST(completion.truncated);
    BOOST_TEST(limits == std::vector<std::int64_t>{2'048}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_model_that_reasons_gets_all_of_the_limit_in_one_further_attempt)
{
    for (const auto* message : {R"({"content":""})", R"({"content":null,"reasoning_content":"Let me see"})"})
    {
        client.reset();
        limits.clear();
        cut = message;
        BOOST_TEST(complete_limited().value().text == "An answer.");
        BOOST_TEST(complete_limited().has_value());
        const std::int64_t expected[]{2'048, 16'384, 16'384}; // learned
        BOOST_TEST(limits == expected, boost::test_tools::per_element());
    }
    BOOST_TEST(ledger->attempts().size() == 6U);
}

BOOST_AUTO_TEST_SUITE_END()

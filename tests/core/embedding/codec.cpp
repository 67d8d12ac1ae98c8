#include "embedding/codec.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace verbatim::core;
using namespace verbatim::core::embedding;
namespace json = boost::json;

namespace {

bool is_valid(std::string_view body, std::size_t count = 2)
{
    vector_batch batch;
    return read_vectors(body, count, batch).completed();
}

std::string data(std::string_view items) { return R"({"data":[)" + std::string{items} + "]}"; }

} // namespace

BOOST_AUTO_TEST_SUITE(embedding_codec)

BOOST_AUTO_TEST_CASE(a_request_contains_model_texts_and_tenant)
{
    const std::string_view texts[]{"one \"quoted\"\n", "zwei"};
    const json::value expected{{"model", "m"}, {"input", {"query: one \"quoted\"\n", "query: zwei"}}, {"user", "t"}};
    BOOST_TEST(json::parse(request_body(texts, "query: ", "m", "t")) == expected);
    BOOST_TEST(!json::parse(request_body(texts, "", "m", "")).as_object().contains("user"));
    BOOST_TEST(json::parse(request_body({}, "", "m", "t")).at("input").as_array().empty());
}

BOOST_AUTO_TEST_CASE(vectors_are_in_the_order_of_the_texts)
{
    vector_batch batch;
    const auto   result = read_vectors(R"({"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[0,-2e-1]}],)"
                                         R"("model":"e-1","usage":{"prompt_tokens":7,"total_tokens":7}})",
                                       2, batch);

    BOOST_TEST(result.completed());
    BOOST_TEST(result.model == "e-1");
    BOOST_TEST((result.tokens == llm::token_count{7, 0}));
    const std::vector<float> expected{0, -0.2f, 3, 4};
    BOOST_TEST(batch.width == 2u);
    BOOST_TEST(batch.values == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(vectors_without_indices_are_in_order)
{
    vector_batch batch;
    BOOST_TEST(read_vectors(data(R"({"embedding":[1,0]},{"embedding":[0,1]})"), 2, batch).completed());
    BOOST_TEST(batch.values.front() == 1);
}

BOOST_AUTO_TEST_CASE(a_vector_of_zeros_is_accepted)
{
    vector_batch batch;
    read_vectors(data(R"({"embedding":[0,0.0]})"), 1, batch);
    BOOST_TEST(batch.values == (std::vector<float>{0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_responses_are_invalid)
{
    for (const auto& body :
         {std::string{},
          std::string{"SECRET"},
          std::string{"[]"},
          std::string{R"({"data":{}})"},
          data(""),
          data(R"({"index":0,"embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,0]},{"index":2,"embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":2,"embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":-1,"embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":0.5,"embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":"1","embedding":[1,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,0,0]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1]})"),
          data(R"({"index":0,"embedding":[]},{"index":1,"embedding":[]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,null]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,"2"]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,1e39]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,-1e999]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,NaN]})"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":"AACAPw=="})"),
          data(R"({"index":0,"embedding":[1,0]},7)"),
          data(R"({"index":0,"embedding":[1,0]},{"index":1})")})
        BOOST_TEST(!is_valid(body), body);
    BOOST_TEST(is_valid(data(R"({"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,0]})")));
}

BOOST_AUTO_TEST_CASE(tokens_of_an_invalid_response_are_returned)
{
    vector_batch batch;
    const auto   result = read_vectors(R"({"data":[],"model":"e-1","usage":{"prompt_tokens":7}})", 2, batch);
    BOOST_TEST((result.cause == verbatim::sdk::failure_cause::unreadable));
    BOOST_TEST((result.tokens == llm::token_count{7, 0}));
    BOOST_TEST(result.model == "e-1");
}

BOOST_AUTO_TEST_SUITE_END()

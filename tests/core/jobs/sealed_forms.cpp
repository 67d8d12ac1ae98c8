#include "jobs/sealed_forms.hpp"

#include "core/jobs/sample_requests.hpp"
#include "jobs/cryptography.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::core;
using namespace verbatim::core::jobs;

namespace {

/// Every byte, which no reader may interpret in a raw text.
std::string all_bytes()
{
    std::string bytes;
    for (int byte = 0; byte != 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}

gateway::stored_request sample_request(const jobs_test::sample_requests& samples)
{
    auto request                = samples.request("te\nnant", all_bytes());
    request.caller.is_superuser = true;
    request.traceparent         = "\xFF\xC3\"\\ as sent";
    request.tracestate          = "a=b,\xE2\x82";
    request.body.memory         = std::size_t{1} << 40;
    return request;
}

http::response sample_response()
{
    http::response response;
    response.status       = 503;
    response.content_type = "text/x-of-a-plugin";
    response.headers      = {{"X-Of-A-Plugin", "value \"with\" quotes"}, {"Retry-After", "30"}, {"X-Key-Access", ""}};
    response.body         = all_bytes();
    return response;
}

job_failure sample_failure()
{
    return {.code = "validation_error", .message = all_bytes(), .fields = {{"a[0].\xFF", "Field required"}, {"", ""}}};
}

model_answer sample_answer()
{
    model_answer answer{.completion = {.text              = all_bytes(),
                                       .model             = "openai/gpt",
                                       .prompt_tokens     = 2'147'483'647,
                                       .completion_tokens = 0,
                                       .truncated         = true}};
    answer.request_digest.fill(0xAB);
    return answer;
}

/// Calls `visit` with all bytes before each end, and with bytes that follow the end.
template <class Visit>
void for_each_wrong_end(const std::string& bytes, Visit visit)
{
    for (std::size_t size = 0; size != bytes.size(); ++size) visit(bytes.substr(0, size));
    visit(bytes + "x");
    visit("x" + bytes);
    visit("\n" + bytes);
}

std::string replaced(std::string text, std::string_view part, std::string_view replacement)
{
    const auto position = text.find(part);
    BOOST_REQUIRE_MESSAGE(position != std::string::npos, part);
    return text.replace(position, part.size(), replacement);
}

} // namespace

BOOST_AUTO_TEST_SUITE(sealed_forms)

BOOST_AUTO_TEST_CASE(a_request_is_read_back_with_the_name_of_its_operation)
{
    const jobs_test::sample_requests samples;
    const auto                       original = sample_request(samples);

    const auto [operation, request] = read_request(to_bytes(original));

    BOOST_TEST(operation == "silent");
    BOOST_TEST(request.target == nullptr);
    BOOST_CHECK(request.caller == original.caller);
    BOOST_TEST(request.request_id == original.request_id);
    BOOST_TEST(request.traceparent == original.traceparent);
    BOOST_TEST(request.tracestate == original.tracestate);
    BOOST_TEST(request.body.text == original.body.text);
    BOOST_TEST(request.body.memory == original.body.memory);
}

BOOST_AUTO_TEST_CASE(a_response_owns_all_that_it_refers_to)
{
    http::response copy;
    {
        const auto response = read_response(to_bytes(sample_response()));
        copy                = response;
    }
    const auto original = sample_response();
    BOOST_TEST(copy.status == original.status);
    BOOST_TEST(copy.content_type == original.content_type);
    BOOST_CHECK(copy.headers == original.headers);
    BOOST_TEST(*copy.shared_body == original.body);
    BOOST_TEST(copy.body.empty());
    BOOST_TEST(!copy.close);
}

BOOST_AUTO_TEST_CASE(a_shared_body_is_written_like_an_own_one)
{
    auto response        = sample_response();
    response.shared_body = std::make_shared<const std::string>(std::move(response.body));
    response.body.clear();
    BOOST_TEST(to_bytes(response) == to_bytes(sample_response()));
}

BOOST_AUTO_TEST_CASE(a_failure_is_read_back)
{
    const auto original = sample_failure();
    const auto failure  = read_failure(to_bytes(original));
    BOOST_TEST(failure.code == original.code);
    BOOST_TEST(failure.message == original.message);
    BOOST_CHECK(failure.fields == original.fields);
}

BOOST_AUTO_TEST_CASE(an_answer_of_a_model_is_read_back)
{
    const auto original                     = sample_answer();
    const auto [request_digest, completion] = read_answer(to_bytes(original));
    BOOST_CHECK(request_digest == original.request_digest);
    BOOST_TEST(completion.text == original.completion.text);
    BOOST_TEST(completion.model == original.completion.model);
    BOOST_TEST(completion.prompt_tokens == original.completion.prompt_tokens);
    BOOST_TEST(completion.completion_tokens == original.completion.completion_tokens);
    BOOST_TEST(completion.truncated == original.completion.truncated);
}

BOOST_AUTO_TEST_CASE(empty_texts_are_read_back)
{
    BOOST_TEST(read_response(to_bytes(http::response{})).shared_body->empty());
    BOOST_TEST(read_failure(to_bytes(job_failure{})).fields.empty());
    BOOST_TEST(read_answer(to_bytes(model_answer{})).completion.text.empty());
}

BOOST_AUTO_TEST_CASE(no_other_end_is_read)
{
    const jobs_test::sample_requests samples;
    for_each_wrong_end(to_bytes(sample_request(samples)),
                       [](const std::string& bytes) { BOOST_CHECK_THROW(read_request(bytes), sealed_data_error); });
    for_each_wrong_end(to_bytes(sample_response()),
                       [](const std::string& bytes) { BOOST_CHECK_THROW(read_response(bytes), sealed_data_error); });
    for_each_wrong_end(to_bytes(sample_failure()),
                       [](const std::string& bytes) { BOOST_CHECK_THROW(read_failure(bytes), sealed_data_error); });
    for_each_wrong_end(to_bytes(sample_answer()),
                       [](const std::string& bytes) { BOOST_CHECK_THROW(read_answer(bytes), sealed_data_error); });
}

BOOST_AUTO_TEST_CASE(a_form_is_not_read_as_another_one)
{
    const jobs_test::sample_requests samples;
    const auto                       request  = to_bytes(sample_request(samples));
    const auto                       response = to_bytes(sample_response());
    BOOST_CHECK_THROW(read_response(request), sealed_data_error);
    BOOST_CHECK_THROW(read_request(response), sealed_data_error);
    BOOST_CHECK_THROW(read_failure(to_bytes(sample_answer())), sealed_data_error);
    BOOST_CHECK_THROW(read_answer(to_bytes(sample_failure())), sealed_data_error);
}

BOOST_AUTO_TEST_CASE(wrong_values_are_refused)
{
    const auto response = to_bytes(sample_response());
    for (const auto& [value, replacement] : {std::pair{"503", "99999999999999999999"},
                                             {"503", "1e300"},
                                             {"503", "-503"},
                                             {"503", "199"},
                                             {"503", "600"},
                                             {"503", "503.5"},
                                             {"503", "\"503\""},
                                             {"503", "null"},
                                             {"503", "[503]"},
                                             {"\"30\"", "30"},
                                             {"\"30\"", R"("30\r\nSet-Cookie: a")"},
                                             {"\"30\"", R"("\n")"},
                                             {"Retry-After", R"(A\r\nB)"},
                                             {"text/x-of-a-plugin", R"(a\nb)"},
                                             {R"("text/x-of-a-plugin")", "{}"},
                                             {R"(,"30"])", "]"},
                                             {R"(["Retry-After","30"])", "7"},
                                             {R"("bytes":256)", R"("bytes":255)"},
                                             {R"("bytes":256)", R"("bytes":-1)"},
                                             {R"("bytes":256)", R"("bytes":18446744073709551616)"},
                                             {R"("headers":)", R"("others":)"}})
        BOOST_CHECK_THROW(read_response(replaced(response, value, replacement)), sealed_data_error);

    const auto answer = to_bytes(sample_answer());
    for (const auto& [value, replacement] : {std::pair{"2147483647", "2147483648"},
                                             {"2147483647", "-2147483649"},
                                             {"true", "1"},
                                             {"abab", "ab"},
                                             {"abab", "abag"},
                                             {"abab", "ababab"},
                                             {"\"openai/gpt\"", "[]"}})
        BOOST_CHECK_THROW(read_answer(replaced(answer, value, replacement)), sealed_data_error);
}

BOOST_AUTO_TEST_CASE(hostile_heads_are_refused)
{
    for (const auto& bytes : {std::string{}, std::string{"\n"}, std::string{"null\n"}, std::string{"{}\n"},
                              std::string{"[]\n"}, std::string{"7\n"}, std::string(1'000'000, '['),
                              std::string(1'000'000, '[') + "\n", "{\"a\":" + std::string(1'000'000, '9') + "}\n",
                              std::string{"{\"a\":\"\\ud800\"}\n"}, std::string{"{\"bytes\":0}\n"}, all_bytes()})
    {
        BOOST_CHECK_THROW(read_request(bytes), sealed_data_error);
        BOOST_CHECK_THROW(read_response(bytes), sealed_data_error);
        BOOST_CHECK_THROW(read_failure(bytes), sealed_data_error);
        BOOST_CHECK_THROW(read_answer(bytes), sealed_data_error);
    }
}

BOOST_AUTO_TEST_SUITE_END()

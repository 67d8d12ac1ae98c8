#include "privacy/analyzer.hpp"

#include "privacy/anonymizer.hpp"
#include "support/provider_stub.hpp"
#include "support/recording_log.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/error.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim::core;
using namespace verbatim::support;
using namespace std::chrono_literals;
namespace sdk  = verbatim::sdk;
namespace json = boost::json;
using manner   = stub_response::delivery;
using findings = std::vector<std::vector<sdk::detected_entity>>;
using privacy::analyzer_outcome;

namespace {

/// A request of one text that the built-in anonymizer finds nothing in, and the response that finds its name.
const std::vector<std::string_view> text_with_name{"the pump of qoyllur broke"};
const std::string                   name_response =
    R"([{"entity_type": "PERSON", "start": 12, "end": 19, "score": 0.85, "analysis_explanation": null}])";

struct analyzer_fixture
{
    provider_stub                       server;
    recording_log                       log;
    privacy::analyzer_settings          settings;
    std::chrono::steady_clock::duration time_left = 30s;
    std::unique_ptr<sdk::anonymizer>    built_in  = privacy::make_anonymizer({});
    std::unique_ptr<privacy::analyzer>  analyzer;
    std::unique_ptr<sdk::anonymizer>    engine;

    analyzer_fixture()
    {
        settings.url             = server.base() + "/";
        settings.max_concurrency = 1;
        server.respond_by_default({.body = "[]"});
    }

    sdk::task<findings> detect(const std::vector<std::string_view>& texts)
    {
        if (!analyzer) analyzer = privacy::make_analyzer(settings, {});
        engine =
            analyzer->open(*built_in, {"tenant", "the-request", std::chrono::steady_clock::now() + time_left, log});
        return engine->detect(texts);
    }

    findings detected(const std::vector<std::string_view>& texts) { return run(detect(texts)); }

    /// The note of the error with this code; fails if there is none.
    std::string note_of_failure(sdk::errc code, const std::vector<std::string_view>& texts = text_with_name)
    {
        try
        {
            detected(texts);
        }
        catch (const sdk::error& error)
        {
            BOOST_TEST((error.code() == code), error.what());
            return error.note();
        }
        BOOST_ERROR("no error");
        return {};
    }

    std::int64_t count(analyzer_outcome outcome) const
    {
        return analyzer->read_statistics().requests.at(static_cast<std::size_t>(outcome));
    }

    /// The text of a received request, or its texts with a bar after each.
    std::string sent_text(std::size_t n) const
    {
        const auto text = json::parse(server.requests().at(n).body).at("text");
        if (text.is_string()) return json::value_to<std::string>(text);
        std::string joined;
        for (const auto& item : text.as_array()) joined += json::value_to<std::string>(item) + '|';
        return joined;
    }
};

/// A failing server and the outcome that is counted.
struct failure
{
    const char*      name;
    stub_response    response;
    analyzer_outcome outcome;
};

std::vector<failure> failures()
{
    const auto raw = [](std::string bytes) { return stub_response{.body = std::move(bytes), .mode = manner::raw}; };
    return {
        {"an unknown language",
         {.status = 500, .body = R"({"error": "No matching recognizers"})"},
         analyzer_outcome::http_error},
        {"a wrong path", {.status = 404, .body = "[]"}, analyzer_outcome::http_error},
        {"a redirect", {.status = 302, .body = "[]"}, analyzer_outcome::http_error},
        {"no content", {.status = 204, .body = ""}, analyzer_outcome::http_error},
        {"another form", {.body = R"({"findings": []})"}, analyzer_outcome::invalid_response},
        {"no JSON", {.body = "<html>"}, analyzer_outcome::invalid_response},
        {"an offset outside the text",
         {.body = R"([{"entity_type":"PERSON","start":0,"end":999,"score":1}])"},
         analyzer_outcome::invalid_response},
        {"a huge response", {.body = std::string(2'000'000, ' ') + "[]"}, analyzer_outcome::invalid_response},
        {"a truncated response", raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"),
         analyzer_outcome::connection_error},
        {"no HTTP", raw("SSH-2.0-x\r\n"), analyzer_outcome::connection_error},
        {"a closed connection", {.mode = manner::close}, analyzer_outcome::connection_error},
    };
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(privacy_analyzer, analyzer_fixture)

BOOST_AUTO_TEST_CASE(findings_of_the_analyzer_are_added)
{
    BOOST_REQUIRE(run(built_in->detect(text_with_name)).front().empty());
    server.enqueue({.body = name_response});

    const auto result = detected(text_with_name);

    const findings expected{{{.begin = 12, .end = 19, .kind = "PERSON", .score = 0.85}}};
    BOOST_TEST((result == expected));
    const auto request = server.requests().at(0);
    BOOST_TEST(request.method == "POST");
    BOOST_TEST(request.target == "/analyze");
    BOOST_TEST(request.headers.at("content-type") == "application/json");
    BOOST_TEST(request.headers.at("x-request-id") == "the-request");
    BOOST_TEST(json::parse(request.body).at("language") == "en");
    BOOST_TEST(sent_text(0) == text_with_name.front());
    BOOST_TEST(count(analyzer_outcome::ok) == 1);
    BOOST_TEST(analyzer->read_statistics().duration.count == 1U);
}

BOOST_AUTO_TEST_CASE(findings_of_the_built_in_anonymizer_stay)
{
    const auto result = detected({"My name is Maria Lopez."});
    BOOST_TEST((result == run(built_in->detect(std::vector<std::string_view>{"My name is Maria Lopez."}))));
    BOOST_TEST(result.front().size() == 1U);
}

BOOST_AUTO_TEST_CASE(without_a_url_there_is_no_analyzer) { BOOST_TEST(!privacy::make_analyzer({}, {})); }

BOOST_AUTO_TEST_CASE(blank_texts_are_not_sent)
{
    BOOST_TEST(detected({"", " \n", "\u3000"}).size() == 3U);
    BOOST_TEST(detected({}).empty());
    BOOST_TEST(server.requests().empty());
}

BOOST_AUTO_TEST_CASE(each_text_is_a_request_unless_batches_are_set)
{
    detected({"one", "", "two", "three"});
    BOOST_TEST(server.requests().size() == 3U);

    analyzer.reset();
    settings.batch_size = 2;
    server.enqueue({.body = "[[]," + name_response + "]"});
    const auto result = detected({"one", "", text_with_name[0], "three"});
    BOOST_TEST(sent_text(3) == "one|the pump of qoyllur broke|");
    BOOST_TEST(sent_text(4) == "three");
    BOOST_TEST(result[2].size() == 1U);
}

BOOST_AUTO_TEST_CASE(offsets_in_a_piece_of_a_long_text_are_mapped_to_the_text)
{
    std::string text;
    while (text.size() < 40'000) text += "ещё вода ";
    text += text_with_name.front();
    server.enqueue({.body = "[]"});
    detected({text});
    const auto second = sent_text(1);
    BOOST_REQUIRE(second.ends_with(text_with_name.front()));
    std::size_t characters = 0;
    for (const char c : second) characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    const auto begin = std::to_string(characters - 13), end = std::to_string(characters - 6);

    server.enqueue({.body = "[]"});
    server.enqueue({.body = R"([{"entity_type":"PERSON","start":)" + begin + R"(,"end":)" + end + R"(,"score":1}])"});
    const auto result = detected({text});

    BOOST_REQUIRE(result.front().size() == 1U);
    BOOST_TEST(text.substr(result.front().front().begin, 7) == "qoyllur");
}

BOOST_AUTO_TEST_CASE(a_failure_fails_the_call_if_the_analyzer_is_required)
{
    for (const auto& [name, response, outcome] : failures()) BOOST_TEST_CONTEXT(name)
        {
            analyzer.reset();
            server.respond_by_default(response);
            const auto note = note_of_failure(sdk::errc::anonymizer_unavailable);
            BOOST_TEST(note == "analyzer " + std::string{to_string(outcome)});
            BOOST_TEST(count(outcome) >= 1);
            BOOST_TEST(count(analyzer_outcome::ok) == 0);
        }
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(a_failure_leaves_the_built_in_findings_if_the_analyzer_is_not_required)
{
    settings.required = false;
    const std::vector<std::string_view> texts{"My name is Maria Lopez."};
    for (const auto& [name, response, outcome] : failures()) BOOST_TEST_CONTEXT(name)
        {
            server.respond_by_default(response);
            BOOST_TEST((detected(texts) == run(built_in->detect(texts))));
            BOOST_TEST(log.lines().back() ==
                       "warning analyzer_failed failed=1 total=1 error_class=" + std::string{to_string(outcome)});
        }
}

BOOST_AUTO_TEST_CASE(a_silent_analyzer_times_out)
{
    settings.timeout = 50ms;
    server.respond_by_default(stub_response{.body = "[]"}.after_release());
    BOOST_TEST(note_of_failure(sdk::errc::anonymizer_unavailable) == "analyzer timeout");
    BOOST_TEST(count(analyzer_outcome::timeout) == 1);
}

BOOST_AUTO_TEST_CASE(the_deadline_of_the_call_ends_the_wait)
{
    time_left = 50ms;
    server.respond_by_default(stub_response{.body = "[]"}.after_release());
    note_of_failure(sdk::errc::analysis_timeout);
    time_left         = -1s;
    settings.required = false;
    note_of_failure(sdk::errc::analysis_timeout);
}

BOOST_AUTO_TEST_CASE(cancellation_closes_the_connection)
{
    server.respond_by_default(stub_response{.body = "[]"}.after_release());
    running_task<findings> call{detect(text_with_name)};
    server.wait_for_requests(1);

    call.cancel();

    BOOST_CHECK_EXCEPTION(call.get(), boost::system::system_error,
                          [](const auto& error) { return error.code() == boost::asio::error::operation_aborted; });
    server.wait_for_hang_ups(1);
}

BOOST_AUTO_TEST_CASE(a_closed_connection_is_tried_once_more)
{
    server.enqueue({.mode = manner::reset});
    server.enqueue({.body = name_response});
    BOOST_TEST(detected(text_with_name).front().size() == 1U);
    BOOST_TEST(count(analyzer_outcome::ok) == 1);
    BOOST_TEST(count(analyzer_outcome::connection_error) == 1);
}

BOOST_AUTO_TEST_CASE(any_failing_request_fails_the_call)
{
    const std::vector<std::string_view> texts(5, text_with_name.front());
    for (int failing = 0; failing != 5; ++failing)
    {
        for (int n = 0; n != failing; ++n) server.enqueue({.body = name_response});
        server.enqueue(stub_response::error(500));
        const auto before = server.requests().size();
        note_of_failure(sdk::errc::anonymizer_unavailable, texts);
        BOOST_TEST(server.requests().size() == before + static_cast<std::size_t>(failing) + 1U); // no further one
    }
}

BOOST_AUTO_TEST_CASE(other_requests_keep_their_findings_if_one_fails)
{
    settings.required = false;
    server.enqueue({.body = name_response});
    server.enqueue(stub_response::error(500));
    server.enqueue({.body = name_response});
    const auto result = detected(std::vector<std::string_view>(3, text_with_name.front()));
    BOOST_TEST(result[0].size() == 1U);
    BOOST_TEST(result[1].empty());
    BOOST_TEST(result[2].size() == 1U);
    BOOST_TEST(log.count("analyzer_failed failed=1 total=3 error_class=http_error") == 1U);
}

BOOST_AUTO_TEST_CASE(an_analyzer_that_keeps_failing_gets_no_further_request_of_a_call)
{
    settings.required = false;
    server.respond_by_default(stub_response::error(500));
    detected(std::vector<std::string_view>(100, text_with_name.front()));
    BOOST_TEST(server.requests().size() == 3U);
    BOOST_TEST(log.count("failed=100 total=100") == 1U);
}

BOOST_AUTO_TEST_CASE(requests_are_concurrent_up_to_the_limit)
{
    settings.max_concurrency = 4;
    server.respond_by_default(stub_response{.body = "[]"}.after_release());
    const std::vector<std::string_view> texts(20, text_with_name.front());
    running_task<findings>              call{detect(texts)};
    server.wait_for_requests(4);
    BOOST_TEST(server.connections() == 4U);
    server.release();
    BOOST_TEST(call.get().size() == 20U);
    BOOST_TEST(server.requests().size() == 20U);
    BOOST_TEST(server.connections() == 4U);
}

BOOST_AUTO_TEST_CASE(no_text_reaches_log_or_note)
{
    server.respond_by_default({.status = 500, .body = R"({"error": "cannot read: the pump of qoyllur broke"})"});
    BOOST_TEST(note_of_failure(sdk::errc::anonymizer_unavailable).find("qoyllur") == std::string::npos);
    analyzer.reset();
    settings.required = false;
    detected(text_with_name);
    BOOST_TEST(log.count("qoyllur") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

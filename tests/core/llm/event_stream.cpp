#include "llm/event_stream.hpp"

#include "llm/wire_format.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace verbatim::core::llm;
using verbatim::sdk::failure_cause;

namespace {

std::string chunk(std::string_view delta, std::string_view reason = "null")
{
    return R"(data: {"id":"c","model":"m-1","choices":[{"index":0,"delta":)" + std::string{delta} +
           R"(,"finish_reason":)" + std::string{reason} + "}]}\n\n";
}

const std::string usage = R"(data: {"model":"m-1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,)"
                          R"("prompt_tokens_details":{"cached_tokens":2}}})"
                          "\n\n";

const std::string stream = ": processing\n\n" + chunk(R"({"role":"assistant","content":""})") +
                           chunk(R"({"reasoning_content":"Hm"})") + chunk(R"({"content":"Wat\"er "})") +
                           chunk(R"({"content":"\u00e9\n"})") + chunk("{}", R"("stop")") + usage + "data: [DONE]\n\n";

const std::string messages =
    "event: message_start\n"
    R"(data: {"type":"message_start","message":{"model":"c-1","content":[],"usage":{"input_tokens":5,"output_tokens":1}}})"
    "\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n"
    R"(data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}})"
    "\n\n"
    R"(data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}})"
    "\n\n"
    R"(data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Wat"}})"
    "\n\n"
    R"(data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"er"}})"
    "\n\n";
const std::string messages_end =
    R"(data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}})"
    "\n\ndata: {\"type\":\"message_stop\"}\n\n";

/// The body of a response that arrives in pieces of this size.
std::string body_of(std::string_view bytes, std::size_t piece)
{
    event_stream received;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        BOOST_REQUIRE(received.take(bytes.substr(0, piece)));
    return received.take_body();
}

attempt_result parse(std::string_view bytes, std::size_t piece = 1'000'000)
{
    return chat_completions.parse_success(body_of(bytes, piece));
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_event_stream)

BOOST_AUTO_TEST_CASE(the_pieces_of_a_stream_are_one_completion_however_they_arrive)
{
    auto with_crlf = stream;
    for (auto at = with_crlf.find('\n'); at != with_crlf.npos; at = with_crlf.find('\n', at + 2))
        with_crlf.insert(at, "\r");
    for (const auto& bytes : {stream, with_crlf, "\n" + stream, stream.substr(stream.find("data"))})
        for (const std::size_t piece : {1U, 2U, 3U, 7U, 64U, 4096U})
        {
            const auto result = parse(bytes, piece);
            BOOST_TEST(result.completed());
            BOOST_TEST(result.text == "Wat\"er é\n");
            BOOST_TEST(result.model == "m-1");
            BOOST_TEST((result.tokens == token_count{3, 4, 2}));
        }
}

BOOST_AUTO_TEST_CASE(events_like_the_one_before_may_arrive_in_pieces)
{
    std::string events, text;
    for (int n = 0; n != 40; ++n)
    {
        const auto token   = "{\"n\": " + std::to_string(n * n * 7) + ", é}";
        auto       written = token;
        for (auto at = written.find('"'); at != written.npos; at = written.find('"', at + 2)) written.insert(at, "\\");
        events += chunk(R"({"content":")" + written + "\"}");
        text += token;
    }
    for (std::size_t piece = 1; piece != 300; ++piece)
        BOOST_TEST(parse(events + chunk("{}", R"("stop")"), piece).text == text);
}

/// Events like the one before are not parsed as a whole.
BOOST_AUTO_TEST_CASE(events_that_differ_in_their_text_alone_are_read_like_others)
{
    const auto text_of = [](std::string_view content) {
        return parse(chunk(R"({"content":"a"})") + chunk(R"({"content":")" + std::string{content} + R"("})") +
                     chunk(R"({"content":"z"})") + chunk("{}", R"("stop")"))
            .text;
    };
    BOOST_TEST(text_of("plain é 水") == "aplain é 水z");
    BOOST_TEST(text_of(R"(\"\\\/\n\t)") == "a\"\\/\n\tz");
    BOOST_TEST(text_of(R"(\u00e9)") == "aéz");
    BOOST_TEST(text_of("") == "az");
    BOOST_TEST(text_of(R"(é\"x\\)") == "aé\"x\\z");
    // Not JSON, so the event is left out.
    for (const std::string_view wrong : {"\\", "\\x", "\x01", "\xFF", R"(b" "c)"}) BOOST_TEST(text_of(wrong) == "az");
    // Another string of the event.
    BOOST_TEST(text_of(R"(b","reasoning_content":"Hm)") == "abz");
    BOOST_TEST(text_of(R"(b","content":"c)") == "acz");
    BOOST_TEST(parse(chunk(R"({"content":"a","note":{"content":"b"}})") +
                     chunk(R"({"content":"c","note":{"content":"d"}})") + chunk("{}", R"("stop")"))
                   .text == "ac");
}

/// Other servers place the members of an event differently.
BOOST_AUTO_TEST_CASE(the_members_of_an_event_are_found_wherever_servers_put_them)
{
    const auto choice = [](std::string_view members) {
        return parse("data: {\"choices\":[{" + std::string{members} + "},{\"delta\":{\"content\":\"second\"}}]}\n\n" +
                     chunk("{}", R"("stop")"))
            .text;
    };
    BOOST_TEST(choice(R"("message":{"content":"whole"})") == "whole");
    BOOST_TEST(choice(R"("message":{"content":"all so far","refusal":"no"},"delta":{"content":"new"})") == "new");
    BOOST_TEST(choice(R"("delta":{"content":"new"},"message":{"content":"all so far"})") == "new");
    BOOST_TEST(choice(R"("delta":{"\u0063ontent":"key with an escape"})") == "key with an escape");
    BOOST_TEST(choice(R"("delta":{"content":"first","content":null})") == "");
    BOOST_TEST(choice(R"("delta":{"content":{"content":"inner"}},"other":{"content":"other"})") == "");
    BOOST_TEST(
        choice(R"("delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]},)"
               R"({"text":"a","type":"text"},{"type":"image","text":"b"},1,"c",[{"type":"text","text":"d"}]]})") ==
        "a");
    BOOST_TEST(choice(R"("delta":{"content":"a"},"error":null)") == "a");
    BOOST_TEST((parse("data: {\"choices\":[{\"delta\":{},\"error\":{\"code\":503}}]}\n\n").cause ==
                failure_cause::server_error));
    BOOST_TEST(parse("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]} x\n\n" + chunk("{}", R"("stop")")).text ==
               "");
}

BOOST_AUTO_TEST_CASE(later_counts_of_a_stream_replace_earlier_ones)
{
    const auto event = [](std::string_view usage) { return "data: {\"usage\":" + std::string{usage} + "}\n\n"; };
    const auto end   = chunk(R"({"content":"a"})", R"("stop")");
    BOOST_TEST(
        (parse(event(R"({"prompt_tokens":3,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":1}})") +
               event(R"({"completion_tokens":4,"prompt_tokens":null,"note":"x","list":[{"prompt_tokens":9}]})") +
               event("{}") + event("null") + event("7") + end)
             .tokens == token_count{3, 4, 1}));
    BOOST_TEST((parse(event(R"({"prompt_tokens":3.0,"completion_tokens":-1})") + end).tokens == token_count{3, {}, 0}));
    BOOST_TEST((parse(event(R"({"\u0070rompt_tokens":3,"prompt_token\u0073_details":{"\u0063ached_tokens":2}})") + end)
                    .tokens == token_count{3, {}, 2}));
    std::string growing;
    for (int n = 1; n <= 1'000; ++n)
        growing += event(R"({"prompt_tokens":3,"completion_tokens":)" + std::to_string(n) + "}");
    BOOST_TEST((parse(growing + end).tokens == token_count{3, 1'000, 0}));
    std::string names; // more than are kept
    for (int n = 1; n <= 1'000; ++n) names += event("{\"count_" + std::to_string(n) + "\":1}");
    BOOST_TEST((parse(usage + names + end).tokens == token_count{3, 4, 2}));
}

BOOST_AUTO_TEST_CASE(a_body_that_is_no_stream_stays_as_it_is)
{
    for (const std::string body : {R"({"choices":[{"message":{"content":"data: x"}}]})", "", "no json ", "[]"})
        for (const std::size_t piece : {1U, 5U, 4096U}) BOOST_TEST(body_of(body, piece) == body);
}

BOOST_AUTO_TEST_CASE(blanks_before_a_body_are_dropped)
{
    const std::string blanks = " \r\n\t ";
    for (const std::size_t piece : {1U, 2U, 5U, 7U, 4096U})
    {
        BOOST_TEST(body_of(blanks, piece) == "");
        BOOST_TEST(body_of(blanks + "{\"a\": 1} ", piece) == "{\"a\": 1} ");
        BOOST_TEST(parse(blanks + stream, piece).text == "Wat\"er é\n");
    }
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_no_part_of_the_first_event)
{
    const std::string marked = "\xEF\xBB\xBF" + stream.substr(stream.find("data:"));
    for (const std::size_t cut : {1U, 3U, 5U, 6U, 9U})
    {
        event_stream received;
        BOOST_TEST(received.take(std::string_view{marked}.substr(0, cut)));
        BOOST_TEST(received.take(std::string_view{marked}.substr(cut)));
        BOOST_TEST(chat_completions.parse_success(received.take_body()).text == "Wat\"er é\n");
    }
}

BOOST_AUTO_TEST_CASE(a_stream_that_breaks_off_is_a_failure_that_keeps_its_text)
{
    const auto whole = stream.find(R"("stop")");
    for (const auto end : {whole, whole - 20})
    {
        event_stream received;
        BOOST_TEST(received.take(std::string_view{stream}.substr(0, end)));
        BOOST_TEST(received.has_text());
        const auto result = chat_completions.parse_success(received.take_body());
        BOOST_TEST((result.cause == failure_cause::server_error));
        BOOST_TEST(result.text == "Wat\"er é\n");
    }
    BOOST_TEST((parse(": processing\n\n").cause == failure_cause::server_error));
}

BOOST_AUTO_TEST_CASE(a_stream_whose_text_repeats_itself_ends)
{
    const auto sent_until_end = [](const auto& event_of) {
        event_stream received;
        int          events = 0;
        while (events != 10'000 && received.take(event_of(events))) ++events;
        BOOST_TEST(received.repeats() == (events != 10'000));
        const auto result = chat_completions.parse_success(received.take_body());
        BOOST_TEST(result.completed());
        return result.text.size();
    };
    BOOST_TEST(sent_until_end([](int) { return chunk(R"({"content":" We wait for hours."})"); }) < 1'000U);
    const auto   number = [](int n) { return chunk(R"({"content":")" + std::to_string(n * 7) + R"(,"})"); };
    event_stream received;
    for (int n = 0; n != 2'000; ++n) BOOST_REQUIRE(received.take(number(n)));
    BOOST_TEST(!received.repeats());
}

BOOST_AUTO_TEST_CASE(an_error_in_a_stream_has_the_cause_of_its_status)
{
    const std::string error = R"(data: {"error":{"code":429,"message":"no"}})"
                              "\n\n";
    BOOST_TEST((parse(": hello\n" + error).cause == failure_cause::rate_limited));
    const auto late = parse(chunk(R"({"content":"Wat"})") + error);
    BOOST_TEST((late.cause == failure_cause::server_error));
    BOOST_TEST(late.text == "Wat");
}

BOOST_AUTO_TEST_CASE(a_refusal_and_an_output_limit_are_those_of_a_response_without_a_stream)
{
    BOOST_TEST((parse(chunk(R"({"refusal":"I can"})") + chunk(R"({"refusal":"not"})", R"("stop")")).cause ==
                failure_cause::policy));
    BOOST_TEST(
        (parse(chunk(R"({"content":"x"})") + chunk("{}", R"("content_filter")")).cause == failure_cause::policy));
    BOOST_TEST(parse(chunk(R"({"content":"half"})", R"("length")")).truncated);
}

BOOST_AUTO_TEST_CASE(the_stream_of_messages_is_a_message)
{
    for (const std::size_t piece : {1U, 9U, 4096U})
    {
        const auto result = anthropic_messages.parse_success(body_of(messages + messages_end, piece));
        BOOST_TEST(result.completed());
        BOOST_TEST(result.text == "Water");
        BOOST_TEST(result.model == "c-1");
        BOOST_TEST((result.tokens == token_count{5, 9}));
    }
    const auto cut = anthropic_messages.parse_success(body_of(messages, 100));
    BOOST_TEST((cut.cause == failure_cause::server_error));
    BOOST_TEST(cut.text == "Water");
    const auto overloaded = anthropic_messages.parse_success(
        body_of("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n", 100));
    BOOST_TEST((overloaded.cause == failure_cause::server_error));
    BOOST_TEST(overloaded.http_status == 529);
}

BOOST_AUTO_TEST_CASE(hostile_bodies_are_bounded)
{
    const std::string megabyte(1024 * 1024, 'x');

    event_stream plain;
    for (int n = 0; n != 4; ++n) BOOST_TEST(plain.take(megabyte));
    BOOST_TEST(!plain.take("x"));

    event_stream      empty;
    const std::string blanks(1024 * 1024, ' ');
    for (int n = 0; n != 3; ++n) BOOST_TEST(empty.take(blanks));
    BOOST_TEST(empty.take(megabyte));
    BOOST_TEST(!empty.take("x"));

    event_stream line;
    BOOST_TEST(line.take("data: "));
    BOOST_TEST(line.take(megabyte.substr(0, 1'000'000)));
    BOOST_TEST(!line.take(megabyte));

    event_stream babble;
    std::size_t  events = 0;
    const auto   event  = [](std::size_t n) {
        return chunk(R"({"content":")" + std::to_string(1'000'000 + n) + std::string(993, 'y') + "\"}");
    };
    while (events != 10'000 && babble.take(event(events))) ++events;
    BOOST_TEST(events == 524U); // 512 KiB
    BOOST_TEST(!babble.repeats());

    event_stream reasoning;
    const auto   thought = chunk(R"({"reasoning_content":")" + std::string(1000, 'y') + "\"}");
    for (int n = 0; n != 5'000; ++n) BOOST_REQUIRE(reasoning.take(thought));
    BOOST_TEST(reasoning.take_body().size() < 600'000U);

    for (const auto* odd :
         {"data: null\n\n", "data: [1]\n\n", "data: {\"choices\":1}\n\n", "data: {\"choices\":[1]}\n\n",
          "data: {\"choices\":[{\"delta\":[1]}]}\n\n", "data: {\"usage\":[]}\n\n", "data\n\n",
          "data: {\"type\":\"message_start\"}\n\n", "data: {\"type\":\"content_block_delta\"}\n\n"})
        BOOST_TEST(!parse(odd).completed(), odd);
}

BOOST_AUTO_TEST_SUITE_END()

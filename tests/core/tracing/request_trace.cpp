#include "tracing/request_trace.hpp"

#include "core/tracing/span_list.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace verbatim::core::tracing;
using namespace verbatim::testing;

namespace {

struct trace_fixture
{
    span_list                      sink;
    request_trace::position        where{.id = make_trace_id()};
    std::shared_ptr<request_trace> trace;

    void begin() { trace = std::make_shared<request_trace>(sink, "POST /v1/hello", where); }

    void attempt(const std::string& name, std::string_view error_type = {})
    {
        attempt_span{trace, name, span_kind::client}.end(error_type);
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(request_trace_spans, trace_fixture)

BOOST_AUTO_TEST_CASE(phases_and_attempts_have_parents)
{
    begin();
    attempt("first");
    {
        const auto map = trace->begin_phase("map");
        attempt("second");
        const auto inner = trace->begin_phase("inner");
        attempt("third");
    }
    attempt("fourth");
    trace->end();

    const auto& server = sink.named("POST /v1/hello");
    const auto& map    = sink.named("map");
    const auto& inner  = sink.named("inner");
    BOOST_TEST(!is_valid(server.parent));
    BOOST_TEST(!server.has_remote_parent);
    BOOST_TEST((map.parent == server.id));
    BOOST_TEST((inner.parent == map.id));
    BOOST_TEST((sink.named("first").parent == server.id));
    BOOST_TEST((sink.named("second").parent == map.id));
    BOOST_TEST((sink.named("third").parent == inner.id));
    BOOST_TEST((sink.named("fourth").parent == server.id));
    for (const auto& span : sink.spans)
    {
        BOOST_TEST((span.trace == where.id));
        BOOST_TEST((span.end >= span.start));
    }
    BOOST_TEST(number(server, "verbatim.attempts") == 2);
    BOOST_TEST(number(map, "verbatim.attempts") == 1);
}

BOOST_AUTO_TEST_CASE(the_span_of_the_caller_is_the_parent)
{
    where.caller = trace_parent{.trace = where.id, .span = make_span_id(), .sampled = true};
    where.state  = "a=1";
    begin();
    const auto phase = trace->begin_phase("map");
    trace->end();

    const auto& server = sink.named("POST /v1/hello");
    BOOST_TEST((server.parent == where.caller->span));
    BOOST_TEST(server.has_remote_parent);
    BOOST_TEST(server.trace_state == "a=1");
}

BOOST_AUTO_TEST_CASE(attempts_over_the_limit_are_counted_and_failed_ones_recorded)
{
    begin();
    {
        const auto phase = trace->begin_phase("map");
        for (std::size_t n = 0; n != request_trace::max_phase_attempts + 1'000; ++n) attempt("attempt");
        for (std::size_t n = 0; n != request_trace::max_failed_attempts + 1'000; ++n) attempt("failure", "timeout");
    }
    const auto count = [&](const std::string& name) {
        return static_cast<std::size_t>(std::ranges::count(sink.spans, name, &span::name));
    };
    BOOST_TEST(count("attempt") == request_trace::max_phase_attempts);
    BOOST_TEST(count("failure") == request_trace::max_failed_attempts);
    BOOST_TEST(number(sink.named("map"), "verbatim.attempts") == 2'064);
    BOOST_TEST(number(sink.named("map"), "verbatim.attempts_over_limit") == 2'032);

    // The next phase has spans again.
    const auto phase = trace->begin_phase("reduce");
    attempt("later");
    BOOST_TEST(count("later") == 1U);
}

BOOST_AUTO_TEST_CASE(phases_are_limited)
{
    begin();
    for (std::size_t n = 0; n != request_trace::max_phases; ++n) BOOST_TEST(trace->begin_phase("phase") != nullptr);
    BOOST_TEST(trace->begin_phase("phase") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_failed_attempt_names_its_error)
{
    begin();
    attempt("attempt", "rate_limited");
    BOOST_TEST(sink.named("attempt").failed);
    BOOST_TEST(text(sink.named("attempt"), "error.type") == "rate_limited");
}

BOOST_AUTO_TEST_CASE(headers_for_the_provider_are_sent_on_request_only)
{
    begin();
    BOOST_TEST((attempt_span{trace, "a", span_kind::client}.headers().traceparent.empty()));

    where.sends_to_providers = true;
    where.state              = "a=1";
    begin();
    attempt_span attempt{trace, "a", span_kind::client};
    const auto   headers = attempt.headers();
    const auto   parent  = parse_traceparent(headers.traceparent);
    BOOST_REQUIRE(parent);
    BOOST_TEST((parent->trace == where.id));
    BOOST_TEST((parent->span == attempt.span().value().id));
    BOOST_TEST(parent->sampled);
    BOOST_TEST(headers.tracestate == "a=1");
    for (std::size_t n = 0; n != request_trace::max_phase_attempts; ++n) trace_fixture::attempt("other");
    const attempt_span unrecorded{trace, "b", span_kind::client};
    BOOST_TEST(!parse_traceparent(unrecorded.headers().traceparent)->sampled);
}

BOOST_AUTO_TEST_CASE(an_ended_span_does_not_change)
{
    begin();
    trace->end();
    trace->server().set("verbatim.attempts", std::int64_t{1});
    trace->server().fail("timeout");
    trace->end();
    BOOST_TEST(!trace->server().value().failed);
    BOOST_TEST(trace->server().value().attributes.empty());
    BOOST_TEST(sink.spans.size() == 1U);
    BOOST_TEST(!sink.named("POST /v1/hello").failed);
}

BOOST_AUTO_TEST_CASE(an_operation_may_end_after_its_request)
{
    begin();
    auto phase = trace->begin_phase("map");
    trace->end();
    trace.reset();
    phase.reset();
    BOOST_TEST(sink.named("map").name == "map");
    BOOST_TEST(sink.spans.size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

// Cancellation and deadlines during the computations before the first model call.
#include "operation.hpp"

#include "support/recording_model.hpp"
#include "wire.hpp"

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <thread>

using namespace verbatim;
namespace asio = boost::asio;

namespace {

/// Maximum concurrent work items on the pool.
int at_once() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

/// A large analysis on a pool where every work item takes one turn of the event loop.
struct analysis
{
    testing::fake_call             call;
    testing::recording_model       model;
    testing::first_letter_embedder engine;
    analyze_bulk::operation        operation;
    analyze_bulk::request          request;
    std::function<void()>          after;                          ///< called after each work item
    bool                           blocks_until_cancelled = false; ///< work items end only when cancelled

    explicit analysis(analyze_bulk::request body)
        : operation{test_settings()}
        , request{std::move(body)}
    {
        call.model_override    = &model;
        call.embedder_override = &engine;
        call.compute_hook      = [this](const std::function<void()>& work) -> sdk::task<> {
            work();
            co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
            if (after) after();
            while (blocks_until_cancelled) co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
        };
    }

    static analyze_bulk::settings test_settings()
    {
        analyze_bulk::settings settings;
        settings.hierarchical.target_chunk_tokens = 20'000;
        return settings;
    }

    /// The phase that started last.
    std::string phase() const
    {
        std::string last;
        for (const auto& entry : call.logged.lines())
            if (entry.event == "phase_started") last = entry.fields.at("phase");
        return last;
    }
};

analyze_bulk::request large_request()
{
    analyze_bulk::request request{.prompt = "What is said?", .mode = analyze_bulk::analysis_mode::hierarchical};
    for (int n = 0; n != 4'000; ++n)
        request.records.push_back(
            {.id = std::to_string(n), .content = std::string(1, static_cast<char>('a' + n % 26))});
    for (auto& record : request.records) record.content.append(record.id).resize(300, '.');
    return request;
}

/// The phase of each work item of an uncancelled analysis.
std::vector<std::string> phases_of(const analyze_bulk::request& request, testing::event_loop& loop)
{
    analysis                 whole{request};
    std::vector<std::string> phases;
    whole.after = [&] { phases.push_back(whole.phase()); };
    loop.run(whole.operation.run(whole.call, whole.request));
    return phases;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(leaving, testing::event_loop)

BOOST_AUTO_TEST_CASE(cancellation_during_any_computation_ends_the_call_before_model_calls)
{
    const auto            request = large_request();
    const auto            phases  = phases_of(request, *this);
    std::set<std::string> left;
    for (std::size_t last = 0; last < phases.size() && phases[last] != "map"; last += last < 20 ? 1 : 7)
        BOOST_TEST_CONTEXT(last << ", in phase " << phases[last])
        {
            analysis                  current{request};
            asio::cancellation_signal gone;
            std::size_t               done = 0;
            current.after                  = [&] {
                if (done++ == last) gone.emit(asio::cancellation_type::terminal);
            };
            std::exception_ptr failure;
            asio::co_spawn(
                context(), current.operation.run(current.call, current.request),
                asio::bind_cancellation_slot(
                    gone.slot(), [&](std::exception_ptr thrown, const analyze_bulk::response&) { failure = thrown; }));
            context().restart();
            context().run(); // to the end: nothing is left behind

            BOOST_REQUIRE((failure != nullptr));
            BOOST_CHECK_EXCEPTION(std::rethrow_exception(failure), boost::system::system_error,
                                  [](const auto& thrown) { return thrown.code() == asio::error::operation_aborted; });
            BOOST_TEST(current.call.compute_count <= static_cast<int>(last) + at_once());
            BOOST_TEST(current.model.conversations.empty());
            left.insert(phases[last]);
        }
    for (const char* phase : {"anonymise", "embed", "cluster"}) BOOST_TEST(left.contains(phase), phase);
}

BOOST_AUTO_TEST_CASE(a_deadline_during_a_computation_ends_the_call_before_model_calls)
{
    using clock         = std::chrono::steady_clock;
    const auto request  = large_request();
    const auto phases   = phases_of(request, *this);
    const auto first_of = [&](std::string_view phase) { return std::ranges::find(phases, phase) - phases.begin(); };
    for (const auto last : {first_of("anonymise"), first_of("embed"), first_of("cluster"), first_of("map") - 1})
        BOOST_TEST_CONTEXT(last)
        {
            analysis       current{request};
            const auto     limit = clock::now() + std::chrono::milliseconds{50};
            std::ptrdiff_t done  = 0;
            current.after = [&] { current.blocks_until_cancelled = current.blocks_until_cancelled || done++ == last; };
            bool       answered = true;
            const auto work  = [&]() -> sdk::task<> { co_await current.operation.run(current.call, current.request); };
            const auto timed = [&]() -> sdk::task<> { answered = co_await feedback::run_until(limit, work()); };
            run(timed());

            BOOST_TEST(!answered);
            BOOST_TEST(current.call.compute_count <= static_cast<int>(last) + 2 * at_once());
            BOOST_TEST(current.model.conversations.empty());
        }
}

BOOST_AUTO_TEST_SUITE_END()

#include "embedding/engines.hpp"

#include "support/prompt_text.hpp"

#include "exec/on_pool.hpp"
#include "recording/ledger.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>

using namespace verbatim;
using namespace verbatim::core;
using embedding::make_local_engine;

namespace {

struct fixture : testing::event_loop
{
    testing::captured_log    log;
    boost::asio::thread_pool pool{2};
    std::size_t              pool_tasks  = 0;
    exec::pool_runner        run_on_pool = [this](const std::function<void()>& work) {
        ++pool_tasks;
        return exec::run_on_pool(pool, work);
    };

    std::unique_ptr<sdk::embedder> open(embedding::engine& engine, std::string tenant = "tenant-1")
    {
        return engine.open({.tenant_id  = std::move(tenant),
                            .operation  = "analyze",
                            .request_id = "r",
                            .deadline   = std::chrono::steady_clock::now() + std::chrono::minutes{1},
                            .ledger     = nullptr,
                            .log        = log});
    }

    sdk::vectors embed(const std::vector<sdk::prompt_text>& texts, std::size_t max_characters = 8'000)
    {
        const auto engine = make_local_engine(max_characters, run_on_pool);
        return run(open(*engine)->try_embed(texts, 4)).value();
    }
};

std::vector<sdk::prompt_text> prompt_texts(std::initializer_list<std::string_view> texts)
{
    std::vector<sdk::prompt_text> all;
    for (const auto each : texts) all.push_back(verbatim::support::prompt_text(each));
    return all;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(embedding_local, fixture)

BOOST_AUTO_TEST_CASE(each_text_has_a_vector)
{
    BOOST_TEST(embed({}).size() == 0u);
    BOOST_TEST(embed(prompt_texts({"one", "", "three"})).size() == 3u);
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(long_texts_are_cut_between_characters_and_counted_in_one_log_line)
{
    const auto cut_by_engine = embed(prompt_texts({"äöü words beyond", "äöü other beyond", "short"}), 5);
    const auto already_short = embed(prompt_texts({"äöü w", "äöü o", "short"}));

    BOOST_TEST((cut_by_engine == already_short));
    BOOST_REQUIRE(log.lines().size() == 1u);
    BOOST_TEST(log.lines()[0].event == "embedding_texts_truncated");
    BOOST_TEST((log.lines()[0].level == sdk::severity::warning));
    BOOST_TEST(log.lines()[0].fields.at("count") == "2");
    BOOST_TEST(log.lines()[0].fields.at("limit") == "5");
}

BOOST_AUTO_TEST_CASE(a_text_at_the_limit_is_not_cut)
{
    embed(prompt_texts({"äöüäö"}), 5);
    BOOST_TEST(log.lines().empty());
}

BOOST_AUTO_TEST_CASE(a_cancelled_call_ends_between_slices)
{
    const std::string                   text(2'000, 'x');
    const std::vector<sdk::prompt_text> texts(20'000, verbatim::support::prompt_text(text));
    const auto                          engine   = make_local_engine(8'000, run_on_pool);
    const auto                          embedder = open(*engine);

    boost::asio::cancellation_signal cancellation;
    std::exception_ptr               failure;

    boost::asio::co_spawn(context(), embedder->try_embed(texts, 4),
                          boost::asio::bind_cancellation_slot(
                              cancellation.slot(), [&](std::exception_ptr thrown, auto) { failure = thrown; }));
    context().poll_one(); // starts the first task on the pool
    cancellation.emit(boost::asio::cancellation_type::terminal);
    context().run();

    BOOST_REQUIRE((failure != nullptr));
    BOOST_CHECK_THROW(std::rethrow_exception(failure), boost::system::system_error);
    BOOST_TEST(pool_tasks < 10u);
}

BOOST_AUTO_TEST_CASE(concurrent_calls_are_limited_so_that_their_counters_are_few)
{
    std::size_t               begun = 0;
    boost::asio::steady_timer release{context(), std::chrono::steady_clock::time_point::max()};
    const exec::pool_runner   run_when_released = [&](const std::function<void()>& work) -> sdk::task<> {
        ++begun;
        co_await release.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
        work();
    };
    const auto  engine    = make_local_engine(8'000, run_when_released);
    const auto  texts     = prompt_texts({"one", "two"});
    std::size_t completed = 0;
    const auto  embed_for = [&](std::string tenant) -> sdk::task<> {
        const auto embedder = open(*engine, std::move(tenant));
        const auto vectors  = co_await embedder->try_embed(texts, 4);
        if (vectors && vectors->size() == 2) ++completed;
    };
    const auto start_call = [&](const char* tenant) {
        boost::asio::co_spawn(context(), embed_for(tenant), boost::asio::detached);
        context().poll();
    };

    for (int n = 0; n != 3; ++n) start_call("a");
    BOOST_TEST(begun == 2u);
    start_call("b");
    BOOST_TEST(begun == 3u);

    release.expires_at(std::chrono::steady_clock::time_point::min());
    context().run();
    BOOST_TEST(completed == 4u);
}

BOOST_AUTO_TEST_SUITE_END()

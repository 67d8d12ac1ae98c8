#include "privacy/anonymizer.hpp"

#include "expect.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include <unistd.h>

namespace verbatim::core::privacy {

namespace {

namespace asio = boost::asio;

using findings = std::vector<std::vector<sdk::detected_entity>>;

/// Runs the search to its end on this thread.
findings run(sdk::task<findings> search)
{
    asio::io_context context;
    auto             answer = asio::co_spawn(context, std::move(search), asio::use_future);
    context.run();
    return answer.get();
}

findings run(sdk::anonymizer& engine, const std::vector<std::string_view>& texts) { return run(engine.detect(texts)); }

/// A hop that stays on the thread and counts.
exec::pool_runner counting(int& hops)
{
    return [&hops](const std::function<void()>& work) -> sdk::task<> {
        ++hops;
        work();
        co_return;
    };
}

} // namespace

BOOST_AUTO_TEST_SUITE(anonymizer)

BOOST_AUTO_TEST_CASE(the_task_returns_the_findings_of_the_engine)
{
    const auto                          engine = make_anonymizer({});
    const std::vector<std::string_view> texts{"My name is Maria Lopez.", "maria@example.org"};

    BOOST_TEST((run(*engine, texts) == testing::engine().find_all(texts)));
}

BOOST_AUTO_TEST_CASE(only_large_requests_leave_the_thread)
{
    int        hops   = 0;
    const auto engine = make_anonymizer({}, counting(hops));

    const std::string half(32'768, 'x');
    run(*engine, {half, half});
    BOOST_TEST(hops == 0);

    const auto findings_by_text = run(*engine, {half, half, "Maria"});
    BOOST_TEST(hops > 1);
    BOOST_TEST(findings_by_text[2].size() == 1U);
}

BOOST_AUTO_TEST_CASE(slices_of_a_large_request_have_the_same_findings)
{
    std::vector<std::string> texts;
    for (int n = 0; n != 3'000; ++n)
        texts.push_back((n % 7 == 0 ? "My name is Zebulina Krantova" : "they sent Krantova and Kofi home on ") +
                        std::to_string(n) + ", maria" + std::to_string(n) + "@example.org");
    const std::vector<std::string_view> views{texts.begin(), texts.end()};
    int                                 hops   = 0;
    const auto                          engine = make_anonymizer({}, counting(hops));

    BOOST_TEST((run(*engine, views) == testing::engine().find_all(views)));
    BOOST_TEST(hops >= 5); // two slices, twice, and the step between
}

BOOST_AUTO_TEST_CASE(cancellation_in_any_slice_ends_the_search_there)
{
    const std::string                   text(20'000, 'x');
    const std::vector<std::string_view> texts(20, text);
    int                                 total_hops = 0;
    run(*make_anonymizer({}, counting(total_hops)), texts);
    BOOST_REQUIRE(total_hops > 10);

    for (int last = 1; last <= total_hops; ++last) BOOST_TEST_CONTEXT(last)
        {
            asio::io_context          context;
            asio::cancellation_signal cancellation;
            int                       hops = 0;
            const auto         engine      = make_anonymizer({}, [&](const std::function<void()>& work) -> sdk::task<> {
                work();
                const bool leaves = ++hops == last;
                co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
                if (leaves) cancellation.emit(asio::cancellation_type::terminal);
            });
            std::exception_ptr failure;
            asio::co_spawn(
                context, engine->detect(texts),
                asio::bind_cancellation_slot(cancellation.slot(),
                                             [&](std::exception_ptr thrown, const findings&) { failure = thrown; }));
            context.run();

            const int at_once = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
            BOOST_TEST(hops < last + at_once);
            if (last + at_once <= total_hops) BOOST_REQUIRE((failure != nullptr)); // else all was done before it left
            if (failure) BOOST_CHECK_THROW(std::rethrow_exception(failure), boost::system::system_error);
        }
}

BOOST_AUTO_TEST_CASE(slices_of_many_ids_have_the_same_findings)
{
    std::vector<std::string> ids;
    for (int n = 0; n != 6'000; ++n)
        ids.push_back(n % 3 == 0 ? "maria" + std::to_string(n) + "@example.org" : "Form-" + std::to_string(n));
    const std::vector<std::string_view> views{ids.begin(), ids.end()};
    int                                 hops   = 0;
    const auto                          engine = make_anonymizer({}, counting(hops));

    BOOST_TEST((run(engine->detect_verified(views)) == testing::engine().find_verified(views)));
    BOOST_TEST(hops == 2); // slices
    BOOST_TEST(run(engine->detect_verified({})).empty());
}

BOOST_AUTO_TEST_CASE(ids_are_not_searched_if_the_setting_is_false)
{
    const auto                          engine = make_anonymizer({.terms_path = {}, .redact_ids = false});
    const std::vector<std::string_view> texts{"maria@example.org", "Form-1"};

    BOOST_TEST((run(engine->detect_verified(texts)) == findings(2)));
    BOOST_TEST(run(*engine, texts)[0].size() == 1U);
}

BOOST_AUTO_TEST_CASE(exceptions_of_the_pool_reach_the_caller)
{
    const auto        engine = make_anonymizer({}, [](const std::function<void()>&) -> sdk::task<> {
        throw std::runtime_error("the pool is closed");
        co_return;
    });
    const std::string text(100'000, 'x');
    BOOST_CHECK_THROW(run(*engine, {text}), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(kinds_of_terms_outlive_the_search)
{
    const auto file = std::filesystem::temp_directory_path() / ("verbatim-terms-" + std::to_string(::getpid()));
    std::ofstream(file) << "CAMP\tNorth Gate\n";
    const auto engine = make_anonymizer({.terms_path = file.string(), .redact_ids = true});
    std::filesystem::remove(file);

    const auto findings_by_text = run(*engine, {"at the north gate"});

    BOOST_REQUIRE(findings_by_text[0].size() == 1U);
    BOOST_TEST(findings_by_text[0][0].kind == "CAMP");
}

BOOST_AUTO_TEST_CASE(an_invalid_terms_file_is_an_error_at_start)
{
    BOOST_CHECK_THROW(make_anonymizer({.terms_path = "/nonexistent/terms", .redact_ids = true}), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(many_threads_share_one_engine)
{
    const std::vector<std::string_view> texts{"Amina Diallo met Kofi in Goma on 405-550-9555.",
                                              "see example.org, iban DE89370400440532013000"};
    const auto                          expected = testing::engine().find_all(texts);

    std::vector<findings>     answers(4);
    std::vector<std::jthread> threads;
    for (auto& answer : answers)
        threads.emplace_back([&] {
            for (int i = 0; i != 20; ++i) answer = testing::engine().find_all(texts);
        });
    threads.clear();

    for (const auto& answer : answers) BOOST_TEST((answer == expected));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::privacy

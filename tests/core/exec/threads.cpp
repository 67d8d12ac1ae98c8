#include "exec/threads.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/test/unit_test.hpp>

#include <future>
#include <set>
#include <thread>

namespace verbatim::core::exec {

namespace asio = boost::asio;

namespace {

std::thread::id thread_of(asio::io_context& context)
{
    std::promise<std::thread::id> thread_id;
    asio::post(context, [&] { thread_id.set_value(std::this_thread::get_id()); });
    return thread_id.get_future().get();
}

} // namespace

BOOST_AUTO_TEST_SUITE(threads_suite)

BOOST_AUTO_TEST_CASE(each_context_has_a_thread_of_its_own)
{
    threads io_threads{3};
    io_threads.start();

    std::set<std::thread::id> ids;
    for (std::size_t n = 0; n < io_threads.size(); ++n)
    {
        const auto first = thread_of(io_threads.context(n));
        BOOST_TEST((first == thread_of(io_threads.context(n))));
        ids.insert(first);
    }

    BOOST_TEST(ids.size() == 3U);
}

BOOST_AUTO_TEST_CASE(the_default_is_one_thread_per_core)
{
    BOOST_TEST(threads{}.size() == std::max(1U, std::thread::hardware_concurrency()));
}

BOOST_AUTO_TEST_CASE(stopping_is_allowed_at_any_time)
{
    threads never_started{1};
    never_started.stop();

    threads twice{1};
    twice.start();
    BOOST_TEST(twice.running());
    twice.stop();
    twice.stop();
    BOOST_TEST(!twice.running());
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::exec

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <stdexcept>

using namespace verbatim;

namespace {

template <class Work>
concept computable = requires(sdk::call& call, Work&& work)
{
    call.compute(std::forward<Work>(work));
};

template <class Step>
concept repeatable = requires(Step&& step)
{
    sdk::for_each_bounded(1, 1, std::forward<Step>(step));
};

constexpr auto work = [] { return 1; };
constexpr auto step = [](std::size_t) -> sdk::task<> { co_return; };

static_assert(computable<decltype(work)&> && !computable<decltype(work)>, "a temporary must not compile");
static_assert(repeatable<decltype(step)&> && !repeatable<decltype(step)>, "a temporary must not compile");

} // namespace

BOOST_FIXTURE_TEST_SUITE(compute, testing::event_loop)

BOOST_AUTO_TEST_CASE(a_computation_returns_what_its_work_returns)
{
    testing::fake_call call;
    const auto         make = [n = 7] { return std::make_unique<int>(n); };
    BOOST_TEST(*run(call.compute(make)) == 7);

    bool       done   = false;
    const auto finish = [&] { done = true; };
    run(call.compute(finish));
    BOOST_TEST(done);
    BOOST_TEST(call.compute_count == 2);
}

BOOST_AUTO_TEST_CASE(a_computation_rethrows_what_its_work_throws)
{
    testing::fake_call call;
    const auto         fail = []() -> int { throw std::runtime_error{"no"}; };
    BOOST_CHECK_THROW(run(call.compute(fail)), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()

#include "llm/circuit_breaker.hpp"

#include "llm/attempt_result.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim::core::llm;
using namespace std::chrono_literals;
using cause = verbatim::sdk::failure_cause;
using state = circuit_breaker::state;
using type  = circuit_breaker::change::type;

namespace {

constexpr circuit_breaker::time_point start{1'000'000s};

struct breaker_fixture
{
    circuit_breaker             connection;
    circuit_breaker::time_point now = start;

    type end(bool succeeds)
    {
        auto permit = connection.admit(now);
        BOOST_REQUIRE(permit.has_value());
        return (succeeds ? permit->succeed(now) : permit->fail(cause::connect, now)).effect;
    }
    void end(int count, bool succeeds)
    {
        for (int n = 0; n != count; ++n) end(succeeds);
    }
    void suspend() { end(circuit_breaker::min_attempts, false); }

    bool is_closed() const { return connection.read_state(now) == state::closed; }
};

/// Runs `work` in eight threads at once.
void in_threads(const std::function<void(int thread)>& work)
{
    std::vector<std::thread> threads;
    for (int n = 0; n != 8; ++n) threads.emplace_back(work, n);
    for (auto& thread : threads) thread.join();
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(llm_circuit_breaker, breaker_fixture)

BOOST_AUTO_TEST_CASE(half_of_at_least_ten_attempts_suspend_a_connection)
{
    struct sample
    {
        int  successes;
        int  failures;
        bool suspends;
    };
    for (const auto& [successes, failures, suspends] :
         {sample{0, 9, false}, sample{0, 10, true}, sample{5, 5, true}, sample{6, 5, false}, sample{9, 1, false},
          sample{1000, 999, false}, sample{1000, 1000, true}})
        BOOST_TEST_CONTEXT(successes << " and " << failures)
        {
            breaker_fixture sample_run;
            sample_run.end(successes, true);
            sample_run.end(failures, false);
            BOOST_TEST(sample_run.is_closed() != suspends);
        }
}

BOOST_AUTO_TEST_CASE(attempts_leave_the_window_after_thirty_seconds)
{
    end(9, false);
    now += 29s;
    BOOST_TEST((end(true) == type::none));
    now += 1s; // the nine failures are gone
    end(8, false);
    BOOST_TEST(is_closed());
    BOOST_TEST((end(false) == type::suspended));

    failure_window window;
    window.add(true, start);
    window.add(true, start + 24h);
    BOOST_TEST(window.attempts() == 1);
    window.add(false, start); // late from another thread
    BOOST_TEST(window.attempts() == 2);
    BOOST_TEST(window.failures() == 1);
}

BOOST_AUTO_TEST_CASE(a_suspended_connection_admits_one_trial_after_five_seconds)
{
    suspend();
    BOOST_TEST((connection.read_state(now) == state::open));
    BOOST_TEST((connection.cause() == cause::connect));
    BOOST_TEST((connection.next_admission(now) == start + 5s));
    now += 4999ms;
    BOOST_TEST(!connection.admit(now).has_value());

    now += 1ms;
    BOOST_TEST((connection.next_admission(now) == now));
    auto trial = connection.admit(now);
    BOOST_REQUIRE(trial.has_value());
    BOOST_TEST(!connection.admit(now + 1h).has_value());
    BOOST_TEST((connection.next_admission(now) == now + 1s));
    BOOST_TEST((connection.read_state(now) == state::half_open));

    BOOST_TEST((trial->succeed(now).effect == type::resumed));
    BOOST_TEST(is_closed());
    end(9, false); // the window began empty
    BOOST_TEST(is_closed());
}

BOOST_AUTO_TEST_CASE(suspensions_double_up_to_a_minute_while_trials_fail)
{
    std::vector<long> seconds;
    suspend();
    for (int n = 0; n != 6; ++n)
    {
        now               = connection.next_admission(now);
        auto       trial  = connection.admit(now);
        const auto change = trial.value().fail(cause::timeout, now);
        BOOST_TEST((change.effect == type::suspended));
        seconds.push_back(change.suspension.count());
    }
    BOOST_TEST(seconds == (std::vector<long>{10, 20, 40, 60, 60, 60}), boost::test_tools::per_element());
    BOOST_TEST((connection.cause() == cause::timeout));
    BOOST_TEST((connection.suspended_since() == start));

    now = connection.next_admission(now);
    BOOST_TEST((end(true) == type::resumed));
    BOOST_TEST(!connection.suspended_since().has_value());
    suspend();
    BOOST_TEST((connection.next_admission(now) == now + 5s));
}

BOOST_AUTO_TEST_CASE(a_trial_without_a_result_is_left_to_another_attempt)
{
    suspend();
    now += 5s;
    {
        const auto cancelled = connection.admit(now);
        BOOST_TEST(cancelled.has_value());
    }
    BOOST_TEST((connection.read_state(now) == state::half_open));
    BOOST_TEST((end(true) == type::resumed));
}

BOOST_AUTO_TEST_CASE(an_attempt_without_a_result_counts_nothing)
{
    end(9, false);
    {
        const auto cancelled = connection.admit(now);
    }
    BOOST_TEST(is_closed());
}

BOOST_AUTO_TEST_CASE(attempts_from_before_a_suspension_change_nothing)
{
    auto late_success = connection.admit(now);
    auto late_failure = connection.admit(now);
    auto abandoned    = connection.admit(now);
    suspend();

    BOOST_TEST((late_success->succeed(now).effect == type::none));
    BOOST_TEST((connection.read_state(now) == state::open));
    now += 5s;
    auto trial = connection.admit(now);
    BOOST_TEST((late_failure->fail(cause::connect, now).effect == type::none));
    abandoned.reset();
    BOOST_TEST(!connection.admit(now).has_value()); // the trial is still in flight
    BOOST_TEST((trial->succeed(now).effect == type::resumed));
}

BOOST_AUTO_TEST_CASE(causes_that_show_a_response_are_no_failures_of_the_connection)
{
    std::string failures;
    for (std::size_t n = 0; n != verbatim::sdk::failure_cause_names.size(); ++n)
        if (effects_of(static_cast<cause>(n)).is_connection_failure)
            failures.append(verbatim::sdk::failure_cause_names[n]).append(" ");
    BOOST_TEST(failures == "unauthorized not_found quota_exhausted server_error timeout dns connect tls certificate "
                           "disconnected interrupted ");
}

BOOST_AUTO_TEST_CASE(many_threads_get_one_trial_at_a_time)
{
    suspend();
    now += 5s;
    std::atomic<int>  in_flight{0};
    std::atomic<int>  trials{0};
    std::atomic<bool> overlapped{false};
    in_threads([&](int) {
        for (int n = 0; n != 10'000; ++n)
            if (const auto trial = connection.admit(now))
            {
                if (++in_flight != 1) overlapped = true;
                ++trials;
                --in_flight;
            }
    });
    BOOST_TEST(trials > 0);
    BOOST_TEST(!overlapped);
    BOOST_TEST((end(true) == type::resumed));
}

BOOST_AUTO_TEST_CASE(results_of_many_threads_leave_a_usable_breaker)
{
    std::atomic<int> milliseconds{0};
    std::atomic<int> suspended{0};
    in_threads([&](int thread) {
        for (int n = 0; n != 10'000; ++n)
        {
            const auto time   = start + std::chrono::milliseconds{++milliseconds};
            auto       permit = connection.admit(time);
            if (!permit || (n + thread) % 7 == 0) continue; // refused, or abandoned
            const bool fails  = n / 1000 % 2 == 0;
            const auto change = fails ? permit->fail(cause::connect, time) : permit->succeed(time);
            if (change.effect == type::suspended) ++suspended;
        }
    });
    BOOST_TEST(suspended > 0);

    now = start + 1h;
    BOOST_TEST((connection.read_state(now) != state::open));
    BOOST_TEST(connection.admit(now).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

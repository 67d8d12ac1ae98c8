#include "probe/prober.hpp"

#include "llm/make_model_client.hpp"

#include "support/recording_log.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

using namespace verbatim;
using namespace verbatim::core;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// What the thread of the database and the test report to each other.
class course_of_a_run
{
public:
    void begin_database_work()
    {
        const std::scoped_lock lock{mutex_};
        has_begun_ = true;
        changed_.notify_all();
    }
    void end_run()
    {
        const std::scoped_lock lock{mutex_};
        has_ended_ = true;
        changed_.notify_all();
    }

    bool await_database_work() { return await(has_begun_, 30s); }

    /// False if the run has not ended after `limit`.
    bool await_end(std::chrono::seconds limit) { return await(has_ended_, limit); }

private:
    bool await(const bool& condition, std::chrono::seconds limit)
    {
        std::unique_lock lock{mutex_};
        return changed_.wait_for(lock, limit, [&] { return condition; });
    }

    std::mutex              mutex_;
    std::condition_variable changed_;
    bool                    has_begun_ = false;
    bool                    has_ended_ = false;
};

/// A source of passwords that does not respond before the run has ended, or for longer than the prober waits.
class slow_tokens final : public identity::token_source
{
public:
    explicit slow_tokens(course_of_a_run& course)
        : course_{course}
    {}

    std::optional<sdk::secret> token() const override
    {
        course_.begin_database_work();
        outlasted_run = course_.await_end(3s);
        return std::nullopt;
    }
    void report_rejection(const sdk::secret&) noexcept override {}

    mutable std::optional<bool> outlasted_run;

private:
    course_of_a_run& course_;
};

/// Without rows; the frame of a run holds it.
class ledger_of_a_run final : public recording::ledger
{
public:
    explicit ledger_of_a_run(course_of_a_run& course)
        : course_{course}
    {}
    ~ledger_of_a_run() override { course_.end_run(); }

    void            add(recording::usage_row) noexcept override {}
    sdk::task<bool> flushed(std::chrono::steady_clock::time_point) override { co_return true; }

private:
    course_of_a_run& course_;
};

struct empty_recorder final : recording::durable_recorder
{
    explicit empty_recorder(course_of_a_run& observer)
        : course{observer}
    {}
    std::shared_ptr<recording::ledger> open() override { return std::make_shared<ledger_of_a_run>(course); }
    recording::recorder_statistics     statistics() const noexcept override { return {}; }
    void                               stop() noexcept override {}

    course_of_a_run& course;
};

} // namespace

BOOST_AUTO_TEST_SUITE(prober)

BOOST_AUTO_TEST_CASE(the_frames_of_a_run_outlive_its_work_on_the_thread_of_the_database)
{
    course_of_a_run        course;
    slow_tokens            tokens{course};
    empty_recorder         recorder{course};
    support::recording_log log;
    const auto models = llm::make_model_client({}, {.prices = std::make_shared<llm::price_list>(llm::price_table{})});

    database::connection_info database{.file = {}, .url = sdk::secret{"postgresql://127.0.0.1:1/x"}};
    database.tokens = &tokens;
    std::optional<probe::prober> prober{std::in_place,
                                        probe::prober::dependencies{*models, nullptr, recorder, database, log}};
    asio::io_context             client;
    asio::co_spawn(client, prober->get(), [](const std::exception_ptr&, const auto&) {});
    client.poll();
    BOOST_TEST_REQUIRE(course.await_database_work());

    prober.reset();
    BOOST_TEST((tokens.outlasted_run == false));
}

BOOST_AUTO_TEST_SUITE_END()

// Jobs in a database outlive their servers: docs/reference/jobs.md#several-servers.

#include "e2e/metrics_page.hpp"
#include "e2e/stored_jobs_setup.hpp"

#include "support/free_port.hpp"
#include "support/postgres.hpp"

#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <set>
#include <string>
#include <tuple>

using namespace verbatim;
using namespace verbatim::e2e;
using support::postgres_database;

namespace {

using databases = std::tuple<postgres_database, sqlite_database>;

constexpr std::size_t answered_first = 3;

const reference_run& reference()
{
    static const reference_run run{hierarchical_request()};
    return run;
}

/// Tokens of the usage rows of a job.
template <class Database>
std::set<std::string> tokens_of_rows(const Database& database, const accepted_job& job)
{
    const auto rows =
        database.query("select input_tokens from llm_calls where status = 'ok' and call_id = '" + job.request_id + "'");
    return {rows.begin(), rows.end()};
}

/// Starts an analysis, and returns when its first answers are stored and the model holds the next requests.
template <class Database>
accepted_job start_analysis(const Database& database, const deterministic_model& model, restartable_server& server)
{
    auto job = accepted(post(*server, analyze, hierarchical_request()));
    model.await_held();
    await_stored_answers(database, answered_first);
    return job;
}

void check_answer(restartable_server& server, const accepted_job& job)
{
    BOOST_TEST(text(await_end(*server, job.path), "status") == "succeeded");
    const auto result = send(*server, "GET", job.path + "/result");
    BOOST_TEST(result.status == 200);
    BOOST_TEST(result.body == reference().answer_to(job));
}

/// From now on the commit of a usage row takes longer than that of an answer.
void delay_usage_rows(const postgres_database& database)
{
    database.query("create function delay() returns trigger language plpgsql as "
                   "$$ begin perform pg_sleep(0.2); return null; end $$");
    database.query("create trigger delay after insert on llm_calls for each statement execute function delay()");
}

/// A row for each answer, and no other but those of cancelled attempts.
template <class Database>
void check_usage_rows(const Database& database, const deterministic_model& model, const accepted_job& job)
{
    const auto expected = model.tokens_of_answers();
    until("usage rows are missing", [&] { return tokens_of_rows(database, job).size() >= expected.size(); });
    BOOST_TEST(tokens_of_rows(database, job) == expected, boost::test_tools::per_element());
    const auto rows = database.query("select count(*) from llm_calls where status = 'ok'").at(0);
    BOOST_TEST(rows == std::to_string(expected.size()));
}

template <class Database>
std::string column(const Database& database, const std::string& name)
{
    return database.query("select " + name + " from jobs").at(0);
}

} // namespace

BOOST_AUTO_TEST_SUITE(stored_jobs_faults)

BOOST_AUTO_TEST_CASE_TEMPLATE(another_server_goes_on_where_a_killed_one_stopped, Database, databases)
{
    const Database            database;
    const deterministic_model model{answered_first};
    const auto                admin = support::free_port();
    restartable_server        first{model.settings(database.url())};
    const auto                job = start_analysis(database, model, first);

    first.kill();
    model.stub.wait_for_hang_ups(deterministic_model::concurrency);
    end_leases(database);
    restartable_server second{model.settings(database.url(), {{"NETWORK_ADMIN_PORT", std::to_string(admin)}})};

    check_answer(second, job);
    model.check_no_answer_was_paid_twice(reference().prompts);
    BOOST_TEST(column(database, "takeovers") == "1");
    BOOST_TEST(contains(second->process.output(), R"("job_taken_over")"));
    const metrics_page metrics{support::send_request(admin, "GET", "/metrics").body};
    BOOST_TEST(metrics.value("verbatim_jobs_taken_over_total") == 1);

    BOOST_TEST(second->process.stop() == 0);
    first.start(); // sends the rows that it stored before its death
    first->process.port();
    check_usage_rows(database, model, job);
    BOOST_TEST(first->process.stop() == 0);
}

BOOST_AUTO_TEST_CASE(no_answer_is_stored_before_its_usage_row)
{
    const postgres_database   database;
    const deterministic_model model{answered_first};
    restartable_server        server{model.settings(database.url())};
    server->process.port(); // the tables exist
    delay_usage_rows(database);
    const auto job = start_analysis(database, model, server);

    server.kill();
    model.stub.wait_for_hang_ups(deterministic_model::concurrency);
    end_leases(database);
    server.start();

    check_answer(server, job);
    model.check_no_answer_was_paid_twice(reference().prompts);
    check_usage_rows(database, model, job);
}

BOOST_AUTO_TEST_CASE(a_server_takes_over_when_a_lease_ends_by_itself)
{
    const postgres_database   database;
    const deterministic_model model{answered_first};
    restartable_server        first{model.settings(database.url())};
    restartable_server        second{model.settings(database.url())};
    const auto                job    = start_analysis(database, model, first);
    auto&                     runner = contains(first->process.output(), "\"job_started\"") ? first : second;
    auto&                     other  = &runner == &first ? second : first;

    runner.kill();

    check_answer(other, job);
    model.check_no_answer_was_paid_twice(reference().prompts);
    BOOST_TEST(column(database, "takeovers") == "1");
}

BOOST_AUTO_TEST_CASE(a_server_that_was_paused_cannot_overwrite_its_successor)
{
    const postgres_database   database;
    const deterministic_model model{answered_first};
    restartable_server        first{model.settings(database.url())};
    const auto                job = start_analysis(database, model, first);

    first->process.signal(SIGSTOP);
    end_leases(database);
    restartable_server second{model.settings(database.url())};
    check_answer(second, job);
    const auto state  = send(*second, "GET", job.path).body;
    const auto result = send(*second, "GET", job.path + "/result").body;
    const auto calls  = model.stub.requests().size();

    first->process.signal(SIGCONT);
    first->process.wait_for_output("\"job_lost\"");
    model.stub.wait_for_hang_ups(deterministic_model::concurrency);
    BOOST_TEST(send(*first, "GET", job.path).body == state);
    BOOST_TEST(send(*first, "GET", job.path + "/result").body == result);
    BOOST_TEST(first->process.stop() == 0);
    BOOST_TEST(model.stub.requests().size() == calls);
    BOOST_TEST(database.query("select count(*) from job_parts").at(0) == "1");
    model.check_no_answer_was_paid_twice(reference().prompts);
    check_usage_rows(database, model, job);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_stop_puts_the_job_back_into_the_queue, Database, databases)
{
    const Database            database;
    const deterministic_model model{answered_first};
    restartable_server        server{model.settings(database.url())};
    const auto                job = start_analysis(database, model, server);

    BOOST_TEST(server->process.stop() == 0);
    BOOST_TEST(column(database, "status") == "queued");
    await_stored_answers(database, answered_first);
    server.start();

    check_answer(server, job);
    BOOST_TEST(column(database, "takeovers") == "0");
    model.check_no_answer_was_paid_twice(reference().prompts);
}

BOOST_AUTO_TEST_CASE(a_job_that_loses_its_server_too_often_fails)
{
    const postgres_database   database;
    const deterministic_model model{answered_first};
    restartable_server        server{model.settings(database.url(), {{"JOBS_MAX_TAKEOVERS", "0"}})};
    const auto                job = start_analysis(database, model, server);
    server.kill();
    end_leases(database);
    const auto calls = model.stub.requests().size();
    server.start();

    const auto state = await_end(*server, job.path);
    BOOST_TEST(text(state, "status") == "failed");
    BOOST_TEST(text(state.at("error").as_object(), "code") == "internal_error");
    const auto result = send(*server, "GET", job.path + "/result");
    BOOST_TEST(result.status == 500);
    BOOST_TEST(code_of(result) == "internal_error");
    BOOST_TEST(contains(server->process.output(), "\"job_takeovers_exceeded\""));
    BOOST_TEST(model.stub.requests().size() == calls);
}

BOOST_AUTO_TEST_SUITE_END()

// Jobs in a database outlive their servers: docs/reference/jobs.md#several-servers.

#include "e2e/metrics_page.hpp"
#include "e2e/stored_jobs_setup.hpp"

#include "support/free_port.hpp"
#include "support/postgres.hpp"

#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>

#include <poll.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

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

/// A transaction that lets other sessions read jobs, but not write them, until it is destroyed.
class write_lock
{
public:
    explicit write_lock(const postgres_database& database)
        : write_lock{"psql -qAt '" + database.url() + "'", "begin; lock table job_tenants in share row exclusive mode;"}
    {}
    explicit write_lock(const sqlite_database& database)
        : write_lock{"sqlite3 '" + database.url().substr(std::string{"sqlite:///"}.size()) + "'", "begin immediate;"}
    {}
    ~write_lock() { pclose(shell_); }
    write_lock(const write_lock&)            = delete;
    write_lock& operator=(const write_lock&) = delete;

private:
    write_lock(const std::string& shell, const std::string& statements)
    {
        const auto output = folder_.file("output", "");
        shell_            = popen((shell + " > '" + output.string() + "'").c_str(), "w");
        if (shell_ == nullptr) throw std::runtime_error{"cannot run " + shell};
        std::fprintf(shell_, "%s select 'locked';\n", statements.c_str());
        std::fflush(shell_);
        until("the database is not locked", [&] {
            std::string answer;
            return std::getline(std::ifstream{output}, answer) && answer == "locked";
        });
    }

    support::temporary_directory folder_;
    std::FILE*                   shell_ = nullptr;
};

/// Waits until so many clients have a response.
void await_responses(const std::vector<support::raw_client>& clients, std::size_t count)
{
    std::vector<pollfd> sockets;
    for (const auto& client : clients) sockets.push_back({.fd = client.descriptor(), .events = POLLIN, .revents = 0});
    until("too few clients have a response", [&] {
        poll(sockets.data(), sockets.size(), 0);
        return static_cast<std::size_t>(
                   std::ranges::count_if(sockets, [](const auto& socket) { return socket.revents != 0; })) >= count;
    });
}

std::string keyed_request(const std::string& idempotency_key)
{
    const std::string body = R"({"feedback_record": {"id": "1", "content": "No water."}})";
    return "POST /v1/detect-sensitive HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + std::string{key} +
           "\r\nIdempotency-Key: " + idempotency_key + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
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
    BOOST_TEST(text(state.at("error").as_object(), "code") == "job_takeovers_exceeded");
    const auto result = send(*server, "GET", job.path + "/result");
    BOOST_TEST(result.status == 500);
    BOOST_TEST(code_of(result) == "job_takeovers_exceeded");
    BOOST_TEST(contains(server->process.output(), "\"job_takeovers_exceeded\""));
    BOOST_TEST(model.stub.requests().size() == calls);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(requests_of_one_tenant_that_wait_for_the_database_delay_no_other, Database, databases)
{
    constexpr std::size_t            served  = 2 + 128; // on threads, and waiting
    constexpr std::size_t            refused = 10;
    const Database                   database;
    restartable_server               server{stored_jobs_settings({{"DB_URL", database.url()}})};
    const auto                       port = server->process.port();
    std::vector<support::raw_client> clients;

    {
        const write_lock lock{database};
        for (std::size_t n = 0; n != served + refused; ++n)
            clients.emplace_back(port).send(keyed_request("key-" + std::to_string(n)));
        await_responses(clients, refused);

        BOOST_TEST(send(*server, "GET", "/v1/jobs", superuser_key).status == 200);
        const auto none = "/v1/jobs/" + std::string(32, '0');
        BOOST_TEST(send(*server, "GET", none, superuser_key).status == 404);
        BOOST_TEST(send(*server, "GET", "/v1/jobs").status == 503); // the tenant itself
    }

    std::map<int, std::size_t> statuses;
    for (auto& client : clients) ++statuses[client.receive().status];
    BOOST_TEST(statuses[200] == served);
    BOOST_TEST(statuses[503] == refused);
}

BOOST_AUTO_TEST_SUITE_END()

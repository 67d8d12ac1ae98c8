// Jobs in a database that servers share, and that reveals nothing: docs/reference/jobs.md#store.

#include "e2e/file_search.hpp"
#include "e2e/stored_jobs_setup.hpp"

#include "support/postgres.hpp"

#include <boost/beast/core/detail/base64.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <csignal>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::postgres_database;
using support::raw_client;
namespace json = boost::json;

namespace {

using databases = std::tuple<postgres_database, sqlite_database>;

constexpr std::size_t answered_first = 3;
constexpr auto        canary         = "qqcanary0of0stored0jobsqq";

/// A database on a server whose files a test may read.
struct searchable_postgres
{
    support::postgres_server server;
    postgres_database        database{server};

    std::string              url() const { return database.url(); }
    std::vector<std::string> query(const std::string& sql) const { return database.query(sql); }

    /// With all rows on the disk.
    const std::filesystem::path& folder() const
    {
        database.query("checkpoint");
        return server.folder();
    }
};

using searchable_databases = std::tuple<searchable_postgres, sqlite_database>;

/// The text, and the parts of its base64 forms that do not depend on its neighbours.
std::vector<std::string> forms_of(const std::string& text)
{
    namespace base64 = boost::beast::detail::base64;
    std::vector<std::string> forms{text};
    for (const std::size_t before : {0, 1, 2})
    {
        const auto  input = std::string(before, 'x') + text;
        std::string encoded(base64::encoded_size(input.size()), ' ');
        base64::encode(encoded.data(), input.data(), input.size());
        constexpr std::size_t group = 4; // characters for three bytes
        forms.push_back(encoded.substr(group, encoded.size() - 2 * group));
    }
    return forms;
}

/// An analysis with the canary in its content, prompt, metadata and ids.
std::string marked_request()
{
    const std::string mark{canary};
    auto              body = json::parse(hierarchical_request("Water is far, says " + mark + ".")).as_object();
    body["prompt"]         = "Is " + mark + " far?";
    for (auto& record : body.at("feedback_records").as_array())
    {
        auto& members       = record.as_object();
        members["id"]       = mark + text(members, "id");
        members["metadata"] = {{"created", "2026-01-01"}, {"coding_level_1", mark}};
    }
    return json::serialize(body);
}

template <class Database>
void check_nothing_is_readable(const std::string& moment, const Database& database, restartable_server& server)
{
    std::vector<std::string> secrets = forms_of(canary);
    secrets.insert(secrets.end(), {key, "Water is far", std::string(64, '7')});
    BOOST_TEST_CONTEXT(moment)
    {
        BOOST_TEST(!files_with(database.folder(), "tenant-a").empty()); // the search works
        for (const auto& secret : secrets)
        {
            BOOST_TEST(files_with(database.folder(), secret).empty(), secret);
            BOOST_TEST(files_with(server.state(), secret).empty(), secret);
            BOOST_TEST(!contains(server->process.output(), secret), secret);
        }
    }
}

template <class Database>
std::string count(const Database& database, const std::string& rows)
{
    return database.query("select count(*) from " + rows).at(0);
}

/// Replaces a character in the middle of a base64 text.
std::string changed(const std::string& column)
{
    return "substr(" + column + ", 1, 29) || case substr(" + column +
           ", 30, 1) when 'A' then 'B' else 'A' end || substr(" + column + ", 31)";
}

/// Two servers on a database, and their model.
struct two_servers
{
    explicit two_servers(std::size_t answered = 1'000'000)
        : model{answered}
    {}

    postgres_database   database;
    deterministic_model model;
    restartable_server  first{model.settings(database.url())};
    restartable_server  second{model.settings(database.url())};
};

struct postgres_outage
{
    ~postgres_outage() { database.server.resume(); } // without it, nothing can drop the database

    searchable_postgres database;
    deterministic_model model{answered_first};
    restartable_server  server{model.settings(database.url() + "&connect_timeout=2")};

    /// A job that runs, and waits for its model.
    accepted_job job = [this] {
        auto started = accepted(post(*server, analyze, hierarchical_request()));
        model.await_held();
        await_stored_answers(database, answered_first);
        return started;
    }();

    void check_refusals()
    {
        const auto body = analysis_request("The queue is long.");
        for (const auto& headers : {async, fields{{"Idempotency-Key", "k"}}})
        {
            const auto refused = post(*server, analyze, body, headers);
            BOOST_TEST(refused.status == 503);
            BOOST_TEST(code_of(refused) == "overloaded");
            BOOST_TEST(refused.field("retry-after") != "");
        }
        // Held are only calls of the job.
        BOOST_TEST(post(*server, analyze, body, {}).status == 200);
    }

    void check_end()
    {
        const reference_run reference{hierarchical_request()};
        BOOST_TEST(text(await_end(*server, job.path), "status") == "succeeded");
        BOOST_TEST(send(*server, "GET", job.path + "/result").body == reference.answer_to(job));
        for (const auto& [prompt, times] : model.prompts()) BOOST_TEST(times == 1U);
        const auto calls = std::to_string(model.stub.requests().size());
        until("usage rows are missing", [&] { return count(database, "llm_calls") == calls; });
        BOOST_TEST(count(database, "llm_calls where status = 'ok'") == calls);
    }
};

fields once(const std::string& idempotency_key, fields headers = {})
{
    headers["Idempotency-Key"] = idempotency_key;
    return headers;
}

} // namespace

BOOST_AUTO_TEST_SUITE(stored_jobs)

BOOST_AUTO_TEST_CASE_TEMPLATE(files_and_logs_reveal_nothing_of_a_job, Database, searchable_databases)
{
    const Database      database;
    deterministic_model model{answered_first, canary};
    restartable_server  server{model.settings(database.url(), {{"JOBS_MAX_RUNNING", "1"}})};
    const auto          running = accepted(post(*server, analyze, marked_request(), once(canary, async)));
    const auto          queued  = accepted(post(*server, analyze, marked_request()));
    model.await_held();
    await_stored_answers(database, answered_first);
    BOOST_TEST(count(database, "jobs where status = 'queued'") == "1");
    check_nothing_is_readable("while jobs are queued and run", database, server);

    model.stub.release();
    for (const auto& job : {running, queued})
    {
        BOOST_TEST(text(await_end(*server, job.path), "status") == "succeeded");
        BOOST_TEST(text(object_of(send(*server, "POST", job.path + "/cancel")), "status") == "succeeded");
        BOOST_TEST(contains(send(*server, "GET", job.path + "/result").body, canary));
    }
    for (const auto& request : model.stub.requests()) BOOST_TEST(contains(request.body, canary));
    BOOST_TEST(count(database, "job_parts") == count(database, "job_parts where kind = 'result'"));
    check_nothing_is_readable("after their end", database, server);

    send(*server, "DELETE", running.path);
    BOOST_TEST(count(database, "jobs") == "1");
    BOOST_TEST(count(database, "job_parts") == "1");
    database.query("update jobs set expires = 1");
    until("an expired job is not erased", [&] { return count(database, "jobs") == "0"; });
    BOOST_TEST(count(database, "job_parts") == "0");
    BOOST_TEST(count(database, "job_tenants") == "0");
    BOOST_TEST(code_of(send(*server, "GET", queued.path)) == "not_found");
    BOOST_TEST(server->process.stop() == 0);
    check_nothing_is_readable("after they were erased", database, server);
}

BOOST_AUTO_TEST_CASE(every_server_shows_and_cancels_the_jobs_of_all)
{
    two_servers servers{answered_first};
    auto&       first  = *servers.first;
    auto&       second = *servers.second;
    const auto  job    = accepted(post(first, analyze, hierarchical_request()));
    servers.model.await_held();
    auto&      other = contains(first.process.output(), "\"job_started\"") ? second : first;
    auto&      owner = &other == &first ? second : first;
    raw_client events{other.process.port()};
    events.send(get_events(job));
    events.wait_for("event: progress");

    const auto listed = object_of(send(other, "GET", "/v1/jobs")).at("jobs").as_array();
    BOOST_TEST(listed.size() == 1U);
    BOOST_TEST(text(listed.at(0).as_object(), "job_id") == job.id);
    BOOST_TEST(code_of(send(other, "GET", job.path + "/result")) == "unfinished");
    for (const auto* method : {"GET", "DELETE"})
        BOOST_TEST(code_of(send(other, method, job.path, superuser_key)) == "not_found", method);
    for (const auto* part : {"/result", "/events"})
        BOOST_TEST(code_of(send(other, "GET", job.path + part, superuser_key)) == "not_found", part);
    BOOST_TEST(object_of(send(other, "GET", "/v1/jobs", superuser_key)).at("jobs").as_array().empty());

    BOOST_TEST(code_of(send(other, "POST", job.path + "/cancel", superuser_key)) == "not_found");

    for (auto* server : {&other, &owner, &other})
        BOOST_TEST(text(object_of(send(*server, "POST", job.path + "/cancel")), "status") == "cancelled");
    servers.model.stub.wait_for_hang_ups(deterministic_model::concurrency);
    BOOST_TEST(last_event(events.receive_to_end()).name == "end");
    BOOST_TEST(text(object_of(send(owner, "GET", job.path)), "status") == "cancelled");
    BOOST_TEST(count(servers.database, "job_parts") == "0");
    BOOST_TEST(owner.process.stop() == 0);
    BOOST_TEST(servers.model.stub.requests().size() == answered_first + deterministic_model::concurrency);
}

BOOST_FIXTURE_TEST_CASE(a_job_survives_a_database_that_is_killed, postgres_outage)
{
    database.server.kill();
    check_refusals();
    database.server.start();
    model.stub.release();
    check_end();
}

BOOST_FIXTURE_TEST_CASE(a_job_survives_a_database_that_does_not_respond, postgres_outage)
{
    database.server.pause();
    check_refusals();
    model.stub.release();
    database.server.resume();
    check_end();
}

BOOST_FIXTURE_TEST_CASE(a_server_stops_while_its_database_does_not_respond, postgres_outage)
{
    database.server.pause();
    BOOST_TEST(server->process.stop() == 0);
    BOOST_TEST(contains(server->process.output(), "\"server_stopped\""));
    BOOST_TEST(!contains(server->process.output(), "\"shutdown_forced\""));

    database.server.resume();
    end_leases(database);
    server.start();
    model.stub.release();
    BOOST_TEST(text(await_end(*server, job.path), "status") == "succeeded");
}

BOOST_FIXTURE_TEST_CASE(a_job_that_ends_without_a_database_stores_its_answer_later, postgres_outage)
{
    database.server.kill();
    model.stub.release();
    server->process.wait_for_output("\"hierarchical_analysis_finished\"");
    database.server.start();
    check_end();
}

// With synchronous replication: docs/operations.md#postgresql-with-a-standby.
BOOST_AUTO_TEST_CASE(a_job_goes_on_when_a_standby_replaces_its_database)
{
    support::postgres_server primary;
    const postgres_database  database{primary};
    support::postgres_server standby{support::postgres_server::standby_of{primary}};
    deterministic_model      model{answered_first};
    const auto               two_hosts = replaced(database.url(), primary.folder().string(),
                                                  primary.folder().string() + "," + standby.folder().string());
    restartable_server       first{model.settings(two_hosts + "&target_session_attrs=read-write&connect_timeout=2")};

    const auto job = accepted(post(*first, analyze, hierarchical_request()));
    model.await_held();
    await_stored_answers(database, answered_first);
    primary.kill();
    BOOST_TEST(post(*first, analyze, analysis_request("The queue is long."), async).status == 503);
    standby.promote();
    model.stub.release();

    const reference_run reference{hierarchical_request()};
    const auto          end = await_end(*first, job.path);
    BOOST_TEST(text(end, "status") == "succeeded");
    BOOST_TEST(send(*first, "GET", job.path + "/result").body == reference.answer_to(job));
    for (const auto& [prompt, times] : model.prompts()) BOOST_TEST(times == 1U);
    const auto calls = static_cast<std::int64_t>(model.stub.requests().size());
    BOOST_TEST(end.at("calls").as_int64() == calls);
    until("usage rows are missing", [&] {
        const auto usage = send(*first, "GET", "/v1/usage");
        return usage.status == 200 &&
               object_of(usage).at("llm_call_stats").at("total_calls").to_number<std::int64_t>() >= calls;
    });
    BOOST_TEST(object_of(send(*first, "GET", "/v1/usage")).at("llm_call_stats").at("total_calls").as_int64() == calls);
}

BOOST_AUTO_TEST_CASE(idempotency_keys_hold_for_all_servers)
{
    two_servers servers;
    auto&       first  = *servers.first;
    auto&       second = *servers.second;
    const auto  body   = analysis_request("The queue is long.");

    const auto answer = post(first, analyze, body, once("a"));
    const auto calls  = servers.model.stub.requests().size();
    BOOST_TEST(answer.status == 200);
    BOOST_TEST(post(second, analyze, body, once("a")).body == answer.body);
    BOOST_TEST(code_of(post(second, analyze, analysis_request("Another text."), once("a"))) == "conflict");

    const auto job = accepted(post(first, analyze, body, once("b", async)));
    BOOST_TEST(accepted(post(second, analyze, body, once("b", async))).id == job.id);
    await_end(second, job.path);
    const auto result = send(second, "GET", job.path + "/result").body;
    BOOST_TEST(post(second, analyze, body, once("b")).body == result);
    BOOST_TEST(post(first, analyze, body, once("b")).body == result);
    BOOST_TEST(servers.model.stub.requests().size() == 2 * calls);
    BOOST_TEST(post(second, analyze, body, once("a"), superuser_key).body != answer.body);
}

BOOST_AUTO_TEST_CASE(a_request_that_failed_can_be_repeated_at_once_at_another_server)
{
    two_servers   servers;
    const auto    body   = analysis_request("The queue is long.");
    constexpr int rounds = 10;
    for (int n = 0; n != 2 * rounds; ++n) servers.model.stub.enqueue(support::stub_response::error(400));

    for (int n = 0; n != rounds; ++n)
        for (auto* server : {&servers.first, &servers.second})
            BOOST_TEST(post(**server, analyze, body, once("k")).status == 502);
    BOOST_TEST(post(*servers.first, analyze, body, once("k")).status == 200);
}

BOOST_AUTO_TEST_CASE(an_idempotency_key_is_free_when_its_server_has_died)
{
    two_servers servers{0};
    const auto  body = analysis_request("The queue is long.");
    raw_client  client{servers.first->process.port()};
    client.send(replaced(raw_post(analyze, body), "\r\n\r\n", "\r\nIdempotency-Key: k\r\n\r\n"));
    servers.model.stub.wait_for_requests(1);
    BOOST_TEST(code_of(post(*servers.second, analyze, body, once("k"))) == "unfinished");
    servers.first.kill();
    BOOST_TEST(code_of(post(*servers.second, analyze, body, once("k"))) == "unfinished");
    end_leases(servers.database);
    servers.model.stub.release();

    BOOST_TEST(post(*servers.second, analyze, body, once("k")).status == 200);
}

BOOST_AUTO_TEST_CASE(a_server_with_another_key_takes_no_job_and_shows_no_content)
{
    const reference_run                reference{hierarchical_request()};
    const support::temporary_directory folder;
    const postgres_database            database;
    const deterministic_model          model{answered_first + 2}; // of the first job
    const auto                         own_key   = std::string(64, '7') + "\n";
    const auto                         other_key = std::string(64, '8') + "\n";
    const auto                         with_keys = [&](const std::string& name, const std::string& keys) {
        return model.settings(database.url(), {{"JOBS_KEY_FILE", folder.file(name, keys).string()}});
    };
    const auto         body = analysis_request("The queue is long.");
    restartable_server own{with_keys("own", own_key)};
    const auto         ended = accepted(post(*own, analyze, body, once("k", async)));
    await_end(*own, ended.path);
    const auto answer = send(*own, "GET", ended.path + "/result").body;
    const auto queued = accepted(post(*own, analyze, hierarchical_request()));
    model.await_held();
    BOOST_TEST(own->process.stop() == 0);

    {
        restartable_server other{with_keys("other", other_key)};
        const auto         refused = send(*other, "GET", ended.path + "/result");
        BOOST_TEST(refused.status == 500);
        BOOST_TEST(code_of(refused) == "internal_error");
        const auto newer = accepted(post(*other, analyze, body));
        BOOST_TEST(text(await_end(*other, newer.path), "status") == "succeeded");
        BOOST_TEST(text(object_of(send(*other, "GET", queued.path)), "status") == "queued"); // for longer
    }
    restartable_server rotated{with_keys("rotated", other_key + own_key)};
    BOOST_TEST(send(*rotated, "GET", ended.path + "/result").body == answer);
    BOOST_TEST(post(*rotated, analyze, body, once("k")).body == answer);
    await_end(*rotated, queued.path);
    BOOST_TEST(send(*rotated, "GET", queued.path + "/result").body == reference.answer_to(queued));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_changed_answer_is_never_sent, Database, databases)
{
    const Database      database;
    deterministic_model model;
    restartable_server  server{model.settings(database.url())};
    const auto          body = analysis_request("The queue is long.");
    for (const auto& change :
         {"update job_parts set sealed = " + changed("sealed"),
          "update jobs set wrapped_key = " + changed("wrapped_key"), std::string{"update job_parts set sealed = ''"},
          std::string{"update jobs set tenant_id = 'ops'"}})
    {
        const bool  is_moved = contains(change, "tenant_id");
        const auto& api_key  = is_moved ? superuser_key : key;
        const auto  job      = accepted(post(*server, analyze, body));
        await_end(*server, job.path);
        if (is_moved) database.query("insert into job_tenants select 'ops', 0, 0, 9999, 1, null");
        database.query(change);

        const auto result = send(*server, "GET", job.path + "/result", api_key);
        BOOST_TEST(result.status == 500, change);
        BOOST_TEST(code_of(result) == "internal_error", change);
        BOOST_TEST(text(object_of(send(*server, "GET", job.path, api_key)), "status") == "succeeded", change);
        BOOST_TEST(send(*server, "DELETE", job.path, api_key).status == 200, change);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_changed_error_is_an_internal_one, Database, databases)
{
    const Database      database;
    deterministic_model model;
    restartable_server  server{model.settings(database.url())};
    model.stub.respond_by_default(support::stub_response::error(400, "no", "content_filter"));
    const auto job = accepted(post(*server, analyze, analysis_request("The queue is long.")));
    BOOST_TEST(text(await_end(*server, job.path).at("error").as_object(), "code") != "internal_error");
    database.query("update jobs set sealed_failure = " + changed("sealed_failure"));

    BOOST_TEST(text(await_end(*server, job.path).at("error").as_object(), "code") == "internal_error");
    BOOST_TEST(send(*server, "GET", "/v1/jobs").status == 200);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_job_with_a_changed_request_fails, Database, databases)
{
    const Database      database;
    deterministic_model model{answered_first};
    restartable_server  server{model.settings(database.url())};
    const auto          job = accepted(post(*server, analyze, hierarchical_request()));
    model.await_held();
    BOOST_TEST(server->process.stop() == 0);
    database.query("update job_parts set sealed = " + changed("sealed") + " where kind = 'request'");
    const auto calls = model.stub.requests().size();
    server.start();

    BOOST_TEST(text(await_end(*server, job.path).at("error").as_object(), "code") == "internal_error");
    BOOST_TEST(send(*server, "GET", job.path + "/result").status == 500);
    BOOST_TEST(contains(server->process.output(), "\"job_unreadable\""));
    BOOST_TEST(model.stub.requests().size() == calls);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_changed_answer_of_a_model_is_asked_again, Database, databases)
{
    const reference_run reference{hierarchical_request()};
    const Database      database;
    deterministic_model model{answered_first};
    restartable_server  server{model.settings(database.url())};
    const auto          job = accepted(post(*server, analyze, hierarchical_request()));
    model.await_held();
    await_stored_answers(database, answered_first);
    BOOST_TEST(server->process.stop() == 0);
    database.query("update job_parts set sealed = " + changed("sealed") + " where kind = 'answer' and number = 0");
    server.start();

    BOOST_TEST(text(await_end(*server, job.path), "status") == "succeeded");
    BOOST_TEST(send(*server, "GET", job.path + "/result").body == reference.answer_to(job));
    std::size_t repeated = 0;
    for (const auto& [prompt, times] : model.prompts()) repeated += times - 1;
    BOOST_TEST(repeated == deterministic_model::concurrency + 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(parts_of_another_tenant_do_not_open, Database, databases)
{
    const Database      database;
    deterministic_model model;
    restartable_server  server{model.settings(database.url())};
    const auto          own   = accepted(post(*server, analyze, analysis_request("The queue is long.")));
    const auto          other = accepted(post(*server, analyze, analysis_request("A secret."), async, superuser_key));
    await_end(*server, own.path);
    await_end(*server, other.path, superuser_key);
    const auto take = [&](const std::string& table, const std::string& column, const std::string& id) {
        database.query("update " + table + " set " + column + " = (select " + column + " from " + table + " where " +
                       id + " = '" + other.id + "') where " + id + " = '" + own.id + "'");
        return send(*server, "GET", own.path + "/result");
    };

    BOOST_TEST(take("job_parts", "sealed", "job_id").status == 500);
    BOOST_TEST(code_of(take("jobs", "wrapped_key", "id")) == "internal_error"); // now with its key
    BOOST_TEST(send(*server, "GET", other.path + "/result", superuser_key).status == 200);
}

BOOST_AUTO_TEST_CASE(wrong_key_files_stop_the_start)
{
    const support::temporary_directory                     folder;
    const auto                                             key_line = std::string(64, '7') + "\n";
    const std::vector<std::pair<std::string, std::string>> samples{
        {"", "required with JOBS_STORE=database"},
        {"/nowhere/jobs.key", "JOBS_KEY_FILE"},
        {folder.file("empty", "\n \n").string(), "the file has no key"},
        {folder.file("short", key_line + "\n7777\n").string(), "line 3 of the file is not a key"},
        {folder.file("letters", std::string(64, 'x')).string(), "line 1 of the file is not a key"},
        {folder.file("twice", key_line + key_line).string(), "line 2 of the file repeats a key"}};
    auto settings          = default_settings(folder);
    settings["JOBS_STORE"] = "database";
    for (const auto& [file, problem] : samples)
    {
        settings["JOBS_KEY_FILE"] = file;
        for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--check"}})
        {
            const auto [code, output] = support::run_server(settings, arguments);
            BOOST_TEST(code == 1, problem);
            BOOST_TEST(contains(output, "JOBS_KEY_FILE: "), output);
            BOOST_TEST(contains(output, problem), output);
            BOOST_TEST(!contains(output, "7777"), output);
        }
    }
    settings["JOBS_KEY_FILE"] = folder.file("jobs.key", key_line).string();
    BOOST_TEST(support::run_server(settings, {"--check"}).second == "configuration OK\n");
}

BOOST_AUTO_TEST_SUITE_END()

// A plugin that misbehaves harms its own calls, and the process says which plugin it was.
#include "e2e/monitored_server.hpp"
#include "e2e/notify_socket.hpp"
#include "e2e/sensitive_request.hpp"
#include "e2e/stored_jobs_setup.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <list>
#include <string>
#include <thread>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;
namespace data = boost::unit_test::data;

namespace {

support::server_process::environment hostile_settings(support::server_process::environment changes = {})
{
    changes.insert({{"PLUGINS_DIR", ":" PLUGIN_FOLDER}, {"PLUGINS_ENABLED", R"(["hostile","detect_sensitive"])"}});
    return changes;
}

/// Of the server: one for each processor.
const unsigned io_threads = std::max(1U, std::thread::hardware_concurrency());

struct fixture
{
    explicit fixture(support::server_process::environment changes = {})
        : monitored{hostile_settings(std::move(changes))}
    {}

    /// Lets all code go on that holds a thread.
    void release() { std::ofstream{release_file}; }

    std::string request(const std::string& way) const
    {
        return json::serialize(json::object{{"way", way}, {"release_file", release_file}});
    }

    /// A job that holds its thread from start() on: earlier, it could hold the thread that has yet to send its 202.
    accepted_job accept_holder(const std::string& api_key = key)
    {
        const json::object body{{"way", "hold"}, {"start_file", start_file}, {"release_file", release_file}};
        return accepted(post(*monitored.server, "/v1/hostile-job", json::serialize(body), async, api_key));
    }

    void start() { std::ofstream{start_file}; }

    support::raw_response call(const std::string& way) { return monitored.server->post("/v1/hostile", request(way)); }
    support::raw_response call_another() { return monitored.server->post("/v1/detect-sensitive", sensitive_request); }

    std::size_t workers() { return static_cast<std::size_t>(monitored.metrics().value("verbatim_pool_workers")); }

    /// Holds so many workers of the pool beyond the deadlines of the calls.
    void hold_workers(std::size_t count)
    {
        std::vector<support::raw_client> clients;
        for (std::size_t n = count; n != 0; --n)
            clients.emplace_back(process().port()).send(raw_post("/v1/hostile", request("hold_on_pool")));
        for (auto& client : clients) BOOST_TEST(client.receive().status == 504);
        monitored.await("verbatim_pool_stuck", static_cast<double>(count));
    }

    /// Every worker, including those that the pool adds in place of stuck ones.
    void hold_pool() { hold_workers(workers() + 8); }

    void await_fault(const std::string& word)
    {
        support::raw_client client{monitored.admin};
        while (client.exchange("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n").body != word + "\n")
        {} // the test's time limit ends it
    }

    testing::server_process& process() { return monitored.server->process; }

    support::temporary_directory folder;
    std::string                  start_file   = (folder.path() / "start").string();
    std::string                  release_file = (folder.path() / "release").string();
    monitored_server             monitored;
};

/// The line of an event; fails without it.
json::object line_of(const std::string& log, const std::string& event)
{
    const auto position = log.find(R"("event":")" + event + '"');
    BOOST_REQUIRE_MESSAGE(position != log.npos, log);
    const auto begin = log.rfind('\n', position) + 1;
    return json::parse(log.substr(begin, log.find('\n', position) - begin)).as_object();
}

} // namespace

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_FIXTURE_TEST_CASE(work_that_runs_on_ends_its_call_at_the_deadline_and_is_reported, fixture)
{
    const auto response = call("hold_on_pool");

    BOOST_TEST(response.status == 504);
    BOOST_TEST(code_of(response) == "analysis_timeout");
    const auto metrics = monitored.metrics();
    BOOST_TEST(metrics.value("verbatim_calls_abandoned_total") == 1);
    BOOST_TEST(metrics.value("verbatim_abandoned_calls_running") == 1);
    BOOST_TEST(metrics.value("verbatim_pool_busy") == 1);
    BOOST_TEST(metrics.value("verbatim_pool_stuck") == 1);
    BOOST_TEST(call_another().status == 200);
    BOOST_TEST(monitored.get_admin("/livez").status == 200);

    process().wait_for_output("pool_worker_stuck");
    const auto line = line_of(process().output(), "pool_worker_stuck");
    BOOST_TEST(text(line, "plugin") == "hostile");
    BOOST_TEST(text(line, "operation") == "hostile");
    BOOST_TEST(text(line, "request_id") == response.field("x-request-id"));
    BOOST_TEST(text(line, "thread").starts_with("pool-"));

    release();
    monitored.await("verbatim_abandoned_calls_running", 0);
    monitored.await("verbatim_pool_stuck", 0);
    BOOST_TEST(text(line_of(process().output(), "abandoned_call_ended"), "request_id") ==
               response.field("x-request-id"));
    BOOST_TEST(process().stop() == 0);
    BOOST_TEST(!contains(process().output(), "shutdown_forced"));
}

BOOST_FIXTURE_TEST_CASE(stuck_computations_are_replaced, fixture)
{
    const auto usual = workers();
    hold_workers(usual);
    for (int n = 0; n != 20; ++n) BOOST_TEST(call("nothing_on_pool").status == 200);
    BOOST_TEST(workers() > usual);
    BOOST_TEST(monitored.get_admin("/livez").status == 200);

    release();
    monitored.await("verbatim_pool_workers", static_cast<double>(usual));
    BOOST_TEST(process().stop() == 0);
}

BOOST_FIXTURE_TEST_CASE(a_pool_without_a_worker_that_works_fails_the_liveness_probe, fixture)
{
    hold_pool();
    BOOST_TEST(monitored.metrics().value("verbatim_pool_stuck") == workers());
    await_fault("pool_stuck");
    BOOST_TEST(monitored.get_admin("/livez").status == 503);
    BOOST_TEST(call("nothing").status == 200);
    release_file.append(2 << 20, 'x'); // a body that is otherwise parsed on the pool
    BOOST_TEST(call("nothing").status == 200);
    release_file.resize(release_file.size() - (2 << 20));

    release();
    await_fault("alive");
    BOOST_TEST(call("nothing_on_pool").status == 200);
}

BOOST_AUTO_TEST_CASE(a_stop_does_not_wait_for_code_that_runs_on)
{
    for (const std::string way : {"hold", "hold_on_pool", "ignore_cancellation"})
    {
        fixture             server{{{"DRAIN_SECONDS", "0"}}};
        support::raw_client client{server.process().port()};
        client.send(raw_post("/v1/hostile", server.request(way)));
        server.monitored.await("verbatim_http_calls_in_flight", 1);
        BOOST_TEST(server.process().stop() == 0);
        const auto log = server.process().output();
        BOOST_TEST(contains(log, "server_stopped"));
        BOOST_TEST(contains(log, "shutdown_forced") == (way != "ignore_cancellation"), log);
    }
}

BOOST_FIXTURE_TEST_CASE(a_call_that_ignores_its_cancellation_is_abandoned, fixture)
{
    {
        support::raw_client client{process().port()};
        client.send(raw_post("/v1/hostile", request("ignore_cancellation")));
        monitored.await("verbatim_http_calls_in_flight", 1);
    }
    monitored.await("verbatim_calls_abandoned_total", 1);
    monitored.await("verbatim_http_calls_in_flight", 0);
    release();
    monitored.await("verbatim_abandoned_calls_running", 0);
    BOOST_TEST(call_another().status == 200);
}

BOOST_FIXTURE_TEST_CASE(code_that_holds_an_io_thread_harms_its_own_calls_only, fixture)
{
    if (io_threads == 1) return;
    std::list<support::raw_client> holders;
    for (unsigned held = 1; held != io_threads; ++held)
    {
        auto& holder = holders.emplace_back(process().port());
        holder.send(raw_post("/v1/hostile", request("hold")));
        monitored.await("verbatim_io_threads_blocked", held);
    }

    for (int n = 0; n != 64; ++n) BOOST_TEST(call_another().status == 200); // each on a connection of its own
    BOOST_TEST(monitored.get_admin("/livez").status == 200);
    for (auto& holder : holders)
    {
        const auto response = holder.receive();
        BOOST_TEST(response.status == 504);
        BOOST_TEST(code_of(response) == "analysis_timeout");
        const auto log = process().output();
        BOOST_TEST(contains(log, response.field("x-request-id")));
        BOOST_TEST(text(line_of(log, "late_response_sent"), "level") == "warning");
    }
    BOOST_TEST(monitored.metrics().value("verbatim_http_connections_ended_total") >= holders.size());

    BOOST_TEST(process().stop() == 0); // although the code holds its thread
    BOOST_TEST(contains(process().output(), "shutdown_forced"));
}

BOOST_FIXTURE_TEST_CASE(a_thread_that_runs_again_serves_again, fixture)
{
    support::raw_client client{process().port()};
    client.send(raw_post("/v1/hostile", request("hold")));
    monitored.await("verbatim_io_threads_blocked", 1);
    release();
    monitored.await("verbatim_io_threads_blocked", 0);
    for (int n = 0; n != 16; ++n) BOOST_TEST(call_another().status == 200);
    BOOST_TEST(process().stop() == 0);
    BOOST_TEST(!contains(process().output(), "shutdown_forced"));
}

BOOST_FIXTURE_TEST_CASE(a_server_whose_threads_are_all_held_ends_itself, fixture)
{
    std::list<support::raw_client> holders;
    for (unsigned held = 1; held <= io_threads; ++held)
    {
        holders.emplace_back(process().port()).send(raw_post("/v1/hostile", request("hold")));
        if (held != io_threads) monitored.await("verbatim_io_threads_blocked", held);
    }
    await_fault("stalled");
    BOOST_TEST(process().wait() == 70); // EX_SOFTWARE: a supervisor restarts it
    BOOST_TEST(text(line_of(process().output(), "process_blocked"), "level") == "error");
}

BOOST_AUTO_TEST_CASE(a_stop_does_not_wait_for_jobs_that_hold_all_threads)
{
    fixture hostile{{{"DRAIN_SECONDS", "600"}, {"JOBS_MAX_RUNNING", std::to_string(2 * io_threads)}}};
    for (unsigned held = 0; held != io_threads; ++held) hostile.accept_holder();
    hostile.start();
    hostile.await_fault("stalled");
    hostile.process().signal(SIGTERM);
    BOOST_TEST(hostile.process().wait() == 0);
    const auto log = hostile.process().output();
    BOOST_TEST(contains(log, "shutdown_hastened"));
    BOOST_TEST(!contains(log, "process_blocked"));
}

/// Jobs take turns on the threads, so the last one runs on the thread of the first.
BOOST_AUTO_TEST_CASE(a_job_that_always_holds_its_thread_fails_and_the_other_job_of_that_thread_ends_on_another)
{
    if (io_threads == 1) return;
    constexpr std::size_t     answered_first = 3;
    const reference_run       reference{hierarchical_request()};
    const sqlite_database     database;
    const deterministic_model model{answered_first};
    fixture                   hostile{model.settings(database.url(), {{"JOBS_MAX_RUNNING", "8"},
                                                                      {"JOBS_MAX_TAKEOVERS", "1"},
                                                                      {"PLUGINS_ENABLED", R"(["hostile","analyze_bulk"])"}})};
    auto&                     server = *hostile.monitored.server;

    const auto analysis = accepted(post(server, analyze, hierarchical_request()));
    model.await_held();
    await_stored_answers(database, answered_first);
    for (unsigned n = 1; n != io_threads; ++n)
        await_end(server, accepted(post(server, "/v1/hostile-job", hostile.request("nothing"))).path);
    const auto holder = hostile.accept_holder(superuser_key);
    hostile.start();

    BOOST_TEST(text(await_end(server, analysis.path), "status") == "succeeded");
    const auto state  = send(server, "GET", analysis.path).body;
    const auto result = send(server, "GET", analysis.path + "/result").body;
    BOOST_TEST(result == reference.answer_to(analysis));
    model.check_no_answer_was_paid_twice(reference.prompts);
    BOOST_TEST(database.query("select takeovers from jobs where id = '" + analysis.id + "'").at(0) == "1");

    const auto failed = await_end(server, holder.path, superuser_key);
    BOOST_TEST(text(failed.at("error").as_object(), "code") == "job_takeovers_exceeded");
    BOOST_TEST(send(server, "GET", holder.path + "/result", superuser_key).status == 500);
    const auto metrics = hostile.monitored.metrics();
    BOOST_TEST(metrics.value("verbatim_io_threads_blocked") >= 1);
    BOOST_TEST(2 * metrics.value("verbatim_io_threads_blocked") <= io_threads);
    BOOST_TEST(hostile.call("nothing").status == 200);
    BOOST_TEST(text(line_of(hostile.process().output(), "job_given_up"), "job_id") == analysis.id);

    hostile.release(); // the first run of the analysis ends, and writes nothing
    hostile.monitored.await("verbatim_io_threads_blocked", 0);
    model.stub.wait_for_hang_ups(deterministic_model::concurrency);
    BOOST_TEST(send(server, "GET", analysis.path).body == state);
    BOOST_TEST(send(server, "GET", analysis.path + "/result").body == result);
    BOOST_TEST(database.query("select count(*) from job_parts where job_id = '" + analysis.id + "'").at(0) == "1");
    BOOST_TEST(hostile.process().stop() == 0);
}

BOOST_FIXTURE_TEST_CASE(code_that_holds_an_io_thread_is_named, fixture)
{
    support::raw_client client{process().port()};
    client.send(raw_post("/v1/hostile", request("hold")));
    process().wait_for_output("io_thread_blocked");
    release();
    const auto response = client.receive();
    const auto line     = line_of(process().output(), "io_thread_blocked");
    BOOST_TEST(text(line, "plugin") == "hostile");
    BOOST_TEST(text(line, "operation") == "hostile");
    BOOST_TEST(text(line, "thread").starts_with("io-"));
    BOOST_TEST(text(line, "request_id") == response.field("x-request-id"));
}

BOOST_FIXTURE_TEST_CASE(an_object_that_is_no_exception_ends_its_call_only, fixture)
{
    for (const auto* way : {"throw", "throw_on_pool"})
    {
        const auto response = call(way);
        BOOST_TEST(response.status == 500);
        BOOST_TEST(code_of(response) == "internal_error");
    }
    BOOST_TEST(call_another().status == 200);
}

struct crash
{
    const char* way;
    int         signal;
    const char* name;
    const char* thread;

    friend std::ostream& operator<<(std::ostream& output, const crash& sample) { return output << sample.way; }
};

/// Sanitizers report the signal and exit.
int exit_code_of(int signal)
{
#if defined(__SANITIZE_ADDRESS__)
    return signal == SIGABRT ? 128 + signal : 1;
#elif defined(__SANITIZE_THREAD__)
    return signal == SIGABRT ? 128 + signal : 66;
#else
    return 128 + signal;
#endif
}

const crash crashes[]{{"crash", SIGSEGV, "SIGSEGV", "io-"},
                      {"crash_on_pool", SIGSEGV, "SIGSEGV", "pool-"},
                      {"overflow", SIGSEGV, "SIGSEGV", "io-"},
                      {"overflow_on_pool", SIGSEGV, "SIGSEGV", "pool-"},
                      {"terminate", SIGABRT, "SIGABRT", "io-"}};

BOOST_DATA_TEST_CASE(a_crash_names_plugin_and_call_and_loses_no_durable_row, data::make(crashes), sample)
{
    const support::temporary_directory folder;
    auto                               settings = hostile_settings(default_settings(folder));
    const std::string                  body     = R"({"way":")" + std::string{sample.way} + R"("})";
    {
        support::server_process server{settings};
        support::raw_client     client{server.port()};
        BOOST_REQUIRE(client.exchange(raw_post("/v1/detect-sensitive", sensitive_request)).status == 200);
        client.send(raw_post("/v1/hostile", body));
        BOOST_TEST(client.is_closed());
        BOOST_TEST(server.wait() == exit_code_of(sample.signal));

        const auto line = line_of(server.output(), "process_crashed");
        BOOST_TEST(text(line, "level") == "error");
        BOOST_TEST(text(line, "signal") == sample.name);
        BOOST_TEST(text(line, "plugin") == "hostile");
        BOOST_TEST(text(line, "operation") == "hostile");
        BOOST_TEST(text(line, "request_id").size() == 36U);
        BOOST_TEST(text(line, "time").size() == 27U);
        BOOST_TEST(text(line, "thread").starts_with(sample.thread));
        BOOST_TEST(!contains(server.output(), "text of a record"));
    }
    support::server_process restarted{settings};
    BOOST_TEST(support::send_request(restarted.port(), "GET", "/v1/health").status == 200);
    BOOST_TEST(query(folder, "select count(*) from llm_calls").at(0) == "1");
}

BOOST_DATA_TEST_CASE(a_crash_of_a_plugin_that_loads_names_the_plugin, data::make({"--check", ""}), task)
{
    const support::temporary_directory folder;
    auto                               settings = hostile_settings(default_settings(folder));
    std::vector<std::string>           arguments;
    if (*task != '\0') arguments.emplace_back(task);
    for (const std::string way : {"crash", "exit"})
    {
        settings["HOSTILE_AT_LOAD"] = way;
        const auto [code, output]   = support::run_server(settings, arguments);
        BOOST_TEST(code == (way == "crash" ? exit_code_of(SIGSEGV) : 70));
        const auto line = line_of(output, "process_crashed");
        BOOST_TEST(text(line, "signal") == (way == "crash" ? "SIGSEGV" : "exit"));
        BOOST_TEST(text(line, "plugin") == "hostile");
    }
}

BOOST_AUTO_TEST_CASE(a_plugin_that_cannot_be_loaded_stops_the_start_unless_it_is_skipped)
{
    const support::temporary_directory folder;
    auto                               settings = hostile_settings(default_settings(folder));
    settings["HOSTILE_AT_LOAD"]                 = "throw";
    const std::string problem                   = "hostile.so: its load function failed: the model file is missing";

    for (const std::string action : {"stop", "skip"})
    {
        settings["PLUGINS_ON_ERROR"] = action;
        const auto [code, output]    = support::run_server(settings, {"--check"});
        BOOST_TEST(code == 1);
        BOOST_TEST(contains(output, problem));
    }
    settings["PLUGINS_ON_ERROR"] = "stop";
    const auto [code, output]    = support::run_server(settings, {});
    BOOST_TEST(code == 1);
    BOOST_TEST(contains(output, problem));
}

BOOST_AUTO_TEST_CASE(without_a_skipped_plugin_all_others_are_served)
{
    fixture server{{{"HOSTILE_AT_LOAD", "throw"},
                    {"PLUGINS_ON_ERROR", "skip"},
                    {"OPERATION_DEADLINE_SECONDS", R"({"hostile":60})"}}};

    const auto response = server.call("none");
    BOOST_TEST(response.status == 503);
    BOOST_TEST(code_of(response) == "operation_unavailable");
    BOOST_TEST(response.field("retry-after") == "30");
    const auto other_verb = server.monitored.server->get("/v1/hostile");
    BOOST_TEST(other_verb.status == 405);
    BOOST_TEST(other_verb.field("allow") == "POST");
    BOOST_TEST(server.call_another().status == 200);
    BOOST_TEST(!contains(server.monitored.server->get("/openapi.json").body, "/v1/hostile"));

    const auto metrics = server.monitored.metrics();
    BOOST_TEST(metrics.value(R"(verbatim_plugin_skipped{plugin="hostile"})") == 1);
    BOOST_TEST(metrics.value(R"(verbatim_plugin_skipped{plugin="detect_sensitive"})") == 0);
    server.process().stop();
    const auto line = line_of(server.process().output(), "plugin_skipped");
    BOOST_TEST(text(line, "plugin") == "hostile");
    BOOST_TEST(text(line, "problem").ends_with("hostile.so: its load function failed: the model file is missing"));
}

BOOST_AUTO_TEST_CASE(a_plugin_that_does_not_end_its_load_is_named)
{
    const support::temporary_directory folder;
    auto                               settings = hostile_settings(default_settings(folder));
    settings["HOSTILE_AT_LOAD"]                 = "hang";
    const auto [code, output]                   = support::run_server(settings, {"--check"});
    BOOST_TEST(code == 1);
    BOOST_TEST(contains(output, "PLUGINS_DIR: hostile has not loaded within 30 s"));
}

BOOST_DATA_TEST_CASE(an_operation_that_ends_the_process_is_a_crash, data::make({"exit", "exit_on_pool"}), way)
{
    fixture             server;
    support::raw_client client{server.process().port()};
    client.send(raw_post("/v1/hostile", server.request(way)));
    BOOST_TEST(server.process().wait() == 70);
    const auto line = line_of(server.process().output(), "process_crashed");
    BOOST_TEST(text(line, "signal") == "exit");
    BOOST_TEST(text(line, "plugin") == "hostile");
    BOOST_TEST(text(line, "operation") == "hostile");
}

BOOST_FIXTURE_TEST_CASE(an_exception_in_a_thread_of_a_plugin_names_the_plugin, fixture)
{
    support::raw_client client{process().port()};
    client.send(raw_post("/v1/hostile", request("thread")));
    BOOST_TEST(process().wait() == exit_code_of(SIGABRT));
    const auto line = line_of(process().output(), "process_crashed");
    BOOST_TEST(text(line, "exception") == "std::runtime_error");
    BOOST_TEST(text(line, "plugin") == "hostile");
    BOOST_TEST(!contains(process().output(), "text of a record"));
}

BOOST_AUTO_TEST_CASE(a_crash_is_one_line_of_a_text_log)
{
    const support::temporary_directory folder;
    auto                               settings = hostile_settings(default_settings(folder));
    settings["LOG_FORMAT"]                      = "text";
    support::server_process server{settings};
    support::raw_client     client{server.port()};
    client.send(raw_post("/v1/hostile", R"({"way":"terminate"})"));
    server.wait();
    BOOST_TEST(contains(server.output(), " level=error event=process_crashed request_id="));
    BOOST_TEST(contains(server.output(), " signal=SIGABRT exception=std::runtime_error "
                                         "plugin=hostile operation=hostile thread=io-"));
}

BOOST_AUTO_TEST_CASE(an_overwritten_plugin_file_does_not_change_a_running_server)
{
    const support::temporary_directory plugins;
    const auto                         file = plugins.path() / "hostile.so";
    std::filesystem::copy_file(PLUGIN_FOLDER "/hostile.so", file);
    fixture server{{{"PLUGINS_DIR", ":" + plugins.path().string()}}};
    BOOST_TEST(!contains(server.process().output(), "plugin_file_shared"));

    const auto size = std::filesystem::file_size(file);
    std::ofstream{file, std::ios::binary} << std::string(size, 'x');
    std::filesystem::resize_file(file, 1);

    BOOST_TEST(server.call("nothing_on_pool").status == 200);
    BOOST_TEST(server.call("throw").status == 500);
    BOOST_TEST(server.call("unknown").status == 200);
    BOOST_TEST(server.process().stop() == 0);
}

BOOST_AUTO_TEST_CASE(the_watchdog_of_the_supervisor_hears_a_server_only_while_it_works)
{
    const support::temporary_directory sockets;
    const notify_socket                supervisor{(sockets.path() / "notify").string()};
    auto                               settings = supervisor.settings();
    settings["WATCHDOG_USEC"]                   = "20000";
    fixture server{settings};
    BOOST_TEST(supervisor.receive() == "READY=1");
    BOOST_TEST(supervisor.receive() == "WATCHDOG=1");
    BOOST_TEST(supervisor.receive() == "WATCHDOG=1");

    server.hold_pool();
    server.await_fault("pool_stuck");
    supervisor.drain(); // the queue of a socket is short
    BOOST_TEST(server.monitored.get_admin("/livez").status == 503);
    server.process().signal(SIGTERM);
    BOOST_TEST(supervisor.receive() == "STOPPING=1");
    BOOST_TEST(server.process().wait() == 0);
}

BOOST_AUTO_TEST_SUITE_END()

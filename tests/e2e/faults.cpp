// Durability of usage rows: after any sequence of crashes, each call with a response has all its rows exactly once,
// with the cost that the provider bills, and so have the roll-ups.

#include "e2e/file_search.hpp"
#include "e2e/test_server.hpp"

#include "support/postgres.hpp"
#include "support/provider_stub.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <compare>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

using namespace verbatim;
using namespace verbatim::e2e;
using support::stub_response;

namespace {

constexpr unsigned callers      = 6;
constexpr unsigned bills        = 5'000; ///< number of distinct bills; later requests all have the last bill
constexpr auto     canary       = "qqcanaryqq";
constexpr auto     give_up_wait = std::chrono::seconds{60};

/// The tokens that the provider bills for its n-th request; distinct for each request.
struct billed
{
    int input;
    int output;

    long micro_usd() const { return 3L * input + 10L * output; }

    friend auto operator<=>(const billed&, const billed&) = default;
};

billed bill_for(unsigned n)
{
    if (n >= bills) return {.input = 500, .output = 100};
    return {.input = 1'000 + static_cast<int>(n % 977), .output = 1 + static_cast<int>(n % 89)};
}

std::string prices(const support::temporary_directory& folder)
{
    return folder
        .file("prices.yaml", "models:\n  openai/stub-model:\n    input_cost_per_token: 0.000003\n"
                             "    output_cost_per_token: 0.00001\n")
        .string();
}

/// A server that can be killed and restarted on the same state, on a new port each time.
class restartable_server
{
public:
    explicit restartable_server(support::server_process::environment changes)
        : settings_{default_settings(folder_)}
    {
        settings_["LOG_LEVEL"]         = "info";
        settings_["LLM_MODEL"]         = "openai/stub-model";
        settings_["MODEL_PRICES_PATH"] = prices(folder_);
        for (const auto& [name, value] : changes) settings_[name] = value;
        start();
    }

    void start()
    {
        process_.emplace(settings_);
        port_ = process_->port();
        up_   = true;
    }

    void kill()
    {
        up_ = false;
        ++kill_count_;
        process_->signal(SIGKILL);
        process_->wait();
        keep_output();
    }

    int stop()
    {
        up_             = false;
        const auto code = process_->stop();
        keep_output();
        return code;
    }

    /// Output of all finished runs.
    const std::string& output() const { return output_; }

    const std::filesystem::path& state() const { return folder_.path(); }
    std::uint16_t                port() const { return port_; }
    bool                         is_up() const { return up_; }
    unsigned                     kill_count() const { return kill_count_; }

private:
    void keep_output() { output_ += process_->output(); }

    support::temporary_directory           folder_;
    support::server_process::environment   settings_;
    std::optional<support::server_process> process_;
    std::atomic<std::uint16_t>             port_       = 0;
    std::atomic<bool>                      up_         = false;
    std::atomic<unsigned>                  kill_count_ = 0;
    std::string                            output_;
};

std::string body_of(const std::string& content)
{
    return R"({"feedback_record": {"id": "r-1", "content": ")" + content + R"("}})";
}

support::raw_response detect(std::uint16_t port)
{
    return support::send_request(
        port, "POST", "/v1/detect-sensitive", body_of(canary),
        {{"Content-Type", "application/json"}, {"Authorization", std::string{"Bearer "} + key}});
}

/// Clients that send requests continuously until stopped, and record the results.
class load
{
public:
    explicit load(const restartable_server& server)
        : server_{server}
    {
        for (unsigned n = 0; n < callers; ++n) threads_.emplace_back([this] { run_caller(); });
    }
    ~load() { stop(); }
    load(const load&)            = delete;
    load& operator=(const load&) = delete;

    /// Waits for this number of further calls with a response.
    void await(std::size_t additional)
    {
        std::unique_lock lock{guard_};
        const auto       target = answered_.size() + additional;
        if (!changed_.wait_for(lock, give_up_wait, [&] { return answered_.size() >= target; }))
            throw std::runtime_error{"no call got a response in time"};
    }

    void stop()
    {
        stopped_ = true;
        for (auto& thread : threads_) thread.join();
        threads_.clear();
    }

    /// Request ids of calls with status 200.
    std::set<std::string> answered()
    {
        const std::scoped_lock lock{guard_};
        return answered_;
    }

    /// Errors that clients must not see.
    std::vector<std::string> errors()
    {
        const std::scoped_lock lock{guard_};
        return errors_;
    }

private:
    void run_caller()
    {
        while (!stopped_)
        {
            if (!server_.is_up())
            {
                std::this_thread::yield();
                continue;
            }
            const auto kills_before = server_.kill_count();
            try
            {
                const auto response = detect(server_.port());
                record(response);
            }
            catch (const std::exception& broken)
            {
                // Only a server that was killed meanwhile may leave a call without a response.
                if (server_.is_up() && server_.kill_count() == kills_before) record_error(broken.what());
            }
        }
    }

    void record(const support::raw_response& response)
    {
        if (response.status != 200) return record_error(response.body);
        const std::scoped_lock lock{guard_};
        answered_.insert(response.field("x-request-id"));
        changed_.notify_all();
    }

    void record_error(const std::string& message)
    {
        const std::scoped_lock lock{guard_};
        errors_.push_back(message);
    }

    const restartable_server& server_;
    std::atomic<bool>         stopped_ = false;
    std::mutex                guard_;
    std::condition_variable   changed_;
    std::set<std::string>     answered_;
    std::vector<std::string>  errors_;
    std::vector<std::thread>  threads_;
};

bool contains_text(const std::filesystem::path& folder, const std::string& text)
{
    return !files_with(folder, text).empty();
}

/// Request id to bills, from the provider's requests.
std::map<std::string, std::multiset<billed>> ledger_of(const support::provider_stub& provider)
{
    std::map<std::string, std::multiset<billed>> ledger;
    unsigned                                     n = 0;
    for (const auto& request : provider.requests()) ledger[request.headers.at("x-request-id")].insert(bill_for(n++));
    return ledger;
}

/// The same from the usage rows; checks that each cost matches its tokens.
std::map<std::string, std::multiset<billed>> ledger_of(const support::postgres_database& database)
{
    std::map<std::string, std::multiset<billed>> ledger;
    for (const auto& line : database.query("select call_id, input_tokens, output_tokens, (cost_usd * 1000000)::bigint "
                                           "from llm_calls where status = 'ok'"))
    {
        std::istringstream in{line};
        std::string        call, part;
        billed             entry{};
        long               cost = 0;
        std::getline(in, call, '|');
        std::getline(in, part, '|'), entry.input  = std::stoi(part);
        std::getline(in, part, '|'), entry.output = std::stoi(part);
        std::getline(in, part, '|'), cost         = std::stol(part);
        BOOST_REQUIRE(cost == entry.micro_usd());
        ledger[call].insert(entry);
    }
    return ledger;
}

struct fault_fixture
{
    support::postgres_server database_server{
        std::vector<std::string>{"checkpoint_timeout=30s"}}; // with the default fsync
    support::postgres_database database{database_server};
    support::provider_stub     provider;

    fault_fixture()
    {
        const auto response_to = [](unsigned n) {
            return stub_response::chat(R"({"sensitivity_types": [], "explanation": ""})", bill_for(n).input,
                                       bill_for(n).output);
        };
        for (unsigned n = 0; n < bills; ++n) provider.enqueue(response_to(n));
        provider.respond_by_default(response_to(bills));
        provider.discard_bodies();
        // Marks from long ago: the server rolls up all the time, also when it is killed.
        database.query("alter table usage_rollup_marks alter marked_at set default 0");
    }

    restartable_server server{{{"DB_URL", database.url() + "&connect_timeout=2"}, {"LLM_API_BASE", provider.base()}, {"LLM_ASK_SERVER", "false"}}};

    std::string rows_on_disk() const
    {
        support::temporary_directory copy; // reading the original would interfere with the server's locks
        for (const char* name : {"outbox.db", "outbox.db-wal"})
            if (std::filesystem::exists(server.state() / name))
                std::filesystem::copy_file(server.state() / name, copy.path() / name);
        std::filesystem::rename(copy.path() / "outbox.db", copy.path() / "verbatim.db");
        if (std::filesystem::exists(copy.path() / "outbox.db-wal"))
            std::filesystem::rename(copy.path() / "outbox.db-wal", copy.path() / "verbatim.db-wal");
        return query(copy, "select count(*) from rows").at(0);
    }

    /// Sums of the hours compared with those of the rows.
    void check_rollups() const
    {
        const std::string sums =
            "sum(cached_tokens) filter (where status = 'ok'), sum(call_duration_ms) filter (where status = 'ok'), "
            "sum(input_tokens) filter (where status = 'ok'), "
            "sum(output_tokens) filter (where status = 'ok')";
        const auto rows    = database.query("select count(*), count(*) filter (where status = 'error'), "
                                               "(sum(cost_usd) * 1000000)::bigint, " +
                                            sums + " from llm_calls");
        const auto rollups = database.query(
            "select sum(calls), sum(failed), sum(cost_micro_usd), sum(cached_tokens), sum(duration_ms), "
            "sum(input_tokens), sum(output_tokens) from usage_rollups where level = 0 and record = 'call'");
        BOOST_TEST(rollups == rows, boost::test_tools::per_element());
        // The parts of calls over the end of an hour count once.
        BOOST_TEST(database.query("select (select coalesce(sum(calls), 0) from usage_rollups where level = 0 and "
                                  "record = 'invocation') + (select count(distinct call_id) from usage_rollup_calls "
                                  "where level = 0)") ==
                       database.query("select count(distinct call_id) from llm_calls"),
                   boost::test_tools::per_element());
    }

    void check(load& calls)
    {
        calls.stop();
        const auto answered = calls.answered();
        const auto errors   = calls.errors();
        BOOST_TEST(errors.empty(), (errors.empty() ? "" : errors.front()) << " and " << errors.size() << " in all");
        BOOST_TEST(server.stop() == 0);
        BOOST_REQUIRE(server.output().find("usage_row_lost") == std::string::npos);

        // The last run replays the outbox of the others, and rolls up what is left.
        server.start();
        until("the outbox was not replayed", [&] { return rows_on_disk() == "0"; });
        until("hours are not rolled up",
              [&] { return database.query("select 1 from usage_rollup_marks where level = 0").empty(); });
        BOOST_TEST(server.stop() == 0);
        check_rollups();

        const auto rows      = database.query("select count(*), count(distinct attempt_id) from llm_calls").at(0);
        const auto row_count = rows.substr(0, rows.find('|'));
        BOOST_TEST(rows == row_count + "|" + row_count); // no duplicates
        BOOST_TEST(answered.size() <= std::stoul(row_count));
        BOOST_TEST(std::stoul(row_count) <= provider.requests().size());

        const auto billed_for = ledger_of(provider), stored = ledger_of(database);
        for (const auto& call : answered)
        {
            BOOST_REQUIRE(billed_for.contains(call));
            const auto entry = stored.find(call);
            if (entry == stored.end() || entry->second != billed_for.at(call))
                BOOST_ERROR("rows are missing for the call " + call);
        }
        for (const auto& [call, entries] : stored) // and no row that the provider did not bill
            for (const auto& entry_of_call : entries) BOOST_REQUIRE(billed_for.at(call).contains(entry_of_call));
        BOOST_TEST_MESSAGE(answered.size()
                           << " calls with a response, " << row_count << " rows, " << provider.requests().size()
                           << " attempts, " << server.kill_count() << " deaths of the server");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(faults, fault_fixture)

BOOST_AUTO_TEST_CASE(after_any_kills_every_call_with_a_response_has_its_rows_once)
{
    load           calls{server};
    constexpr auto batch = 50U;
    for (unsigned round = 0; round < 2; ++round)
    {
        calls.await(batch);
        database_server.kill();
        calls.await(batch); // without a database
        database_server.start();

        calls.await(batch);
        server.kill();
        server.start();

        calls.await(batch);
        database_server.kill();
        calls.await(batch);
        server.kill();  // with rows in the outbox
        server.start(); // and no database
        calls.await(batch);
        BOOST_TEST(rows_on_disk() != "0");
        database_server.start();

        calls.await(batch);
        std::thread killer{[&] { database_server.kill(); }};
        server.kill();
        killer.join();
        database_server.start();
        server.start();
    }
    calls.await(batch);
    check(calls);
}

BOOST_AUTO_TEST_CASE(stopped_database_delays_no_call_and_loses_no_row)
{
    load calls{server};
    calls.await(50);
    database_server.pause();
    calls.await(200);
    server.kill();
    server.start(); // while the database does not respond
    calls.await(50);
    database_server.resume();
    calls.await(50);
    check(calls);
}

BOOST_AUTO_TEST_CASE(records_are_in_neither_outbox_nor_database)
{
    BOOST_TEST(detect(server.port()).status == 200);
    database_server.kill();
    for (unsigned n = 0; n < 20; ++n) BOOST_TEST(detect(server.port()).status == 200);
    BOOST_TEST(contains_text(server.state(), "detect_sensitive")); // rows exist and the search finds them
    BOOST_TEST(!contains_text(server.state(), canary));
    database_server.start();
    until("the outbox was not replayed", [&] { return rows_on_disk() == "0"; });
    BOOST_TEST(server.stop() == 0);
    BOOST_TEST(contains_text(database_server.folder(), "detect_sensitive"));
    BOOST_TEST(!contains_text(database_server.folder(), canary));
    BOOST_TEST(!contains_text(server.state(), canary));
    BOOST_TEST(server.output().find(canary) == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

// What an operator is promised about usage: whatever dies, in whatever order, every call that was answered has its
// rows, each once, with the cost that the provider will bill.

#include "e2e/a_server.hpp"

#include "support/postgres.hpp"
#include "support/provider_stub.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <compare>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

using namespace verbatim;
using namespace verbatim::e2e;
using support::canned;

namespace {

constexpr unsigned callers      = 6;
constexpr unsigned bills        = 5'000; ///< of them each is another; later requests cost all the same
constexpr auto     canary       = "qqcanaryqq";
constexpr auto     give_up_wait = std::chrono::seconds{60};

/// What the provider bills for the n-th request it gets: other numbers each time, so that no two are mistaken.
struct billed
{
    int input;
    int output;

    long micro_usd() const { return 3L * input + 10L * output; }

    friend auto operator<=>(const billed&, const billed&) = default;
};

billed bill_of(unsigned n)
{
    if (n >= bills) return {.input = 500, .output = 100};
    return {.input = 1'000 + static_cast<int>(n % 977), .output = 1 + static_cast<int>(n % 89)};
}

std::string prices(const support::scratch& folder)
{
    return folder
        .file("prices.yaml", "models:\n  openai/stub-model:\n    input_cost_per_token: 0.000003\n"
                             "    output_cost_per_token: 0.00001\n")
        .string();
}

/// A server that can be killed and started again on the same state. Its port is another each time.
class mortal_server
{
public:
    explicit mortal_server(support::server_process::environment changes)
        : settings_{defaults(folder_)}
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
        ++deaths_;
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

    /// What it has written in all its lives that have ended.
    const std::string& output() const { return output_; }

    const std::filesystem::path& state() const { return folder_.path(); }
    std::uint16_t                port() const { return port_; }
    bool                         is_up() const { return up_; }
    unsigned                     deaths() const { return deaths_; }

private:
    void keep_output() { output_ += process_->output(); }

    support::scratch                       folder_;
    support::server_process::environment   settings_;
    std::optional<support::server_process> process_;
    std::atomic<std::uint16_t>             port_   = 0;
    std::atomic<bool>                      up_     = false;
    std::atomic<unsigned>                  deaths_ = 0;
    std::string                            output_;
};

std::string body_of(const std::string& content)
{
    return R"({"feedback_record": {"id": "r-1", "content": ")" + content + R"("}})";
}

support::raw_reply detect(std::uint16_t port)
{
    return support::ask_once(port, "POST", "/v1/detect-sensitive", body_of(canary),
                             {{"Content-Type", "application/json"}, {"Authorization", std::string{"Bearer "} + key}});
}

/// Callers that ask without pause until they are told to stop, and remember what they were told.
class load
{
public:
    explicit load(const mortal_server& on)
        : on_{on}
    {
        for (unsigned n = 0; n < callers; ++n) crowd_.emplace_back([this] { ask_on(); });
    }
    ~load() { stop(); }
    load(const load&)            = delete;
    load& operator=(const load&) = delete;

    /// Until so many more calls were answered.
    void await(std::size_t more)
    {
        std::unique_lock lock{guard_};
        const auto       wanted = answered_.size() + more;
        if (!changed_.wait_for(lock, give_up_wait, [&] { return answered_.size() >= wanted; }))
            throw std::runtime_error{"calls are no longer answered"};
    }

    void stop()
    {
        over_ = true;
        for (auto& one : crowd_) one.join();
        crowd_.clear();
    }

    /// Request ids of the calls that got their answer.
    std::set<std::string> answered()
    {
        const std::scoped_lock lock{guard_};
        return answered_;
    }

    /// What no caller may see.
    std::vector<std::string> errors()
    {
        const std::scoped_lock lock{guard_};
        return errors_;
    }

private:
    void ask_on()
    {
        while (!over_)
        {
            if (!on_.is_up())
            {
                std::this_thread::yield();
                continue;
            }
            const auto deaths = on_.deaths();
            try
            {
                const auto reply = detect(on_.port());
                keep(reply);
            }
            catch (const std::exception& broken)
            {
                // Only a server that died meanwhile, or is not back yet, may leave a caller without an answer.
                if (on_.is_up() && on_.deaths() == deaths) keep_error(broken.what());
            }
        }
    }

    void keep(const support::raw_reply& reply)
    {
        if (reply.status != 200) return keep_error(reply.body);
        const std::scoped_lock lock{guard_};
        answered_.insert(reply.field("x-request-id"));
        changed_.notify_all();
    }

    void keep_error(const std::string& what)
    {
        const std::scoped_lock lock{guard_};
        errors_.push_back(what);
    }

    const mortal_server&     on_;
    std::atomic<bool>        over_ = false;
    std::mutex               guard_;
    std::condition_variable  changed_;
    std::set<std::string>    answered_;
    std::vector<std::string> errors_;
    std::vector<std::thread> crowd_;
};

void until(const char* what, const std::function<bool()>& holds)
{
    const auto give_up = std::chrono::steady_clock::now() + give_up_wait;
    while (!holds())
    {
        if (std::chrono::steady_clock::now() > give_up) throw std::runtime_error{what};
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
}

bool holds_text(const std::filesystem::path& folder, const std::string& text)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
    {
        if (!entry.is_regular_file()) continue;
        std::error_code gone; // a running database makes files and removes them
        const auto      size = entry.file_size(gone);
        if (gone) continue;
        std::string   all(size, ' ');
        std::ifstream in{entry.path(), std::ios::binary};
        in.read(all.data(), static_cast<std::streamsize>(all.size()));
        if (::memmem(all.data(), all.size(), text.data(), text.size()) != nullptr) return true;
    }
    return false;
}

/// Call id to what was billed for it, by the provider's own book.
std::map<std::string, std::multiset<billed>> ledger_of(const support::provider_stub& provider)
{
    std::map<std::string, std::multiset<billed>> all;
    unsigned                                     n = 0;
    for (const auto& one : provider.requests()) all[one.headers.at("x-request-id")].insert(bill_of(n++));
    return all;
}

/// The same by the rows; and that the cost of each is what its tokens cost.
std::map<std::string, std::multiset<billed>> ledger_of(const support::postgres_database& database)
{
    std::map<std::string, std::multiset<billed>> all;
    for (const auto& line : database.query("select call_id, input_tokens, output_tokens, (cost_usd * 1000000)::bigint "
                                           "from llm_calls where status = 'ok'"))
    {
        std::istringstream in{line};
        std::string        call, part;
        billed             one{};
        long               cost = 0;
        std::getline(in, call, '|');
        std::getline(in, part, '|'), one.input  = std::stoi(part);
        std::getline(in, part, '|'), one.output = std::stoi(part);
        std::getline(in, part, '|'), cost       = std::stol(part);
        BOOST_REQUIRE(cost == one.micro_usd());
        all[call].insert(one);
    }
    return all;
}

struct with_a_mortal_world
{
    support::postgres_server   database_server{std::vector<std::string>{"checkpoint_timeout=30s"}}; // fsync as it ships
    support::postgres_database database{database_server};
    support::provider_stub     provider;

    with_a_mortal_world()
    {
        const auto reply = [](unsigned n) {
            return canned::chat(R"({"sensitivity_types": [], "explanation": ""})", bill_of(n).input, bill_of(n).output);
        };
        for (unsigned n = 0; n < bills; ++n) provider.then(reply(n));
        provider.otherwise(reply(bills));
        provider.forget_bodies();
    }

    mortal_server server{{{"DB_URL", database.url() + "&connect_timeout=2"}, {"LLM_API_BASE", provider.base()}}};

    std::string rows_on_disk() const
    {
        support::scratch copy; // a reader beside the server would take part in its locking
        for (const char* name : {"outbox.db", "outbox.db-wal"})
            if (std::filesystem::exists(server.state() / name))
                std::filesystem::copy_file(server.state() / name, copy.path() / name);
        std::filesystem::rename(copy.path() / "outbox.db", copy.path() / "verbatim.db");
        if (std::filesystem::exists(copy.path() / "outbox.db-wal"))
            std::filesystem::rename(copy.path() / "outbox.db-wal", copy.path() / "verbatim.db-wal");
        return query(copy, "select count(*) from rows").at(0);
    }

    void check(load& calls)
    {
        calls.stop();
        const auto answered = calls.answered();
        const auto errors   = calls.errors();
        BOOST_TEST(errors.empty(), (errors.empty() ? "" : errors.front()) << " and " << errors.size() << " in all");
        BOOST_TEST(server.stop() == 0);
        BOOST_REQUIRE(server.output().find("usage row lost") == std::string::npos);

        // The last life replays what the others left.
        server.start();
        until("the outbox was not replayed", [&] { return rows_on_disk() == "0"; });
        BOOST_TEST(server.stop() == 0);

        const auto rows = database.query("select count(*), count(distinct attempt_id) from llm_calls").at(0);
        const auto all  = rows.substr(0, rows.find('|'));
        BOOST_TEST(rows == all + "|" + all); // none twice
        BOOST_TEST(answered.size() <= std::stoul(all));
        BOOST_TEST(std::stoul(all) <= provider.requests().size());

        const auto billed_for = ledger_of(provider), kept = ledger_of(database);
        for (const auto& call : answered)
        {
            BOOST_REQUIRE(billed_for.contains(call));
            const auto found = kept.find(call);
            if (found == kept.end() || found->second != billed_for.at(call))
                BOOST_ERROR("an answered call has not all its rows: " + call);
        }
        for (const auto& [call, entries] : kept) // and nothing that the provider never did
            for (const auto& one : entries) BOOST_REQUIRE(billed_for.at(call).contains(one));
        BOOST_TEST_MESSAGE(answered.size() << " calls answered, " << all << " rows, " << provider.requests().size()
                                           << " attempts, " << server.deaths() << " deaths of the server");
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(faults, with_a_mortal_world)

BOOST_AUTO_TEST_CASE(whatever_is_killed_in_whatever_order_every_answered_call_has_its_rows_once)
{
    load           calls{server};
    constexpr auto some = 50U;
    for (unsigned round = 0; round < 2; ++round)
    {
        calls.await(some);
        database_server.kill();
        calls.await(some); // without a database
        database_server.start();

        calls.await(some);
        server.kill();
        server.start();

        calls.await(some);
        database_server.kill();
        calls.await(some);
        server.kill();  // with rows in the outbox
        server.start(); // and no database
        calls.await(some);
        BOOST_TEST(rows_on_disk() != "0");
        database_server.start();

        calls.await(some);
        std::thread other{[&] { database_server.kill(); }};
        server.kill();
        other.join();
        database_server.start();
        server.start();
    }
    calls.await(some);
    check(calls);
}

BOOST_AUTO_TEST_CASE(a_database_that_stands_still_holds_no_call_and_costs_no_row)
{
    load calls{server};
    calls.await(50);
    database_server.freeze();
    calls.await(200);
    server.kill();
    server.start(); // beside a database that says nothing
    calls.await(50);
    database_server.thaw();
    calls.await(50);
    check(calls);
}

BOOST_AUTO_TEST_CASE(no_word_of_a_record_is_in_the_outbox_or_the_database)
{
    BOOST_TEST(detect(server.port()).status == 200);
    database_server.kill();
    for (unsigned n = 0; n < 20; ++n) BOOST_TEST(detect(server.port()).status == 200);
    BOOST_TEST(holds_text(server.state(), "detect_sensitive")); // rows are there, and are found
    BOOST_TEST(!holds_text(server.state(), canary));
    database_server.start();
    until("the outbox was not replayed", [&] { return rows_on_disk() == "0"; });
    BOOST_TEST(server.stop() == 0);
    BOOST_TEST(holds_text(database_server.folder(), "detect_sensitive"));
    BOOST_TEST(!holds_text(database_server.folder(), canary));
    BOOST_TEST(!holds_text(server.state(), canary));
    BOOST_TEST(server.output().find(canary) == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

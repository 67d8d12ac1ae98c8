#include "limits/budget_leases.hpp"

#include "limits/lease_table.hpp"
#include "limits/limiter.hpp"

#include "core/database/test_database.hpp"

#include "database/migrations.hpp"
#include "recording/store.hpp"
#include "recording/stored_columns.hpp"

#include "support/recording_log.hpp"
#include "support/run_task.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace verbatim::core::limits {

namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using clock    = std::chrono::steady_clock;

constexpr micro_usd dollar = 1'000'000;

/// Time that a test sets; servers share it.
struct test_clock
{
    std::atomic<std::int64_t> microseconds =
        std::chrono::microseconds{std::chrono::sys_days{std::chrono::year{2026} / 11 / 30}.time_since_epoch()}.count();

    std::atomic<std::int64_t> next_step = 0; ///< added after the next reading

    budget_leases::wall_clock reader()
    {
        return [this] {
            return budget_leases::wall_time{std::chrono::microseconds{microseconds.fetch_add(next_step.exchange(0))}};
        };
    }
    void advance(std::chrono::microseconds time) { microseconds += time.count(); }
};

/// A database of several servers.
struct budget_fixture
{
    database::testing::test_database storage;
    support::recording_log           log;
    test_clock                       time;

    explicit budget_fixture(database::dialect dialect)
        : storage{database::testing::test_database::with_tables(dialect)}
    {}

    std::unique_ptr<budget_leases> server()
    {
        return std::make_unique<budget_leases>(storage.connection(), log, time.reader(), std::to_string(++servers));
    }

    /// Usage rows of a server, as its recorder adds their costs.
    void record(const std::string& server_id, std::string_view day, micro_usd cost)
    {
        database::open(storage.connection())
            ->run("insert into tenant_costs (tenant_id, day, server_id, cost_micro_usd) values ('t', '" +
                  std::string{day} + "', '" + server_id + "', " + std::to_string(cost) + ")");
    }

    int servers = 0;
};

constexpr budget per_day(micro_usd limit) { return {.per_day = limit, .per_month = {}}; }

budget_leases::outcome reserve(budget_leases& server, const budget& limits, micro_usd cost, clock::duration wait = 1min)
{
    return support::run(server.reserve("t", limits, cost, clock::now() + wait));
}

using reservation = std::unique_ptr<llm::cost_reservation>;

reservation reserved(budget_leases& server, const budget& limits, micro_usd cost)
{
    auto outcome = reserve(server, limits, cost);
    if (!outcome) throw outcome.error();
    return std::move(*outcome);
}

void spend(budget_leases& server, const budget& limits, micro_usd highest, micro_usd cost)
{
    const auto attempt = reserved(server, limits, highest);
    attempt->begin();
    attempt->settle(cost);
}

/// An attempt that has begun to wait, unless it ended at once.
class waiting_attempt
{
public:
    waiting_attempt(budget_leases& server, const budget& limits, micro_usd cost, std::string_view tenant = "t")
    {
        asio::co_spawn(
            context_, server.reserve(tenant, limits, cost, clock::now() + 1min),
            [this](std::exception_ptr, budget_leases::outcome outcome) { outcome_.emplace(std::move(outcome)); });
        context_.poll();
    }

    bool has_ended() const noexcept { return outcome_.has_value(); }

    budget_leases::outcome get()
    {
        context_.run();
        return std::move(*outcome_);
    }

private:
    asio::io_context                      context_{1};
    std::optional<budget_leases::outcome> outcome_;
};

/// Another server that is changing the lease of a tenant.
class held_lease
{
public:
    held_lease(const database::connection_info& connection, const std::string& tenant)
        : session_{database::open(connection)}
        , transaction_{*session_}
    {
        hold(tenant);
    }

    void hold(const std::string& tenant)
    {
        const database::parameter values[]{{"tenant", tenant}};
        session_->select("select cast(pg_advisory_xact_lock(x'76627564'::int, hashtext(:tenant)) as text)", 1, values);
    }

    void wait_for_waiter()
    {
        const std::string waiters =
            "select pid from pg_locks where locktype = 'advisory' and not granted and database = "
            "(select oid from pg_database where datname = current_database())";
        while (session_->select(waiters, 1, {}).empty()) std::this_thread::yield();
    }

    void release() { transaction_.commit(); }

private:
    std::unique_ptr<database::session> session_;
    database::transaction              transaction_;
};

/// A database that can be killed.
struct outage_fixture
{
    support::postgres_server   postgres;
    support::postgres_database database{postgres};
    support::recording_log     log;
    test_clock                 time;
    database::connection_info  connection = database::resolve_connection({.db_url = sdk::secret{database.url()}});

    outage_fixture() { database::migrate(*database::open(connection)); }
};

rules with_budget(double usd_per_day)
{
    rules all;
    all.tenants["t"].budget_usd_per_day = usd_per_day;
    return all;
}

/// A database server that accepts connections and never answers.
class silent_server
{
public:
    silent_server()
        : thread_{[this] {
            accept();
            context_.run();
        }}
    {}
    ~silent_server()
    {
        context_.stop();
        thread_.join();
    }
    silent_server(const silent_server&)            = delete;
    silent_server& operator=(const silent_server&) = delete;

    database::connection_info connection() const
    {
        const auto port = std::to_string(acceptor_.local_endpoint().port());
        return database::resolve_connection(
            {.db_url = sdk::secret{"postgresql://u:p@127.0.0.1:" + port + "/d?connect_timeout=2&sslmode=disable"}});
    }

    int connections() const noexcept { return connections_; }

private:
    void accept()
    {
        acceptor_.async_accept([this](boost::system::error_code, asio::ip::tcp::socket socket) {
            sockets_.push_back(std::move(socket));
            ++connections_;
            accept();
        });
    }

    asio::io_context                   context_{1};
    asio::ip::tcp::acceptor            acceptor_{context_, {asio::ip::address_v4::loopback(), 0}};
    std::vector<asio::ip::tcp::socket> sockets_;
    std::atomic<int>                   connections_ = 0;
    std::thread                        thread_;
};

/// The connections until attempts of so many tenants have failed.
int connections_of_outage(int tenants)
{
    silent_server          database;
    support::recording_log log;
    test_clock             time;
    budget_leases          server{database.connection(), log, time.reader(), "s"};
    std::vector<std::unique_ptr<support::running_task<budget_leases::outcome>>> attempts;
    std::vector<std::string>                                                    names;
    for (int n = 0; n != tenants; ++n) names.push_back("t-" + std::to_string(n));
    for (const auto& name : names)
        attempts.push_back(std::make_unique<support::running_task<budget_leases::outcome>>(
            server.reserve(name, per_day(dollar), 1, clock::now() + 1min)));
    for (auto& attempt : attempts) BOOST_TEST((attempt->get().error().code() == sdk::errc::usage_backend_unavailable));
    return database.connections();
}

} // namespace

BOOST_AUTO_TEST_SUITE(budget_leases_)

BOOST_DATA_TEST_CASE(a_budget_is_spent_to_its_end_and_then_refused, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const auto     limits = per_day(dollar);
    for (int n = 0; n != 10; ++n) spend(*server, limits, dollar / 10, dollar / 10);

    const auto refused = reserve(*server, limits, 1);

    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST(refused.error().message == "The tenant has reached its limit: budget_usd_per_day");
    BOOST_TEST(refused.error().retry_after.value().count() == 86'400);
    BOOST_TEST(server->refusals(limit_kind::budget_usd_per_day) == 1);
    BOOST_TEST(server->read("t").totals.day.used == dollar);
}

BOOST_DATA_TEST_CASE(attempts_cost_what_they_settle, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const auto     limits = per_day(dollar);

    spend(*server, limits, dollar / 2, 3);
    reserved(*server, limits, dollar / 2);  // not sent
    reserved(*server, limits, 20)->begin(); // cancelled
    spend(*server, limits, 5, 7);           // more than the highest cost

    BOOST_TEST(server->read("t").totals.day.used == 30);
    BOOST_TEST(server->read("t").totals.month.used == 30);
}

BOOST_DATA_TEST_CASE(an_attempt_waits_for_what_another_one_returns, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const auto     limits = per_day(dollar);
    auto           first  = reserved(*server, limits, dollar);
    first->begin();

    support::running_task second{server->reserve("t", limits, dollar / 2, clock::now() + 1min)};
    first->settle(dollar / 2);

    BOOST_TEST(second.get().has_value());
}

BOOST_DATA_TEST_CASE(a_waiting_attempt_is_refused_when_nothing_can_be_returned, database::testing::both_databases,
                     dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const auto     limits = per_day(dollar);
    auto           first  = reserved(*server, limits, dollar);
    first->begin();

    support::running_task second{server->reserve("t", limits, dollar / 2, clock::now() + 1min)};
    first->settle(dollar);

    BOOST_TEST((second.get().error().code() == sdk::errc::tenant_limit_exceeded));
}

BOOST_DATA_TEST_CASE(a_waiting_attempt_is_refused_at_the_end_of_its_time, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const auto     first  = reserved(*server, per_day(dollar), dollar);

    const auto refused = reserve(*server, per_day(dollar), 1, 300ms);

    BOOST_TEST((refused.error().code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST(refused.error().retry_after.value().count() == 5);
}

BOOST_DATA_TEST_CASE(a_refusal_names_the_budget_that_is_short, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const budget   limits{.per_day = dollar, .per_month = 10};
    const auto     first = reserved(*server, limits, 10);

    const auto refused = reserve(*server, limits, 1, 300ms);

    BOOST_TEST(refused.error().note() == "budget_usd_per_month");
}

BOOST_DATA_TEST_CASE(an_attempt_that_fits_overtakes_a_larger_one, database::testing::both_databases, dialect)
{
    budget_fixture  test{dialect};
    const auto      server = test.server();
    const auto      limits = per_day(100);
    auto            held   = reserved(*server, limits, 60);
    waiting_attempt large{*server, limits, 50};
    BOOST_TEST(!large.has_ended());

    const auto small = reserve(*server, limits, 40);

    BOOST_TEST(small.has_value());
    held.reset();
    BOOST_TEST(large.get().has_value());
}

BOOST_DATA_TEST_CASE(a_larger_attempt_is_overtaken_a_hundred_times_at_most, database::testing::both_databases, dialect)
{
    budget_fixture  test{dialect};
    const auto      server = test.server();
    const auto      limits = per_day(1'000);
    auto            held   = reserved(*server, limits, 600);
    waiting_attempt large{*server, limits, 500};
    for (int n = 0; n != 100; ++n) reserved(*server, limits, 300)->settle(0);

    waiting_attempt small{*server, limits, 300};

    BOOST_TEST(!small.has_ended());
    held.reset();
    BOOST_TEST(large.get().has_value());
    BOOST_TEST(small.get().has_value());
}

BOOST_AUTO_TEST_CASE(attempts_of_a_running_call_get_the_budget_of_the_last_reload)
{
    budget_fixture        test{database::dialect::sqlite};
    const auto            server = test.server();
    limiter               limits{with_budget(10), server.get()};
    const sdk::descriptor operation{.name = "summarize", .path = "/v1/some", .request = {}, .response = {}};
    const auto            running = limits.admit("t", operation);
    limits.replace(with_budget(1));
    const auto later   = limits.admit("t", operation);
    const auto attempt = [](const auto& call, micro_usd cost) {
        return support::run(call->account()->reserve(cost, clock::now() + 1min));
    };
    auto spent = attempt(later, dollar);
    spent.value()->begin();
    spent.value()->settle(dollar);

    BOOST_TEST((attempt(running, 1).error().code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST((attempt(later, 1).error().code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST(running->account()->read_left().value() == 0);
    limits.replace(rules{});
    BOOST_TEST(attempt(running, dollar).value() == nullptr);
    BOOST_TEST(!running->account()->read_left());
}

BOOST_AUTO_TEST_CASE(a_smaller_budget_limits_what_is_leased_of_the_larger_one)
{
    budget_fixture test{database::dialect::sqlite};
    const auto     server = test.server();
    const auto     larger = per_day(100 * dollar);
    spend(*server, larger, dollar / 2, dollar / 2); // leases a dollar in advance
    auto held = reserved(*server, larger, 4 * dollar);
    held.reset();

    const auto refused = reserve(*server, per_day(dollar), dollar / 2 + 1);

    BOOST_TEST((refused.error().code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST(reserve(*server, per_day(dollar), dollar / 2).has_value());
    BOOST_TEST(reserve(*server, per_day(0), 0).has_value()); // a model without cost
}

BOOST_DATA_TEST_CASE(budgets_of_several_tenants_are_read_at_once, database::testing::both_databases, dialect)
{
    budget_fixture fixture{dialect};
    const auto     server = fixture.server();
    const auto     other  = fixture.server();
    spend(*server, per_day(dollar), 30, 30);
    spend(*other, per_day(dollar), 12, 12);
    const auto held = support::run(server->reserve("second", per_day(dollar), 5, clock::now() + 1min)).value();
    other->stop(); // writes what it used

    const std::string names[]{"t", "second", R"(a "third')"};
    const auto        spent = server->read_all(names);

    BOOST_TEST((spent.day == server->today()));
    BOOST_TEST(spent.totals.size() == 3U);
    for (const auto& tenant : names)
    {
        const auto alone = server->read(tenant).totals;
        BOOST_TEST(spent.totals.at(tenant).day.used == alone.day.used, tenant);
        BOOST_TEST(spent.totals.at(tenant).month.used == alone.month.used, tenant);
        BOOST_TEST(spent.totals.at(tenant).day.reserved == alone.day.reserved, tenant);
    }
    BOOST_TEST(spent.totals.at("t").day.used == 42);
    BOOST_TEST(spent.totals.at("second").day.reserved >= 5);
    const auto session = database::open(fixture.storage.connection());
    BOOST_TEST(lease_table::read_all(*session, names, server->today()).size() == 2U);
    BOOST_TEST(lease_table::read_all(*session, std::span{names}.first(1), server->today()).size() == 1U);
}

BOOST_AUTO_TEST_CASE(shares_are_known_of_tenants_with_tables_of_their_own)
{
    budget_fixture fixture{database::dialect::sqlite};
    const auto     server                  = fixture.server();
    auto           all                     = with_budget(1);
    all.others                             = tenant_limits{.budget_usd_per_day = 1, .budget_usd_per_month = 1};
    all.tenants["t"].budget_usd_per_month  = 4;
    all.tenants["none"].budget_usd_per_day = 0;
    limiter limits{all, server.get()};
    BOOST_TEST(limits.budget_shares().empty()); // before any attempt
    spend(*server, limits.current_budget("t"), dollar / 2, dollar / 2);
    BOOST_TEST(!support::run(server->reserve("none", limits.current_budget("none"), 1, clock::now() + 1min)));
    BOOST_TEST(
        support::run(server->reserve("other", limits.current_budget("other"), 1, clock::now() + 1min)).has_value());

    const auto shares = limits.budget_shares();

    BOOST_TEST(shares.size() == 3U);
    BOOST_TEST(shares.at(0).tenant_id == "none");
    BOOST_TEST(shares.at(0).share == 1);
    BOOST_TEST(shares.at(1).tenant_id == "t");
    BOOST_TEST((shares.at(1).kind == limit_kind::budget_usd_per_day));
    BOOST_TEST(shares.at(1).share == 0.5);
    BOOST_TEST((shares.at(2).kind == limit_kind::budget_usd_per_month));
    BOOST_TEST(shares.at(2).share == 0.125);
}

BOOST_AUTO_TEST_CASE(budgets_are_unavailable_until_the_database_is_back)
{
    budget_fixture fixture{database::dialect::sqlite};
    const auto     writing = database::open(fixture.storage.connection());
    const auto     server  = fixture.server();
    reserved(*server, per_day(100), 1); // opens the file
    BOOST_TEST(server->unavailable_budgets() == 0U);
    writing->run("begin immediate");
    BOOST_TEST(support::run(server->reserve("other", per_day(100), 1, clock::now() + 1min)).has_error());
    BOOST_TEST(server->unavailable_budgets() >= 1U);
    writing->run("rollback");
    while (server->unavailable_budgets() != 0) std::this_thread::yield(); // without another attempt
}

BOOST_AUTO_TEST_CASE(a_call_that_was_admitted_without_a_budget_has_none_until_its_end)
{
    budget_fixture test{database::dialect::sqlite};
    const auto     server = test.server();
    rules          rates;
    rates.tenants["t"].tokens_per_minute = 1'000;
    limiter               limits{rates, server.get()};
    const sdk::descriptor operation{.name = "summarize", .path = "/v1/some", .request = {}, .response = {}};
    const auto            running = limits.admit("t", operation);
    limits.replace(with_budget(1));

    BOOST_TEST(support::run(running->account()->reserve(2 * dollar, clock::now() + 1min)).value() == nullptr);
}

BOOST_AUTO_TEST_CASE(the_day_of_a_report_is_that_of_its_amounts_at_midnight)
{
    budget_fixture test{database::dialect::sqlite};
    const auto     server = test.server();
    limiter        limits{with_budget(10), server.get()};
    const auto     day = server->today();
    spend(*server, per_day(dollar), dollar, dollar);
    test.time.next_step = std::chrono::microseconds{24h}.count();

    const auto state = limits.read("t");

    BOOST_TEST((state.day == day) == (state.spent->day.used == dollar));
}

BOOST_AUTO_TEST_CASE(a_database_that_hangs_fails_all_tenants_together)
{
    // An attempt to open a session may connect twice. Tenants that came during the first one wait for the second.
    BOOST_TEST(connections_of_outage(8) <= 4);
}

BOOST_AUTO_TEST_CASE(an_end_of_the_sessions_fails_no_attempt)
{
    budget_fixture fixture{database::dialect::postgresql};
    const auto     server = fixture.server();
    reserved(*server, per_day(100), 1); // opens a session
    server->read("t");                  // opens another one
    database::open(fixture.storage.connection())
        ->select("select pg_terminate_backend(pid, 10000) from pg_stat_activity "
                 "where datname = current_database() and pid <> pg_backend_pid()",
                 1, {});

    BOOST_TEST(support::run(server->reserve("other", per_day(100), 1, clock::now() + 1min)).has_value());
    BOOST_CHECK_NO_THROW(server->read("t"));
    BOOST_TEST(fixture.log.lines().empty());
}

BOOST_DATA_TEST_CASE(a_cancelled_wait_reserves_nothing, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    auto           first  = reserved(*server, per_day(dollar), dollar);

    support::running_task second{server->reserve("t", per_day(dollar), dollar, clock::now() + 1h)};
    second.cancel();
    BOOST_CHECK_THROW(second.get(), std::exception);
    first.reset();

    BOOST_TEST(reserve(*server, per_day(dollar), dollar).has_value());
}

BOOST_DATA_TEST_CASE(tenants_have_budgets_of_their_own, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    spend(*server, per_day(10), 10, 10);

    BOOST_TEST(support::run(server->reserve("other", per_day(10), 10, clock::now() + 1min)).has_value());
}

BOOST_DATA_TEST_CASE(attempts_of_many_tenants_are_all_served, database::testing::both_databases, dialect)
{
    budget_fixture fixture{dialect};
    const auto     server = fixture.server();

    std::deque<waiting_attempt> attempts;
    for (int n = 0; n < 300; ++n) attempts.emplace_back(*server, per_day(100), 60, "tenant-" + std::to_string(n));
    for (auto& attempt : attempts) BOOST_TEST(attempt.get().has_value());

    const auto rows = database::open(fixture.storage.connection())
                          ->select("select count(*) from budget_leases where leased >= 60", 1, {});
    BOOST_TEST(database::parse_integer(rows.at(0).at(0)) == 300);
}

BOOST_AUTO_TEST_CASE(leases_that_wait_are_changed_in_one_transaction)
{
    budget_fixture  fixture{database::dialect::postgresql};
    held_lease      other{fixture.storage.connection(), "first"};
    const auto      server = fixture.server();
    waiting_attempt first{*server, per_day(100), 1, "first"};
    other.wait_for_waiter();

    std::deque<waiting_attempt> attempts;
    for (int n = 0; n < 20; ++n) attempts.emplace_back(*server, per_day(100), 1, std::to_string(n));
    other.release();
    for (auto& attempt : attempts) BOOST_TEST(attempt.get().has_value());
    BOOST_TEST(first.get().has_value());

    const auto rows =
        database::open(fixture.storage.connection())
            ->select("select count(distinct cast(xmin as text)) from budget_leases where tenant_id <> 'first'", 1, {});
    BOOST_TEST(database::parse_integer(rows.at(0).at(0)) == 1);
}

BOOST_AUTO_TEST_CASE(a_lease_that_another_server_holds_fails_no_other_tenant)
{
    budget_fixture  fixture{database::dialect::postgresql};
    held_lease      other{fixture.storage.connection(), "first"}, stuck{fixture.storage.connection(), "b"};
    const auto      server = fixture.server();
    waiting_attempt first{*server, per_day(100), 1, "first"};
    other.wait_for_waiter();

    waiting_attempt a{*server, per_day(100), 1, "a"}, b{*server, per_day(100), 1, "b"},
        c{*server, per_day(100), 1, "c"};
    other.release();
    BOOST_TEST(a.get().has_value());
    BOOST_TEST((b.get().error().code() == sdk::errc::usage_backend_unavailable));
    BOOST_TEST(c.get().has_value());
    BOOST_TEST(first.get().has_value());
}

BOOST_AUTO_TEST_CASE(leases_of_many_tenants_that_another_server_holds_fail_no_other_tenant)
{
    constexpr int  held_leases = 32; // timeouts.lock for each is more than the time of an attempt
    budget_fixture fixture{database::dialect::postgresql};
    held_lease     other{fixture.storage.connection(), "first"}, stuck{fixture.storage.connection(), "0"};
    for (int n = 1; n < held_leases; ++n) stuck.hold(std::to_string(n));
    const auto      server = fixture.server();
    waiting_attempt first{*server, per_day(100), 1, "first"};
    other.wait_for_waiter();

    std::deque<waiting_attempt> attempts;
    for (int n = 0; n < held_leases; ++n) attempts.emplace_back(*server, per_day(100), 1, std::to_string(n));
    waiting_attempt last{*server, per_day(100), 1, "last"};
    other.release();
    BOOST_TEST(last.get().has_value());
    BOOST_TEST(first.get().has_value());
    for (auto& attempt : attempts) BOOST_TEST((attempt.get().error().code() == sdk::errc::usage_backend_unavailable));
}

BOOST_AUTO_TEST_CASE(a_locked_file_fails_all_tenants_together)
{
    budget_fixture fixture{database::dialect::sqlite};
    const auto     writing = database::open(fixture.storage.connection());
    const auto     server  = fixture.server();
    reserved(*server, per_day(100), 1); // opens the file
    writing->run("begin immediate");
    waiting_attempt             first{*server, per_day(100), 1, "first"};
    std::deque<waiting_attempt> others;
    for (int n = 0; n < 100; ++n) others.emplace_back(*server, per_day(100), 1, std::to_string(n));

    // The failure that ends the last wait ends all that began before it, in whatever group they are.
    BOOST_TEST(first.get().has_error());
    BOOST_TEST(others.back().get().has_error());
    others.pop_back();
    writing->run("rollback");
    for (auto& attempt : others) BOOST_TEST(attempt.get().has_error());
}

BOOST_AUTO_TEST_CASE(a_lease_that_cannot_be_returned_at_the_stop_keeps_no_other_one)
{
    constexpr int  tenants = 70; // more than a transaction changes
    budget_fixture fixture{database::dialect::sqlite};
    const auto     server = fixture.server();
    {
        std::deque<waiting_attempt>        attempts;
        std::deque<budget_leases::outcome> reservations;
        for (int n = 0; n < tenants; ++n) attempts.emplace_back(*server, per_day(1'000), 60, std::to_string(100 + n));
        for (auto& attempt : attempts) reservations.push_back(attempt.get());
        for (const auto& reserved : reservations) BOOST_TEST(reserved.has_value());
        database::open(fixture.storage.connection())
            ->run("create trigger refuse before insert on budget_leases when new.tenant_id = '100' "
                  "begin select raise(abort, 'refused'); end");
    }

    server->stop();

    const auto rows = database::open(fixture.storage.connection())
                          ->select("select count(*) from budget_leases where leased = 0", 1, {});
    BOOST_TEST(database::parse_integer(rows.at(0).at(0)) == tenants - 1);
}

BOOST_DATA_TEST_CASE(the_day_and_the_month_begin_again, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const budget   limits{.per_day = 10, .per_month = 25};
    test.time.advance(-2 * 24h); // 28 November
    spend(*server, limits, 10, 10);
    BOOST_TEST(!reserve(*server, limits, 1));
    test.time.advance(24h);
    spend(*server, limits, 10, 10);
    test.time.advance(24h - 1us); // the last microsecond of the 29th

    const auto last = reserve(*server, limits, 1);
    BOOST_TEST(last.error().retry_after.value().count() == 1);
    test.time.advance(1us); // 30 November
    const auto over_month = reserve(*server, limits, 6);
    BOOST_TEST(over_month.error().note() == "budget_usd_per_month");
    BOOST_TEST(over_month.error().retry_after.value().count() == 86'400);
    auto across = reserved(*server, limits, 5);
    across->begin();
    test.time.advance(24h); // 1 December

    BOOST_TEST(reserve(*server, limits, 10).has_value());
    across->settle(4); // counts in November
    BOOST_TEST(server->read("t").totals.month.used == 0);
}

BOOST_DATA_TEST_CASE(a_restart_remembers_what_was_used, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    auto           server = test.server();
    spend(*server, per_day(dollar), dollar / 4, dollar / 4);
    server->stop();
    server = test.server();

    BOOST_TEST(!reserve(*server, per_day(dollar), dollar / 4 * 3 + 1));
    BOOST_TEST(reserve(*server, per_day(dollar), dollar / 4 * 3).has_value());
}

BOOST_DATA_TEST_CASE(after_the_stop_no_attempt_waits, database::testing::both_databases, dialect)
{
    budget_fixture        test{dialect};
    const auto            server = test.server();
    const auto            first  = reserved(*server, per_day(10), 10);
    support::running_task waiting{server->reserve("t", per_day(10), 10, clock::now() + 1h)};

    server->stop();

    BOOST_TEST((waiting.get().error().code() == sdk::errc::usage_backend_unavailable));
    BOOST_TEST((reserve(*server, per_day(10), 10).error().code() == sdk::errc::usage_backend_unavailable));
}

BOOST_AUTO_TEST_CASE(servers_share_a_budget_and_return_what_they_do_not_use)
{
    budget_fixture test{database::dialect::postgresql};
    const auto     first  = test.server();
    const auto     second = test.server();
    const auto     limits = per_day(dollar);
    spend(*first, limits, dollar / 10, dollar / 10);
    spend(*second, limits, dollar / 10, dollar / 10);

    BOOST_TEST(!reserve(*second, limits, dollar / 10 * 8 + 1)); // of the rest
    auto rest = reserved(*second, limits, dollar / 10 * 8);     // waits for the block of the first
    rest->begin();
    rest->settle(dollar / 10 * 8);
    BOOST_TEST(!reserve(*first, limits, 1));
    BOOST_TEST(first->read("t").totals.day.used == dollar);
    BOOST_TEST(second->read("t").totals.day.used == dollar);
}

BOOST_AUTO_TEST_CASE(a_server_leases_nothing_for_attempts_that_may_not_overtake)
{
    budget_fixture  test{database::dialect::postgresql};
    const auto      first  = test.server();
    const auto      second = test.server();
    const auto      limits = per_day(1'000);
    auto            held   = reserved(*first, limits, 600);
    waiting_attempt large{*first, limits, 500};
    for (int n = 0; n != 100; ++n) reserved(*first, limits, 300)->settle(0);
    waiting_attempt small{*first, limits, 300};

    auto other = reserve(*second, limits, 400); // all that the first one does not hold

    BOOST_TEST(other.has_value());
    BOOST_TEST(!small.has_ended());
    other = nullptr;
    held.reset();
    BOOST_TEST(large.get().has_value());
    BOOST_TEST(small.get().has_value());
}

BOOST_AUTO_TEST_CASE(an_attempt_waits_to_the_end_of_its_time_while_another_server_leases_less)
{
    budget_fixture test{database::dialect::postgresql};
    const auto     first  = test.server();
    const auto     second = test.server();
    const auto     limits = per_day(1'000);
    reserved(*first, limits, 10); // opens its session
    const auto held = reserved(*second, limits, 600);

    support::running_task large{first->reserve("t", limits, 500, clock::now() + 1s)};
    for (int n = 0; n != 10; ++n) BOOST_TEST(reserve(*second, limits, 300).has_value());

    const auto refused = large.get();
    BOOST_TEST((refused.error().code() == sdk::errc::tenant_limit_exceeded));
    BOOST_TEST(refused.error().retry_after.value().count() == 5);
}

BOOST_AUTO_TEST_CASE(many_callers_of_two_servers_never_exceed_a_budget_and_use_all_of_it)
{
    budget_fixture           test{database::dialect::postgresql};
    const auto               first            = test.server();
    const auto               second           = test.server();
    const auto               limits           = per_day(dollar);
    constexpr micro_usd      highest          = dollar / 50;
    std::atomic<micro_usd>   spent            = 0;
    std::atomic<micro_usd>   at_first_refusal = dollar;
    std::vector<std::thread> callers;
    for (int caller = 0; caller != 24; ++caller)
        callers.emplace_back([&, caller] {
            auto&        server = caller % 2 == 0 ? *first : *second;
            std::mt19937 random{static_cast<unsigned>(caller)}; // NOLINT: the same numbers in each run
            for (;;)
            {
                auto attempt = reserve(server, limits, highest);
                if (!attempt)
                {
                    auto earliest = at_first_refusal.load();
                    while (spent < earliest && !at_first_refusal.compare_exchange_weak(earliest, spent))
                    {}
                    return;
                }
                (*attempt)->begin();
                std::this_thread::yield();
                const auto cost = static_cast<micro_usd>(random() % highest);
                spent += cost; // the provider's book
                (*attempt)->settle(cost);
            }
        });
    for (auto& caller : callers) caller.join();

    BOOST_TEST(spent <= dollar);
    BOOST_TEST(spent > dollar - highest);
    BOOST_TEST(at_first_refusal > dollar / 100 * 95);
}

BOOST_AUTO_TEST_CASE(of_a_dead_server_counts_what_it_used_or_recorded)
{
    budget_fixture test{database::dialect::postgresql};
    const auto     limits = per_day(dollar);
    const auto     dead   = test.server();
    spend(*dead, limits, 10, 7);
    const auto lost = reserved(*dead, limits, dollar / 2);
    dead->stop(); // returns the rest of its block only
    const auto alive = test.server();
    BOOST_TEST(alive->read("t").totals.day.reserved == dollar / 2);
    test.time.advance(time_to_end + 1s);

    BOOST_TEST(alive->read("t").totals.day.used == 7);
    BOOST_TEST(alive->read("t").totals.day.reserved == 0);
    test.record("1", "2026-11-30", 20); // arrives late
    BOOST_TEST(alive->read("t").totals.day.used == 20);
    BOOST_TEST(!reserve(*alive, limits, dollar - 19));
    BOOST_TEST(reserve(*alive, limits, dollar - 20).has_value());
}

BOOST_DATA_TEST_CASE(a_new_budget_counts_what_was_spent_before_it, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    test.record("1", "2026-11-30", 30); // by the same server, without a budget
    test.record("0", "2026-11-30", 20);
    test.record("0", "2026-11-02", 400);
    test.record("0", "2026-10-31", 8'000);
    const budget limits{.per_day = 100, .per_month = 1'000};

    BOOST_TEST(!reserve(*server, limits, 51));
    spend(*server, limits, 50, 10);

    const auto totals = server->read("t").totals;
    BOOST_TEST(totals.day.used == 60);
    BOOST_TEST(totals.month.used == 460);
    test.time.advance(1s);
    BOOST_TEST(test.server()->read("t").totals.month.used >= 450);
}

BOOST_DATA_TEST_CASE(a_budget_counts_what_was_spent_while_it_was_removed, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     server = test.server();
    const auto     limits = per_day(100);
    spend(*server, limits, 10, 10);
    test.record("1", "2026-11-30", 10 + 30);

    BOOST_TEST(!reserve(*server, limits, 61));
    spend(*server, limits, 60, 20);
    BOOST_TEST(!reserve(*server, limits, 41)); // renews, and counts the 30 once
    BOOST_TEST(server->read("t").totals.day.used == 60);
}

BOOST_DATA_TEST_CASE(a_row_of_an_earlier_version_counts_in_its_lease_only, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     earlier = test.server();
    spend(*earlier, per_day(dollar), 30, 30);
    earlier->stop();
    const auto row = recording::row_from_json(
        "[\"00000001-0000-4000-8000-000000000000\",\"t\",\"analyze\",\"aaaaaaaa-0000-4000-8000-000000000000\","
        "1796040000000000,12,\"m\",1000,200,30,\"ok\",null]");
    recording::make_store(test.storage.connection())->write({&row.value(), 1});

    BOOST_TEST(test.server()->read("t").totals.day.used == 30);
    BOOST_TEST(test.storage.value("select count(*) from llm_calls") == "1");
}

/// Rows are committed before or after the budget learns the cost of their attempt.
BOOST_DATA_TEST_CASE(rows_of_a_living_server_count_once, database::testing::both_databases, dialect)
{
    budget_fixture test{dialect};
    const auto     limits = per_day(dollar);
    const auto     server = test.server(), other = test.server();
    const auto     attempt = reserved(*server, limits, 50);
    attempt->begin();
    test.record("1", "2026-11-30", 40);
    spend(*other, limits, 10, 5); // reads the leases
    test.record("2", "2026-11-30", 5);

    attempt->settle(40);
    spend(*server, limits, dollar / 2, 0); // renews the lease

    for (auto* reader : {server.get(), other.get()}) BOOST_TEST(reader->read("t").totals.day.used == 45);
}

BOOST_AUTO_TEST_CASE(during_an_outage_only_the_lease_may_be_spent)
{
    outage_fixture test;
    budget_leases  server{test.connection, test.log, test.time.reader(), "s", 0ms};
    const auto     limits = per_day(dollar);
    reserved(server, limits, 1)->settle(0); // leases a block of a hundredth besides
    test.postgres.kill();

    BOOST_TEST(reserve(server, limits, dollar / 200).has_value());
    BOOST_TEST((reserve(server, limits, dollar / 2).error().code() == sdk::errc::usage_backend_unavailable));
    test.postgres.start();
    BOOST_TEST(reserve(server, limits, dollar / 2).has_value());
    BOOST_TEST(server.read("t").totals.day.used == 0);
}

BOOST_AUTO_TEST_CASE(attempts_wait_for_a_database_that_restarts)
{
    outage_fixture test;
    budget_leases  server{test.connection, test.log, test.time.reader(), "s", 1min};
    reserved(server, per_day(dollar), 1);
    test.postgres.kill();

    std::deque<waiting_attempt> attempts;
    for (int n = 0; n != 100; ++n) attempts.emplace_back(server, per_day(dollar), dollar / 2, std::to_string(n));
    waiting_attempt needs_more{server, per_day(dollar), dollar / 2};
    while (server.unavailable_budgets() == 0) std::this_thread::yield();
    test.postgres.start();

    for (auto& attempt : attempts) BOOST_TEST(attempt.get().has_value());
    BOOST_TEST(needs_more.get().has_value());
    BOOST_TEST(test.log.lines().size() == 2U); // the begin and the end of the outage
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::limits

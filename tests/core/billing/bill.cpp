#include "billing/bill.hpp"

#include "billing/bill_operation.hpp"
#include "billing/bill_reader.hpp"
#include "core/database/test_database.hpp"
#include "recording/store.hpp"

#include "support/run_task.hpp"
#include "verbatim/sdk/calendar.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <boost/test/unit_test.hpp>

#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace verbatim::core::billing {
namespace {

using namespace std::chrono_literals;
using database::dialect;
using database::testing::both_databases;
using std::chrono::sys_days;

constexpr year_month september = 2020y / 9, october = 2020y / 10, november = 2020y / 11, december = 2020y / 12;

std::string uuid_of(unsigned n) { return "00000000-0000-4000-8000-00000000" + std::to_string(1'000 + n); }

struct bill_fixture
{
    explicit bill_fixture(dialect kind)
        : storage{database::testing::test_database::with_tables(kind)}
        , db{database::open(storage.connection())}
        , store{recording::make_store(storage.connection())}
    {}

    /// A row whose call started at `started` and that arrived at `arrived`.
    void add(time_point started, time_point arrived, const std::string& key = "k", const std::string& tenant = "t",
             recording::micro_usd cost = 1'000'001, const std::string& model = "m")
    {
        const recording::usage_row row{.attempt_id    = uuid_of(++rows),
                                       .tenant_id     = tenant,
                                       .operation     = "analyze",
                                       .call_id       = uuid_of(rows),
                                       .started       = started,
                                       .model         = model,
                                       .input_tokens  = 100,
                                       .output_tokens = 10,
                                       .cost          = cost,
                                       .error         = {},
                                       .cached_tokens = 7,
                                       .key_id        = key};
        store->write({&row, 1});
        spent += cost;
        const auto microseconds = std::to_string(arrived.time_since_epoch().count());
        db->run("update llm_calls set created_at = " +
                (storage.connection().sql_dialect() == dialect::sqlite
                     ? microseconds
                     : "timestamptz 'epoch' + " + microseconds + " * interval '1 microsecond'") +
                " where attempt_id = '" + row.attempt_id + "'");
    }

    bill read(year_month month) { return read_bill(*db, month); }

    static std::int64_t sum(const bill& bill)
    {
        return std::accumulate(bill.lines.begin(), bill.lines.end(), std::int64_t{0},
                               [](auto total, const auto& line) { return total + line.cost_micro_usd; });
    }

    database::testing::test_database   storage;
    std::unique_ptr<database::session> db;
    std::unique_ptr<recording::store>  store;
    unsigned                           rows  = 0;
    std::int64_t                       spent = 0;
};

} // namespace

BOOST_AUTO_TEST_SUITE(bills)

BOOST_AUTO_TEST_CASE(months_are_read_and_printed)
{
    for (const auto* text : {"1970-01", "2020-10", "2254-12"})
        BOOST_TEST(sdk::calendar::text_of(parse_month(text).value()) == text);
    for (const auto* text : {"", "2020", "2020-1", "2020-00", "2020-13", "1969-12", "2255-01", "2020-10-01", "+026-10",
                             "2020/10", "2020-1a", "-026-10", " 2020-10", "20200-1"})
        BOOST_TEST(!parse_month(text).has_value(), text);
}

BOOST_DATA_TEST_CASE(each_row_is_in_one_bill, both_databases, dialect)
{
    bill_fixture test{dialect};
    const auto   closing = closing_time(october);
    BOOST_TEST((closing == sys_days{2020y / 11 / 4}));
    const auto in_october = sys_days{2020y / 10 / 5} + 7h;
    test.add(sys_days{2020y / 10 / 1}, in_october);                          // first moment
    test.add(sys_days{2020y / 11 / 1} - 1us, sys_days{2020y / 11 / 1} + 1s); // last moment
    test.add(in_october, closing - 1us);                                     // just in time
    test.add(in_october, closing, "late");                                   // just late
    test.add(in_october, sys_days{2020y / 12 / 4} - 1us, "late");            // still in November's
    test.add(in_october, sys_days{2020y / 12 / 4}, "later");                 // in December's
    test.add(sys_days{2020y / 9 / 30}, sys_days{2020y / 10 / 4}, "late");    // of September
    test.add(sys_days{2020y / 11 / 1}, sys_days{2020y / 11 / 1});            // of November
    test.add(sys_days{2020y / 11 / 2}, sys_days{2020y / 10 / 31}, "ahead");  // a clock ahead

    const auto lines_of = [&](year_month month) {
        std::string text;
        for (const auto& line : test.read(month).lines)
            text += line.usage_month + " " + line.key_id + " " + std::to_string(line.calls) + "; ";
        return text;
    };
    BOOST_TEST(lines_of(september) == "");
    BOOST_TEST(lines_of(october) == "2020-09 late 1; 2020-10 k 3; ");
    BOOST_TEST(lines_of(november) == "2020-10 late 2; 2020-11 ahead 1; 2020-11 k 1; ");
    BOOST_TEST(lines_of(december) == "2020-10 later 1; ");
    std::int64_t billed = 0;
    for (const auto month : {september, october, november, december}) billed += bill_fixture::sum(test.read(month));
    BOOST_TEST(billed == test.spent);
}

BOOST_DATA_TEST_CASE(a_closed_bill_does_not_change, both_databases, dialect)
{
    bill_fixture test{dialect};
    const auto   month = 2020y / 1;
    test.add(sys_days{2020y / 1 / 10}, sys_days{2020y / 1 / 10});
    const auto before = test.read(month);
    BOOST_TEST(before.is_closed);
    BOOST_TEST(!test.read(2254y / 12).is_closed);

    // Stored now, as an outbox or an import does.
    const recording::usage_row late{.attempt_id = uuid_of(99),
                                    .tenant_id  = "t",
                                    .operation  = "analyze",
                                    .call_id    = uuid_of(99),
                                    .started    = sys_days{2020y / 1 / 20},
                                    .model      = "m",
                                    .cost       = 5,
                                    .error      = {},
                                    .key_id     = "k"};
    for (int n = 0; n != 2; ++n) test.store->write({&late, 1});

    BOOST_TEST((test.read(month).lines == before.lines));
    const auto now     = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now() - std::chrono::days{3});
    const auto arrival = std::chrono::year_month_day{now};
    const auto next    = test.read(arrival.year() / arrival.month());
    BOOST_REQUIRE(next.lines.size() == 1U);
    BOOST_TEST(next.lines[0].usage_month == "2020-01");
    BOOST_TEST(next.lines[0].cost_micro_usd == 5);
    BOOST_TEST(!next.is_closed);
}

BOOST_DATA_TEST_CASE(sums_equal_the_rows, both_databases, dialect)
{
    bill_fixture test{dialect};
    const auto   time = sys_days{2020y / 10 / 5};
    test.add(time, time, "k", "t", 999'999'999'999);
    test.add(time, time, "k", "t", 1);
    test.add(time, time, "", "t", 2, "other");
    test.add(time, time, "k,\"1\"\n", "=t", 0);

    const auto bill = test.read(october);
    BOOST_REQUIRE(bill.lines.size() == 3U);
    BOOST_TEST(bill_fixture::sum(bill) == 1'000'000'000'002);
    BOOST_TEST((bill.lines[1] == bill_line{.tenant_id      = "t",
                                           .model          = "m",
                                           .key_id         = "k",
                                           .usage_month    = "2020-10",
                                           .calls          = 2,
                                           .input_tokens   = 200,
                                           .cached_tokens  = 14,
                                           .output_tokens  = 20,
                                           .cost_micro_usd = 1'000'000'000'000}));

    const auto view = view_of(bill);
    BOOST_TEST(view.total_cost_usd == 1'000'000.000002);
    BOOST_TEST(!view.lines[2].key_id.has_value());
    BOOST_TEST(to_csv(view) ==
               "month,is_closed,tenant_id,usage_month,is_late,model,key_id,total_calls,failed_calls,input_tokens,"
               "cached_tokens,output_tokens,unpriced_calls,total_cost_usd,unfinished_calls\r\n"
               "2020-10,true,'=t,2020-10,false,m,\"k,\"\"1\"\"\n\",1,0,100,7,10,0,0,0\r\n"
               "2020-10,true,t,2020-10,false,m,k,2,0,200,14,20,0,1000000,0\r\n"
               "2020-10,true,t,2020-10,false,other,,1,0,100,7,10,0,0.000002,0\r\n");
}

BOOST_DATA_TEST_CASE(an_end_after_the_closing_time_changes_no_number_but_that_of_unfinished_calls, both_databases,
                     dialect)
{
    bill_fixture test{dialect};
    const auto   month = 2020y / 1;
    test.add(sys_days{2020y / 1 / 10}, sys_days{2020y / 1 / 10});
    recording::usage_row intention{.attempt_id = uuid_of(99),
                                   .tenant_id  = "t",
                                   .operation  = "analyze",
                                   .call_id    = uuid_of(99),
                                   .started    = sys_days{2020y / 1 / 20},
                                   .model      = "m",
                                   .error      = recording::error_class::unfinished,
                                   .priced     = false,
                                   .key_id     = "k"};
    test.store->write({&intention, 1});
    test.db->run("update llm_calls set created_at = timestamp");
    const auto before = test.read(month);
    BOOST_REQUIRE(before.lines.size() == 1U);
    BOOST_TEST(before.lines[0].calls == 1);
    BOOST_TEST(before.lines[0].failed_calls == 0);
    BOOST_TEST(before.lines[0].unpriced_calls == 0);
    BOOST_TEST(before.lines[0].unfinished_calls == 1);

    auto end   = intention;
    end.error  = std::nullopt;
    end.priced = true;
    end.cost   = 5;
    test.store->write({&end, 1});

    auto expected                      = before;
    expected.lines[0].unfinished_calls = 0;
    BOOST_TEST((test.read(month).lines == expected.lines));
    const auto now     = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now() - std::chrono::days{3});
    const auto arrival = std::chrono::year_month_day{now};
    const auto next    = test.read(arrival.year() / arrival.month());
    BOOST_REQUIRE(next.lines.size() == 1U);
    BOOST_TEST(next.lines[0].usage_month == "2020-01");
    BOOST_TEST(next.lines[0].calls == 1);
    BOOST_TEST(next.lines[0].cost_micro_usd == 5);
}

BOOST_DATA_TEST_CASE(a_month_with_deleted_rows_has_no_bill, both_databases, dialect)
{
    bill_fixture test{dialect};
    const auto   hour =
        std::to_string(std::chrono::microseconds{(sys_days{2020y / 10 / 1} + 1h).time_since_epoch()}.count());
    test.db->run("update usage_rollup_state set rows_from = " + hour);

    BOOST_CHECK_THROW(test.read(september), deleted_rows);
    BOOST_CHECK_THROW(test.read(october), deleted_rows);
    BOOST_TEST(test.read(november).lines.empty());
}

/// Without this, the statement of a client that is gone would delay later bills.
BOOST_AUTO_TEST_CASE(cancelling_a_call_interrupts_its_statement_and_the_next_bill_is_read)
{
    bill_fixture test{dialect::postgresql};
    test.add(sys_days{2020y / 10 / 5}, sys_days{2020y / 10 / 5});
    bill_reader reader{test.storage.connection(), {.statement = 1h, .lock = 1h}};
    test.db->run("begin; lock table usage_rollup_state");
    const auto waiting = [&] { return test.storage.value("select count(*) from pg_locks where not granted") != "0"; };

    support::running_task blocked{reader.read(october, "t")};
    while (!waiting()) std::this_thread::yield();
    support::running_task next{reader.read(october, "u")};
    blocked.cancel();
    BOOST_CHECK_EXCEPTION(blocked.get(), boost::system::system_error,
                          [](const auto& error) { return error.code() == boost::asio::error::operation_aborted; });
    test.db->run("rollback");
    BOOST_TEST(next.get().lines.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_stopped_reader_fails_without_waiting_for_a_blocked_bill)
{
    bill_fixture test{dialect::postgresql};
    bill_reader  reader{test.storage.connection(), {.statement = 1h, .lock = 1h}};
    test.db->run("begin; lock table usage_rollup_state");
    support::running_task blocked{reader.read(october, "t")};
    while (test.storage.value("select count(*) from pg_locks where not granted") == "0") std::this_thread::yield();
    reader.stop();
    const auto is_unavailable = [](const database::failure& error) {
        return error.kind() == database::error_kind::unavailable;
    };
    BOOST_CHECK_EXCEPTION(blocked.get(), database::failure, is_unavailable);
    BOOST_CHECK_EXCEPTION(support::run(reader.read(october, "t")), database::failure, is_unavailable);
}

BOOST_AUTO_TEST_CASE(new_partitions_have_the_index_of_late_rows)
{
    bill_fixture test{dialect::postgresql};
    test.add(sys_days{2020y / 10 / 5}, sys_days{2020y / 10 / 5});
    BOOST_TEST(test.storage.value("select count(*) from pg_indexes where tablename = 'llm_calls_2020_10' "
                                  "and indexdef like '%created_at%'") == "1");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::billing

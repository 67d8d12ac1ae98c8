#include "erasure/tenant_rows.hpp"

#include "core/database/test_database.hpp"
#include "recording/outbox.hpp"
#include "recording/store.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace verbatim::core::erasure {
namespace {

using database::dialect;
using database::testing::both_databases;

/// Among them values of other columns.
const std::vector<std::string> hostile_ids{"tenant-nl",
                                           "ok",
                                           "analyze",
                                           "m",
                                           "tenant-nl ",
                                           "TENANT-NL",
                                           "tenant",
                                           "' or '1'='1",
                                           "%",
                                           "_",
                                           "a\"b\\c",
                                           "\xC3\xA9\xC3\xA9",
                                           "e\xCC\x81"
                                           "e\xCC\x81",
                                           ":tenant",
                                           std::string(255, 'x')};

std::string uuid_of(std::size_t n)
{
    return "00000000-0000-4000-8000-" + std::string(8, '0') + std::to_string(1'000 + n);
}

recording::usage_row row_of(const std::string& tenant_id, std::size_t n)
{
    return {.attempt_id = uuid_of(n),
            .tenant_id  = tenant_id,
            .operation  = "analyze",
            .call_id    = uuid_of(n),
            .started    = std::chrono::sys_days{std::chrono::year{2026} / 11 / 1},
            .model      = "m",
            .cost       = 5,
            .error      = {},
            .server_id  = "s",
            .key_id     = "key " + std::to_string(n)};
}

struct tenants_fixture
{
    explicit tenants_fixture(dialect kind)
        : storage{database::testing::test_database::with_tables(kind)}
        , db{database::open(storage.connection())}
    {
        const auto store = recording::make_store(storage.connection());
        for (std::size_t n = 0; n < hostile_ids.size(); ++n) add(*store, hostile_ids[n], n);
    }

    /// A row in each table.
    void add(recording::store& store, const std::string& tenant, std::size_t n)
    {
        const auto row = row_of(tenant, n);
        store.write({&row, 1});
        const bool                is_sqlite = db->sql_dialect() == dialect::sqlite;
        const auto                id        = uuid_of(n);
        const auto                job       = std::string(28, 'a') + std::to_string(1'000 + n);
        const auto                digest    = "sha256:" + std::string(60, 'b') + std::to_string(1'000 + n);
        const auto                key       = "key " + std::to_string(n);
        const std::string         no = is_sqlite ? "0" : "false", time = is_sqlite ? "0" : "now()";
        const database::parameter values[]{
            {"tenant", tenant}, {"id", id}, {"job", job}, {"digest", digest}, {"key", key}};
        for (const auto& statement :
             {"insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at) values (" +
                  std::string{is_sqlite ? ":id" : "cast(:id as uuid)"} + ", 'n', :digest, :tenant, " + no + ", " +
                  time + ")",
              "insert into api_key_uses (key_id, last_used) values (:id, " + time + "), (:key, " + time + ")",
              "insert into api_key_changes (changed_at, change, key_id, name, tenant_id, is_superuser, changed_by, "
              "request_id) values (" +
                  time + ", 'created', :id, 'n', :tenant, " + no + ", 'k', 'r')",
              std::string{"insert into job_tenants (tenant_id, last_position) values (:tenant, 1)"},
              "insert into jobs (id, tenant_id, position, operation, request_id, is_job, status, created, "
              "master_key_id, bytes) values (:job, :tenant, 1, 'o', 'r', " +
                  std::string{is_sqlite ? "1" : "true"} + ", 'queued', 0, 'k', 1)",
              std::string{"insert into job_parts (job_id, kind, number, sealed) values (:job, 'request', 0, 's')"},
              std::string{"insert into budget_leases (tenant_id, day, server_id, leased, used, renewed_at) "
                          "values (:tenant, '2026-11-01', 's', 1, 1, 0)"},
              std::string{"insert into usage_rollups values (0, 0, :tenant, 'o', 'call', 'm', 'ok', "
                          "1, 0, 0, 0, 0, 0, 0, 0, '')"},
              "insert into usage_rollup_calls values (0, 0, :tenant, 'o', " +
                  std::string{is_sqlite ? ":id" : "cast(:id as uuid)"} + ", 1, 1, 1, 0, 1, " +
                  (is_sqlite ? "1, 0)" : "true, false)")})
            execute(statement, values);
    }

    /// With the parameters that the statement names.
    void execute(const std::string& statement, std::span<const database::parameter> values)
    {
        std::vector<database::parameter> used;
        for (const auto& value : values)
            if (statement.find(":" + value.name) != std::string::npos) used.push_back(value);
        db->execute(statement, used);
    }

    std::int64_t count(const std::string& tenant) { return sum(count_rows(*db, tenant)); }

    static std::int64_t sum(const std::vector<table_rows>& counts)
    {
        return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                               [](auto total, const auto& count) { return total + count.rows; });
    }

    database::testing::test_database   storage;
    std::unique_ptr<database::session> db;
};

/// One row in each of eleven tables, and a second use of a key.
constexpr std::int64_t rows_of_a_tenant = 12;

} // namespace

BOOST_AUTO_TEST_SUITE(tenant_rows)

BOOST_DATA_TEST_CASE(the_rows_of_one_tenant_are_deleted_whatever_its_id, both_databases, dialect)
{
    tenants_fixture test{dialect};
    for (std::size_t n = 0; n < hostile_ids.size(); ++n)
    {
        BOOST_TEST_CONTEXT(hostile_ids[n])
        {
            BOOST_TEST(test.count(hostile_ids[n]) == rows_of_a_tenant);
            const auto deleted = delete_rows(*test.db, hostile_ids[n]);
            BOOST_TEST(tenants_fixture::sum(deleted) == rows_of_a_tenant);
            for (const auto& [table, rows] : deleted) BOOST_TEST(rows > 0, table);
            for (std::size_t other = 0; other < hostile_ids.size(); ++other)
                BOOST_TEST(test.count(hostile_ids[other]) == (other <= n ? 0 : rows_of_a_tenant));
            BOOST_TEST(tenants_fixture::sum(delete_rows(*test.db, hostile_ids[n])) == 0); // again
        }
    }
}

BOOST_DATA_TEST_CASE(every_table_with_tenants_is_covered, both_databases, dialect)
{
    tenants_fixture       test{dialect};
    std::set<std::string> covered;
    for (const auto& [table, rows] : count_rows(*test.db, "t")) covered.emplace(table);

    const auto tables = test.db->select(
        dialect == dialect::sqlite
            ? "select tables.name from sqlite_schema as tables join pragma_table_info(tables.name) as columns "
              "where tables.type = 'table' and columns.name = 'tenant_id'"
            : "select relname from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id' "
              "where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace",
        1, {});
    BOOST_TEST(tables.size() == covered.size() - 2); // these name a key and a job of the tenant
    for (const auto& table : tables) BOOST_TEST(covered.contains(table.at(0).value()), table.at(0).value());
}

BOOST_DATA_TEST_CASE(roll_ups_of_this_moment_are_computed_again, both_databases, dialect)
{
    tenants_fixture test{dialect};
    const auto      version = [&] { return test.storage.value("select version from usage_rollup_state"); };
    const auto      before  = version();
    delete_rows(*test.db, "tenant-nl");
    BOOST_TEST(version() != before);
}

BOOST_DATA_TEST_CASE(running_jobs_are_those_with_a_lease, both_databases, dialect)
{
    tenants_fixture test{dialect};
    BOOST_TEST(running_jobs(*test.db, "tenant-nl") == 0);
    const auto run = [&](const std::string& lease_end) {
        test.db->run("update jobs set status = 'running', server_id = 's', lease_end = " + lease_end +
                     " where tenant_id = 'tenant-nl'");
    };
    run("9000000000000000");
    BOOST_TEST(running_jobs(*test.db, "tenant-nl") == 1);
    BOOST_TEST(running_jobs(*test.db, "tenant") == 0);
    run("1000"); // of a dead server
    BOOST_TEST(running_jobs(*test.db, "tenant-nl") == 0);
}

BOOST_AUTO_TEST_CASE(an_outbox_loses_the_rows_of_one_tenant)
{
    const verbatim::support::temporary_directory folder;
    const auto                                   file = folder.path() / "outbox.db";
    recording::outbox                            queue{file};
    std::vector<recording::usage_row>            rows;
    for (std::size_t n = 0; n < hostile_ids.size(); ++n) rows.push_back(row_of(hostile_ids[n], n));
    queue.append(rows);
    database::open({.file = file})
        ->run("create table damaged_rows (n integer primary key, row text not null) strict;"
              "insert into damaged_rows select n, substr(row, 1, length(row) - 1) from rows");

    for (std::size_t n = 0; n < hostile_ids.size(); ++n)
    {
        BOOST_TEST_CONTEXT(hostile_ids[n])
        {
            BOOST_TEST(queue.count_rows_of(hostile_ids[n]) == 2);
            BOOST_TEST(queue.delete_rows_of(hostile_ids[n]) == 2);
            BOOST_TEST(queue.delete_rows_of(hostile_ids[n]) == 0);
            BOOST_TEST(queue.depth() == hostile_ids.size() - n - 1);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_log_that_is_read_is_not_empty)
{
    const verbatim::support::temporary_directory folder;
    const auto                                   file = folder.path() / "outbox.db";
    recording::outbox                            queue{file, {.lock = std::chrono::milliseconds{1}}};
    const auto                                   row = row_of("tenant-nl", 1);
    queue.append({&row, 1});
    const auto reader = database::open({.file = file});
    {
        const database::snapshot snapshot{*reader};
        reader->select("select count(*) from rows", 1, {});
        BOOST_TEST(queue.delete_rows_of("tenant-nl") == 1);
        BOOST_TEST(!queue.empty_log());
    }
    BOOST_TEST(queue.empty_log());
    BOOST_TEST(std::filesystem::file_size(file.native() + "-wal") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::erasure

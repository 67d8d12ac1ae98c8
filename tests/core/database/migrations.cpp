#include "database/migrations.hpp"

#include "core/database/error_kind_of.hpp"
#include "core/database/test_database.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace verbatim::core::database {

using testing::both_databases;
using testing::test_database;

/// Not in the unnamed namespace: lambdas in data test cases, which have linkage, capture it.
struct migrations_fixture
{
    explicit migrations_fixture(dialect kind)
        : database{kind}
        , migrations{kind == dialect::sqlite ? sqlite_migrations() : postgresql_migrations()}
    {}

    test_database              database;
    std::span<const migration> migrations;
    std::unique_ptr<session>   db = open(database.connection(), migration_timeouts);

    std::size_t recorded() const { return db->select("select number from schema_migrations", 1, {}).size(); }
};

namespace {

/// A valid row, with the literals of each dialect.
std::string insert_row(dialect kind)
{
    const std::string columns = "insert into llm_calls (attempt_id, tenant_id, operation, call_id, timestamp, "
                                "call_duration_ms, model, input_tokens, output_tokens, ";
    const std::string ids     = "('11111111-1111-4111-8111-111111111111', 't', 'analyze', "
                                "'22222222-2222-4222-8222-222222222222', ";
    if (kind == dialect::sqlite)
        return columns + "cost_micro_usd, status, error_class, created_at) values " + ids +
               "1, 2, 'm', 3, 4, 1234567, 'ok', null, 6)";
    return columns + "cost_usd, status, error_class) values " + ids +
           "'2026-11-21 12:00:00.123456+00', 2, 'm', 3, 4, 1.234567, 'ok', null)";
}

std::string replaced(std::string statement, const std::string& text, const std::string& replacement)
{
    return statement.replace(statement.find(text), text.size(), replacement);
}

// The last migrations before the first release with a rule for later ones: earlier programs start on no newer schema.
constexpr std::int64_t first_release_sqlite     = 9;
constexpr std::int64_t first_release_postgresql = 10;

/// The statements in lower case and with single spaces, without comments, literals, and bodies of functions and
/// triggers.
std::vector<std::string> statements_of(std::string_view script)
{
    static const std::regex hidden{R"(--[^\n]*|\$\$[^$]*(\$[^$]+)*\$\$|'[^']*')"};
    static const std::regex body{R"(\bbegin\b.*?\bend\b)"};
    static const std::regex spaces{R"(\s+)"};
    auto                    text = std::regex_replace(std::string{script}, hidden, " ");
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    text = std::regex_replace(std::regex_replace(text, spaces, " "), body, " ");

    std::vector<std::string> statements;
    std::istringstream       rest{text};
    for (std::string statement; std::getline(rest, statement, ';');)
        if (statement.find_first_not_of(' ') != statement.npos) statements.push_back(statement);
    return statements;
}

std::set<std::string> matches(const std::string& text, const std::string& pattern)
{
    const std::regex      expression{pattern};
    std::set<std::string> found;
    for (std::sregex_iterator it{text.begin(), text.end(), expression}, end; it != end; ++it) found.insert((*it)[1]);
    return found;
}

/// The parts of a migration that a server which does not know it may fail on, or whose absence it may notice: additions
/// of tables, indexes, functions, and columns that such a server need not name are none.
std::vector<std::string> changes_for_earlier_servers(std::string_view script)
{
    static const std::regex forbidden{
        R"(^ ?(drop|delete|truncate|update|create or replace)\b|\b(drop column|drop constraint|rename|alter column \w+ (type|set not null))\b)"};
    static const std::regex  addition{R"(\badd (column )?(\w+) ([^,(]|\([^)]*\))*)"};
    std::vector<std::string> changes;
    std::set<std::string>    tables, columns;
    for (const auto& statement : statements_of(script))
    {
        tables.merge(matches(statement, R"(create table (\w+))"));
        columns.merge(matches(statement, R"(\badd (?:column )?(?!constraint\b)(\w+))"));
        if (std::regex_search(statement, forbidden)) changes.push_back(statement);
        for (const auto& table : matches(statement, R"(create unique index \w+ on (\w+))"))
            if (!tables.contains(table)) changes.push_back(statement);
        for (const auto& column : matches(statement, R"(\badd constraint \w+ check \((\w+))"))
            if (!columns.contains(column)) changes.push_back(statement);
        for (std::sregex_iterator it{statement.begin(), statement.end(), addition}, end; it != end; ++it)
            if ((*it)[2] != "constraint" && it->str().find("not null") != std::string::npos &&
                it->str().find("default") == std::string::npos)
                changes.push_back(it->str());
    }
    return changes;
}

/// As an earlier release leaves a database that has these migrations only.
void migrate_to(session& db, std::span<const migration> steps)
{
    db.run("create table schema_migrations (number bigint not null primary key, name text not null, "
           "applied_at bigint not null)");
    for (const auto& step : steps)
    {
        db.run(step.statements);
        db.run("insert into schema_migrations values (" + std::to_string(step.number) + ", 'name', 0)");
    }
}

/// For the row of insert_row().
void create_partition(session& db)
{
    if (db.sql_dialect() == dialect::postgresql)
        db.run("create table llm_calls_2026_11 partition of llm_calls "
               "for values from ('2026-11-01 00:00:00+00') to ('2026-12-01 00:00:00+00')");
}

} // namespace

BOOST_AUTO_TEST_SUITE(migrations)

BOOST_DATA_TEST_CASE(migrations_are_applied_once_and_recorded, both_databases, dialect)
{
    const migrations_fixture test{dialect};
    BOOST_TEST(migrate(*test.db) == static_cast<int>(test.migrations.size()));
    BOOST_TEST(migrate(*test.db) == 0);
    BOOST_TEST(test.recorded() == test.migrations.size());
}

BOOST_DATA_TEST_CASE(a_newer_database_is_left_unchanged_and_rejected_only_if_a_step_is_breaking, both_databases,
                     dialect)
{
    const migrations_fixture test{dialect};
    migrate(*test.db);
    test.db->run("insert into schema_migrations values (9998, '9998_not_breaking_anything', 0)");
    BOOST_TEST(migrate(*test.db) == 0);
    BOOST_TEST(read_schema_version(*test.db).applied == 9998);

    test.db->run("insert into schema_migrations values (9997, '9997_breaking_from_the_future', 0)");
    BOOST_CHECK(error_kind_of([&] { migrate(*test.db); }) == error_kind::newer);
    BOOST_TEST(test.recorded() == test.migrations.size() + 2);
}

BOOST_DATA_TEST_CASE(servers_of_the_version_before_work_on_after_each_migration, both_databases, dialect)
{
    const auto               first = dialect == dialect::sqlite ? first_release_sqlite : first_release_postgresql;
    const migrations_fixture test{dialect};
    for (const auto& step : test.migrations)
        if (step.number > first && !is_breaking(step))
            BOOST_TEST(changes_for_earlier_servers(step.statements) == std::vector<std::string>{},
                       boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(changes_that_earlier_servers_notice_are_found)
{
    const auto count = [](const char* statements) { return changes_for_earlier_servers(statements).size(); };
    for (const auto* statements :
         {"drop table t", "DROP  TRIGGER t", "alter table t drop column c", "alter table t rename to u",
          "alter table t rename column c to d", "alter table t alter column c type text",
          "alter table t alter column c set not null", "alter table t add column c text not null",
          "alter table t add c integer not null check (c > 0)", "alter table t add constraint k check (old > 0)",
          "create unique index i on t (c)", "delete from t", "truncate t", "update t set c = 1",
          "create or replace function f() returns int language sql as $$select 1$$",
          "alter table t\n    add column a text,\n    drop column b"})
        BOOST_TEST(count(statements) == 1U, statements);
    for (const auto* statements :
         {"create table t (c text not null)", "alter table t add column c text",
          "alter table t add column c text not null default ''", "create index i on t (c)",
          "alter table t add column c text, add constraint k check (c <> '') not valid",
          "create table t (c text); create unique index i on t (c)", "-- drop table t\ncreate table u (c text)",
          "create function f() returns void language plpgsql as $$begin delete from t; end$$",
          "comment on table t is 'drop table t; delete from t'",
          "create trigger g after insert on t begin delete from u; end", "insert into new_state values (1)"})
        BOOST_TEST(count(statements) == 0U, statements);
}

BOOST_DATA_TEST_CASE(a_failing_migration_changes_nothing, both_databases, dialect)
{
    const migrations_fixture test{dialect};
    test.db->run("create table api_keys (in_the_way integer)");
    BOOST_CHECK_THROW(migrate(*test.db), failure);
    BOOST_TEST(test.recorded() == 1U);
    test.db->run("drop table api_keys");
    BOOST_TEST(migrate(*test.db) == static_cast<int>(test.migrations.size()) - 1);
}

BOOST_DATA_TEST_CASE(sessions_that_migrate_at_once_all_succeed_and_apply_each_step_once, both_databases, dialect)
{
    const migrations_fixture test{dialect};
    std::atomic<int>         applied = 0, failed = 0;
    std::vector<std::thread> threads;
    for (int n = 0; n < 8; ++n)
        threads.emplace_back([&] {
            try
            {
                applied += migrate(*open(test.database.connection(), migration_timeouts));
            }
            catch (const failure&)
            {
                ++failed;
            }
        });
    for (auto& thread : threads) thread.join();
    BOOST_TEST(failed == 0);
    BOOST_TEST(applied == static_cast<int>(test.migrations.size()));
    BOOST_TEST(test.recorded() == test.migrations.size());
}

BOOST_DATA_TEST_CASE(the_schema_rejects_invalid_rows, both_databases, dialect)
{
    const migrations_fixture test{dialect};
    migrate(*test.db);
    if (dialect == dialect::postgresql) test.db->run("create table llm_calls_all partition of llm_calls default");
    const std::string valid_row = insert_row(dialect);

    std::vector<std::pair<std::string, std::string>> changes{
        {"'ok'", "'maybe'"},
        {"'ok', null", "'ok', 'llm_error'"},
        {"'ok', null", "'error', null"},
        {"'ok', null", "'error', ''"},
        {"3, 4,", "-3, 4,"},
        {"3, 4,", "3, -4,"},
        {"'m', 3", "'m', 3000000000"},
        {", 2, 'm'", ", -2, 'm'"},
        {"'t'", "''"},
        {"'t'", "'" + std::string(256, 't') + "'"},
        {"'analyze'", "''"},
        {"'m'", "'" + std::string(256, 'm') + "'"},
        {"'m'", "null"},
        {"'11111111-", "'1"},
    };
    if (dialect == dialect::sqlite)
        changes.insert(changes.end(), {{"1234567", "-1"}, {"1234567", "1.5"}, {"1, 2,", "'yesterday', 2,"}});
    else changes.insert(changes.end(), {{"1.234567", "-1"}, {"1.234567", "1000000"}, {"'2026-11-21 ", "'yesterdays "}});

    for (const auto& [text, replacement] : changes) BOOST_TEST_CONTEXT(text << " -> " << replacement.substr(0, 30))
    BOOST_CHECK(error_kind_of([&] { test.db->run(replaced(valid_row, text, replacement)); }) == error_kind::constraint);
    test.db->run(valid_row);
    for (const char* change : {"cached_tokens = -1", "priced = null", "cause = ''", "cached_tokens = null"})
        BOOST_TEST_CONTEXT(change)
    BOOST_CHECK(error_kind_of([&] { test.db->run("update llm_calls set " + std::string{change}); }) ==
                error_kind::constraint);
}

BOOST_DATA_TEST_CASE(rows_of_the_schema_before_are_kept_and_count_as_priced, both_databases, dialect)
{
    const migrations_fixture test{dialect};
    migrate_to(*test.db, test.migrations.first(2));
    create_partition(*test.db);
    test.db->run(insert_row(dialect));

    BOOST_TEST(migrate(*test.db) == static_cast<int>(test.migrations.size()) - 2);

    test.db->run(replaced(insert_row(dialect), "'11111111-", "'21111111-")); // a server of the release before
    const auto rows = test.db->select("select model, input_tokens, cached_tokens, "
                                      "case when priced then 'yes' else 'no' end, cause from llm_calls",
                                      5, {});
    BOOST_REQUIRE(rows.size() == 2U);
    for (const auto& row : rows)
    {
        BOOST_TEST(row.at(0).value() == "m");
        BOOST_TEST(row.at(1).value() == "3");
        BOOST_TEST(row.at(2).value() == "0");
        BOOST_TEST(row.at(3).value() == "yes");
        BOOST_TEST(!row.at(4).has_value());
    }
}

BOOST_DATA_TEST_CASE(the_tables_of_jobs_are_added_beside_usage_and_keys, both_databases, dialect)
{
    const migrations_fixture test{dialect};
    migrate_to(*test.db, test.migrations.first(3));
    test.db->run("insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at) values "
                 "('11111111-1111-4111-8111-111111111111', 'n', 'sha256:" +
                 std::string(64, 'a') + "', 't', " + (dialect == dialect::sqlite ? "0, 1)" : "false, now())"));
    create_partition(*test.db);
    test.db->run(insert_row(dialect));

    BOOST_TEST(migrate(*test.db) == static_cast<int>(test.migrations.size()) - 3);
    BOOST_TEST(test.database.value("select (select count(*) from llm_calls) + (select count(*) from api_keys)") == "2");
    for (const char* table : {"jobs", "job_parts", "job_tenants"})
        BOOST_TEST(test.db->select(std::string{"select 1 from "} + table, 1, {}).empty());
}

BOOST_AUTO_TEST_CASE(processes_that_migrate_at_once_all_succeed)
{
    const test_database database{dialect::sqlite};
    constexpr int       processes = 8;
    for (int n = 0; n < processes; ++n)
    {
        const pid_t child = ::fork();
        BOOST_REQUIRE(child >= 0);
        if (child == 0) ::_exit(error_kind_of([&] { migrate(*open(database.connection())); }).has_value() ? 1 : 0);
    }
    for (int n = 0; n < processes; ++n)
    {
        int status = -1;
        BOOST_REQUIRE(::wait(&status) > 0);
        BOOST_TEST(status == 0);
    }
    BOOST_TEST(migrate(*open(database.connection())) == 0);
}

BOOST_AUTO_TEST_CASE(costs_are_exact_and_readable)
{
    const migrations_fixture sqlite{dialect::sqlite};
    migrate(*sqlite.db);
    sqlite.db->run(insert_row(dialect::sqlite));
    const row stored = sqlite.db->select("select cost_micro_usd, printf('%.6f', cost_usd) from llm_calls", 2, {}).at(0);
    BOOST_TEST(stored.at(0).value() == "1234567");
    BOOST_TEST(stored.at(1).value() == "1.234567");

    const migrations_fixture postgresql{dialect::postgresql};
    migrate(*postgresql.db);
    postgresql.db->run("create table llm_calls_all partition of llm_calls default");
    postgresql.db->run(insert_row(dialect::postgresql));
    BOOST_TEST(postgresql.database.value("select cost_usd || '|' || (timestamp at time zone 'UTC') from llm_calls") ==
               "1.234567|2026-11-21 12:00:00.123456");
}

BOOST_AUTO_TEST_CASE(a_user_without_rights_suffices_for_an_up_to_date_database)
{
    const migrations_fixture test{dialect::postgresql};
    migrate(*test.db);
    const std::string user = "reader_" + test.database.value("select current_database()");
    test.db->run("create role " + user + " login; grant select on schema_migrations to " + user);
    const connection_info as_user{.file = {},
                                  .url  = sdk::secret{test.database.connection().url.reveal() + "&user=" + user}};
    BOOST_TEST(migrate(*open(as_user)) == 0);
    test.db->run("drop owned by " + user + "; drop role " + user);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database

#include "database/inspection.hpp"
#include "core/database/test_database.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace verbatim::core::database {
namespace {

struct migrated_database
{
    testing::test_database   database{dialect::postgresql};
    std::unique_ptr<session> db = open(database.connection());

    migrated_database() { migrate(*db); }
};

} // namespace

BOOST_AUTO_TEST_SUITE(inspection)

BOOST_DATA_TEST_CASE(the_version_counts_the_applied_migrations, testing::both_databases, kind)
{
    const testing::test_database database{kind};
    const auto                   db = open(database.connection());
    BOOST_TEST(read_schema_version(*db).applied == 0);
    migrate(*db);
    const auto version = read_schema_version(*db);
    BOOST_TEST(version.applied == version.latest);
    BOOST_TEST(version.latest > 0);
}

BOOST_FIXTURE_TEST_CASE(the_owner_of_the_tables_has_all_rights, migrated_database)
{
    const auto rights = read_rights(*db);
    BOOST_TEST(rights.writes);
    BOOST_TEST(rights.may_create_tables);
    BOOST_TEST(rights.owns_tables);
    BOOST_TEST(rights.may_create_partitions);
    BOOST_TEST(rights.may_drop_partitions);
    BOOST_TEST(!rights.is_pooled);
    BOOST_TEST(rights.missing.empty());
}

BOOST_FIXTURE_TEST_CASE(every_table_of_the_schema_is_inspected, migrated_database)
{
    const auto tables = db->select("select 1 from pg_class where relkind in ('r', 'p') and not relispartition "
                                   "and relnamespace = to_regnamespace(current_schema())",
                                   1, {});
    const auto role   = "stranger_of_" + database.value("select current_database()");
    db->run("create role " + role + "; set role " + role);
    const auto missing = read_rights(*db).missing;
    db->run("reset role; drop role " + role);
    const auto unreadable =
        std::ranges::count_if(missing, [](const std::string& right) { return right.starts_with("select on "); });
    BOOST_TEST(static_cast<std::size_t>(unreadable) == tables.size());
}

BOOST_FIXTURE_TEST_CASE(each_missing_right_is_named, migrated_database)
{
    const auto role = "poor_of_" + database.value("select current_database()");
    db->run("create role " + role + "; grant select on all tables in schema public to " + role +
            "; grant update, insert on jobs to " + role + "; revoke select on api_keys from " + role + "; set role " +
            role);

    const auto rights = read_rights(*db);
    db->run("reset role; drop owned by " + role + "; drop role " + role);

    BOOST_TEST(!rights.owns_tables);
    BOOST_TEST(!rights.may_create_partitions);
    BOOST_TEST(!rights.may_drop_partitions);
    const auto is_missing = [&](const char* right) { return std::ranges::count(rights.missing, right) == 1; };
    for (const auto* right : {"delete on jobs", "select on api_keys", "insert on llm_calls", "update on llm_calls",
                              "insert on api_key_changes"})
        BOOST_TEST(is_missing(right), right);
    for (const auto* right :
         {"update on jobs", "delete on llm_calls", "update on api_key_changes", "insert on schema_migrations"})
        BOOST_TEST(!is_missing(right), right);
}

BOOST_FIXTURE_TEST_CASE(a_read_only_database_is_reported, migrated_database)
{
    db->run("set default_transaction_read_only = on");
    BOOST_TEST(!read_rights(*db).writes);
}

BOOST_FIXTURE_TEST_CASE(the_clock_of_a_database_on_this_machine_is_that_of_the_machine, migrated_database)
{
    BOOST_TEST(std::chrono::abs(clock_difference(*db)).count() < 60'000);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database

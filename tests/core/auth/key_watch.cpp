#include "auth/key_watch.hpp"

#include "core/database/test_database.hpp"

#include "support/postgres.hpp"
#include "support/recording_log.hpp"
#include "support/temporary_directory.hpp"

#include "database/failure.hpp"
#include "database/migrations.hpp"
#include "database/session.hpp"

#include "verbatim/sdk/error.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <functional>

namespace verbatim::core::auth {

namespace {

using namespace std::chrono_literals;

/// The schema in a database, and the keyring of one server.
struct key_watch_fixture
{
    database::connection_info connection;
    support::recording_log    log;
    keyring                   keys{{}};

    explicit key_watch_fixture(database::connection_info target)
        : connection{std::move(target)}
    {
        database::migrate(*database::open(connection));
    }

    /// Reads at once and then only on request: its interval is an hour.
    std::unique_ptr<key_watch> watch(keyring& target)
    {
        auto result = std::make_unique<key_watch>(connection, target, log, 1h);
        result->wait_for_attempts(1, 1min);
        return result;
    }
};

struct sqlite_fixture : support::temporary_directory, key_watch_fixture
{
    sqlite_fixture()
        : key_watch_fixture{database::connection_info{path() / "keys.db"}}
    {}
};

struct postgresql_fixture : support::postgres_database, key_watch_fixture
{
    postgresql_fixture()
        : key_watch_fixture{database::resolve_connection({.db_url = sdk::secret{url()}})}
    {}
};

new_key some_key(int number, std::string_view tenant = "tenant-1")
{
    const auto last = std::to_string(1'000'000'000'000 + number).substr(1);
    return {.key_id     = "00000000-0000-4000-8000-" + last,
            .name       = "a key",
            .key_digest = digest_of("key " + std::to_string(number)),
            .tenant_id  = std::string{tenant}};
}

const change_request by_ops{.key_id = "ops", .request_id = "00000000-0000-4000-8000-000000000001"};

/// Requests another read and waits for its end. Returns whether it succeeded.
bool read_now(key_watch& watch)
{
    const auto before = watch.attempts();
    watch.read_soon();
    return watch.wait_for_attempts(before + 1, 1min);
}

/// Waits until `holds`, which may take several reads: notifications repeat and arrive late. False after a minute.
bool wait_until(key_watch& watch, const std::function<bool()>& holds)
{
    const auto end = std::chrono::steady_clock::now() + 1min;
    for (auto attempts = watch.attempts(); !holds(); attempts = watch.attempts())
    {
        if (std::chrono::steady_clock::now() > end) return false;
        watch.wait_for_attempts(attempts + 1, 1min);
    }
    return true;
}

} // namespace

BOOST_AUTO_TEST_SUITE(key_watch_on_both_databases)

BOOST_DATA_TEST_CASE(a_key_survives_a_restart, database::testing::both_databases, dialect)
{
    const database::testing::test_database storage{dialect};
    key_watch_fixture                      test{storage.connection()};
    auto                                   super = some_key(1);
    super.is_superuser                           = true;
    test.watch(test.keys)->add(super, by_ops);

    keyring    keys_after_restart{{}};
    const auto restarted = test.watch(keys_after_restart);
    BOOST_TEST(keys_after_restart.find("key 1")->is_superuser);
}

BOOST_DATA_TEST_CASE(a_duplicate_key_is_a_conflict_and_changes_nothing, database::testing::both_databases, dialect)
{
    const database::testing::test_database storage{dialect};
    key_watch_fixture                      test{storage.connection()};
    const auto                             here = test.watch(test.keys);
    here->add(some_key(1), by_ops);

    auto same_digest       = some_key(2, "another");
    same_digest.key_digest = some_key(1).key_digest;
    auto same_id           = some_key(3, "another");
    same_id.key_id         = some_key(1).key_id;
    const auto is_conflict = [](const sdk::error& failure) { return failure.code() == sdk::errc::conflict; };
    BOOST_CHECK_EXCEPTION(here->add(same_digest, by_ops), sdk::error, is_conflict);
    BOOST_CHECK_EXCEPTION(here->add(same_id, by_ops), sdk::error, is_conflict);

    BOOST_TEST(test.keys.find("key 1")->tenant_id == "tenant-1");
    BOOST_TEST(test.keys.size() == 1U);
    here->add(some_key(4), by_ops); // the connection is still usable
    BOOST_TEST(test.keys.size() == 2U);
}

BOOST_DATA_TEST_CASE(a_removed_key_is_refused_and_both_changes_are_recorded, database::testing::both_databases, dialect)
{
    const database::testing::test_database storage{dialect};
    key_watch_fixture                      test{storage.connection()};
    const auto                             here = test.watch(test.keys);
    here->add(some_key(1), by_ops);
    here->add(some_key(2), by_ops);

    const auto removed = here->remove(some_key(1).key_id, {.key_id = "other", .request_id = "r"}).value();
    BOOST_TEST(removed.tenant_id == "tenant-1");
    BOOST_TEST(removed.name == "a key");
    BOOST_TEST(!test.keys.find("key 1").has_value());
    BOOST_TEST(test.keys.find("key 2").has_value());
    BOOST_TEST(!here->remove(some_key(1).key_id, by_ops).has_value());
    BOOST_TEST(!here->remove("no id '; drop table api_keys; --", by_ops).has_value());
    BOOST_TEST(read_now(*here));
    BOOST_TEST(test.keys.size() == 1U);

    std::vector<std::string> changes;
    for (const auto& row : database::open(storage.connection())
                               ->select("select change || ' ' || key_id || ' ' || tenant_id || ' ' || changed_by from "
                                        "api_key_changes order by change_id",
                                        1, {}))
        changes.push_back(row.at(0).value());
    const std::vector<std::string> expected{"created " + some_key(1).key_id + " tenant-1 ops",
                                            "created " + some_key(2).key_id + " tenant-1 ops",
                                            "removed " + some_key(1).key_id + " tenant-1 other"};
    BOOST_TEST(changes == expected, boost::test_tools::per_element());
}

BOOST_DATA_TEST_CASE(the_list_has_times_and_last_uses_and_no_digest, database::testing::both_databases, dialect)
{
    const database::testing::test_database storage{dialect};
    key_watch_fixture                      test{storage.connection()};
    const auto                             here   = test.watch(test.keys);
    const auto                             before = current_time();
    auto                                   key    = some_key(1);
    key.expires                                   = before + 48h + 7us;
    here->add(key, by_ops);
    here->add(some_key(2), by_ops);
    test.keys.find("key 1", before);
    BOOST_TEST(wait_until(*here, [&] { return read_now(*here) && !here->list().uses.empty(); }));

    const auto list = here->list();
    BOOST_REQUIRE(list.stored.size() == 2U);
    BOOST_TEST(list.stored[0].key_id == key.key_id);
    BOOST_CHECK(list.stored[0].expires == key.expires);
    BOOST_CHECK(list.stored[0].created >= before && list.stored[0].created <= current_time());
    BOOST_CHECK(!list.stored[1].expires);
    BOOST_CHECK((list.uses == key_uses{{key.key_id, std::chrono::floor<std::chrono::hours>(before)}}));

    keyring    after_restart{{}};
    const auto restarted = test.watch(after_restart);
    BOOST_TEST(!after_restart.find("key 1", *key.expires).has_value());
    BOOST_TEST(after_restart.find("key 1", *key.expires - 1us).has_value());

    test.keys.find("key 1", before - 5h); // another server is behind
    BOOST_TEST(read_now(*here));
    BOOST_CHECK((here->list().uses == list.uses));
    here->remove(key.key_id, by_ops);
    BOOST_CHECK(here->list().uses.empty());
}

BOOST_DATA_TEST_CASE(a_use_that_is_written_after_the_removal_of_its_key_is_dropped, database::testing::both_databases,
                     dialect)
{
    const database::testing::test_database storage{dialect};
    const key_watch_fixture                test{storage.connection()};
    key_store                              store{test.connection};
    store.add(some_key(1), by_ops);
    store.remove(some_key(1).key_id, by_ops);
    const auto      hour = std::chrono::floor<std::chrono::hours>(current_time());
    const known_key startup{.key_digest = digest_of("s"), .owner = {.tenant_id = "t", .key_id = "of the start"}};

    store.write_uses({{some_key(1).key_id, hour}, {startup.owner.key_id, hour}}, {startup});
    BOOST_CHECK((store.read_uses() == key_uses{{startup.owner.key_id, hour}}));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(key_watch_, sqlite_fixture)

BOOST_AUTO_TEST_CASE(a_stored_key_is_valid_here_at_once_and_elsewhere_after_the_next_read)
{
    keyring    other_keys{{}};
    const auto here = watch(keys), there = watch(other_keys);

    here->add(some_key(1, "tenant-nl"), by_ops);
    BOOST_TEST(keys.find("key 1")->tenant_id == "tenant-nl");
    BOOST_TEST(!other_keys.find("key 1").has_value());

    BOOST_TEST(read_now(*there));
    BOOST_TEST(other_keys.find("key 1")->tenant_id == "tenant-nl");
    BOOST_TEST(other_keys.find("key 1")->key_id == some_key(1).key_id);
    BOOST_TEST(!other_keys.find("key 1")->is_superuser);
}

BOOST_AUTO_TEST_CASE(a_deleted_key_is_no_longer_accepted)
{
    const auto here = watch(keys);
    here->add(some_key(1), by_ops);
    database::open(connection)->run("delete from api_keys");

    BOOST_TEST(read_now(*here));
    BOOST_TEST(!keys.find("key 1").has_value());
}

BOOST_AUTO_TEST_CASE(other_database_errors_are_internal_errors_with_their_kind)
{
    const auto here  = watch(keys);
    const auto error = [&](const new_key& key) {
        try
        {
            here->add(key, by_ops);
        }
        catch (const sdk::error& failure)
        {
            return std::string{sdk::to_string(failure.code())} + ", " + failure.note();
        }
        return std::string{};
    };
    // Neither database stores a null byte, and that is not a conflict.
    BOOST_TEST(error(some_key(1, std::string_view{"a\0b", 3})) == "internal_error, database constraint");

    database::open(connection)->run("alter table api_keys rename to elsewhere");
    BOOST_TEST(error(some_key(2)) == "internal_error, database other");
    database::open(connection)->run("alter table elsewhere rename to api_keys");
    BOOST_TEST(error(some_key(3)) == "");
}

BOOST_AUTO_TEST_CASE(a_key_added_during_a_read_is_never_dropped)
{
    key_watch here{connection, keys, log, 1ms};
    for (int n = 0; n < 100; ++n)
    {
        here.add(some_key(n), by_ops);
        here.read_soon();
        for (int added = 0; added <= n; ++added) BOOST_REQUIRE(keys.find("key " + std::to_string(added)).has_value());
    }
}

BOOST_AUTO_TEST_CASE(without_a_database_the_keyring_is_incomplete_and_no_key_is_created)
{
    connection.file = path() / "later" / "keys.db";
    const auto here = watch(keys);
    BOOST_TEST(!keys.is_complete());
    BOOST_CHECK_EXCEPTION(here->add(some_key(1), by_ops), sdk::error, [](const sdk::error& failure) {
        return failure.code() == sdk::errc::usage_backend_unavailable;
    });
    BOOST_TEST(!keys.find("key 1").has_value());

    std::filesystem::create_directory(path() / "later");
    database::migrate(*database::open(connection));
    BOOST_TEST(read_now(*here));
    BOOST_TEST(keys.is_complete());
    here->add(some_key(1), by_ops);
    BOOST_TEST(keys.find("key 1").has_value());
}

BOOST_AUTO_TEST_CASE(known_keys_stay_valid_during_an_outage_which_is_logged_once)
{
    const auto here = watch(keys);
    here->add(some_key(1), by_ops);
    database::open(connection)->run("alter table api_keys rename to gone");

    for (int n = 0; n < 3; ++n) BOOST_TEST(!read_now(*here));
    BOOST_TEST(keys.find("key 1").has_value());
    BOOST_TEST(keys.is_complete());
    BOOST_TEST(log.count("stored_keys_unavailable") == 1);

    database::open(connection)->run("alter table gone rename to api_keys");
    BOOST_TEST(read_now(*here));
    BOOST_TEST(log.count("stored_keys_available") == 1);
}

BOOST_AUTO_TEST_CASE(a_row_with_an_invalid_digest_is_skipped_and_logged)
{
    const auto here = watch(keys);
    here->add(some_key(1), by_ops);
    database::open(connection)
        ->run("insert into api_keys (key_id, name, digest, tenant_id, is_superuser, created_at) values "
              "('00000000-0000-4000-8000-000000000009', 'n', 'sha256:" +
              std::string(64, 'Z') + "', 't', 1, 0)");
    BOOST_TEST(read_now(*here));
    BOOST_TEST(keys.size() == 1U);
    BOOST_TEST(log.count("stored_keys_skipped") == 1);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(key_watch_on_postgresql, postgresql_fixture)

BOOST_AUTO_TEST_CASE(a_stored_key_reaches_other_servers_by_notification)
{
    keyring    other_keys{{}};
    const auto here = watch(keys), there = watch(other_keys);

    auto super         = some_key(1, "tenant '; drop table api_keys; --");
    super.is_superuser = true;
    here->add(super, by_ops);
    BOOST_REQUIRE(wait_until(*there, [&] { return other_keys.find("key 1").has_value(); }));
    BOOST_TEST(other_keys.find("key 1")->tenant_id == "tenant '; drop table api_keys; --");
    BOOST_TEST(other_keys.find("key 1")->key_id == some_key(1).key_id);
    BOOST_TEST(other_keys.find("key 1")->is_superuser);
}

BOOST_AUTO_TEST_CASE(a_key_deleted_by_an_operator_is_dropped_by_notification)
{
    const auto here = watch(keys);
    here->add(some_key(1), by_ops);
    here->add(some_key(2), by_ops);
    read_now(*here); // consumes the notifications of the additions
    query("delete from api_keys where key_id = '" + some_key(1).key_id + "'");
    BOOST_TEST(wait_until(*here, [&] { return !keys.find("key 1").has_value(); }));
    BOOST_TEST(keys.find("key 2").has_value());
}

BOOST_AUTO_TEST_CASE(a_closed_connection_is_opened_again)
{
    const auto here = watch(keys);
    here->add(some_key(1), by_ops);
    query("select pg_terminate_backend(pid) from pg_stat_activity "
          "where datname = current_database() and pid <> pg_backend_pid()");
    BOOST_CHECK_NO_THROW(while (!read_now(*here)));
    BOOST_TEST(keys.find("key 1").has_value());

    keyring    other_keys{{}};
    const auto there = watch(other_keys);
    there->add(some_key(2), by_ops);
    BOOST_TEST(wait_until(*here, [&] { return keys.find("key 2").has_value(); })); // notifications arrive again
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(key_watch_without_postgresql)

BOOST_AUTO_TEST_CASE(during_an_outage_keys_stay_valid_and_none_is_created)
{
    support::postgres_server   server;
    support::postgres_database database{server};
    key_watch_fixture          fixture{database::resolve_connection({.db_url = sdk::secret{database.url()}})};
    const auto                 here = fixture.watch(fixture.keys);
    here->add(some_key(1), by_ops);

    server.kill();
    BOOST_TEST(!read_now(*here));
    BOOST_TEST(fixture.keys.find("key 1").has_value());
    BOOST_CHECK_EXCEPTION(here->add(some_key(2), by_ops), sdk::error, [](const sdk::error& failure) {
        return failure.code() == sdk::errc::usage_backend_unavailable;
    });

    server.start();
    while (!read_now(*here))
    {}
    here->add(some_key(2), by_ops);
    BOOST_TEST(fixture.keys.find("key 2").has_value());
    BOOST_TEST(fixture.log.count("stored_keys_unavailable") == 1);
    BOOST_TEST(fixture.log.count("stored_keys_available") == 1);
}

BOOST_AUTO_TEST_CASE(stopping_does_not_wait_for_an_unresponsive_database)
{
    support::postgres_server   server;
    support::postgres_database database{server};
    key_watch_fixture          fixture{
        database::resolve_connection({.db_url = sdk::secret{database.url() + "&connect_timeout=3600"}})};
    const auto here = fixture.watch(fixture.keys);
    server.pause();

    here->read_soon();
    keyring   other_keys{{}};
    key_watch connecting{fixture.connection, other_keys, fixture.log, 1h};
    here->stop();
    connecting.stop();

    BOOST_CHECK_EXCEPTION(here->add(some_key(1), by_ops), sdk::error, [](const sdk::error& failure) {
        return failure.code() == sdk::errc::usage_backend_unavailable;
    });
    BOOST_TEST(fixture.log.count("stored_keys_unavailable") == 0);
    server.resume();
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(key_watch_behind_a_pooler)

// The interval is an hour: only a notification makes the watch read again.
BOOST_AUTO_TEST_CASE(a_notification_passes_by_the_pooler)
{
    const support::postgres_database database;
    const support::pgbouncer         pooler{database};
    const auto                       connection = database::resolve_connection(
                              {.db_url = sdk::secret{pooler.url()}, .db_direct_url = sdk::secret{database.url()}});
    key_watch_fixture test{connection};
    keyring           other_keys{{}};
    const auto        watch = test.watch(test.keys);
    const auto        other = test.watch(other_keys);

    watch->add(some_key(1), by_ops);
    BOOST_TEST(wait_until(*other, [&] { return other_keys.find("key 1").has_value(); }));
    BOOST_TEST(watch->remove(some_key(1).key_id, by_ops).has_value());
    BOOST_TEST(wait_until(*other, [&] { return !other_keys.find("key 1").has_value(); }));
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::auth

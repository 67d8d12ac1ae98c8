// The erasure of a tenant by the command of the server, from requests to empty tables and files.
#include "e2e/file_search.hpp"
#include "e2e/job_client.hpp"
#include "e2e/sensitive_request.hpp"
#include "e2e/test_server.hpp"

#include "core/database/test_database.hpp"

#include "recording/outbox.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>

using namespace verbatim;
using namespace verbatim::e2e;
using core::database::dialect;

namespace {

/// A folder and a database that servers and commands use in turn.
struct erased_server
{
    explicit erased_server(dialect kind)
        : storage{core::database::testing::test_database::with_tables(kind)}
        , settings{default_settings(folder)}
    {
        const auto& connection = storage.connection();
        settings["DB_URL"] =
            kind == dialect::sqlite ? "sqlite:///" + connection.file.string() : std::string{connection.url.reveal()};
        settings["LIMITS_FILE"] = folder.file("limits.toml", "[\"*\"]\nrequests_per_minute = 100\n").string();
    }

    std::pair<int, std::string> erase(bool confirmed)
    {
        std::vector<std::string> arguments{"--erase-tenant", "tenant-a"};
        if (confirmed) arguments.push_back("--confirm");
        return support::run_server(settings, arguments);
    }

    std::string rows() { return storage.value("select count(*) from llm_calls where tenant_id = 'tenant-a'"); }

    support::temporary_directory           folder;
    core::database::testing::test_database storage;
    support::server_process::environment   settings;
};

} // namespace

BOOST_AUTO_TEST_SUITE(erasure)

BOOST_DATA_TEST_CASE(a_tenant_is_counted_and_then_erased, core::database::testing::both_databases, dialect)
{
    erased_server test{dialect};
    {
        test_server server{test.settings};
        BOOST_TEST(server.post(sensitive_path, sensitive_request).status == 200);
        BOOST_TEST(server.post(sensitive_path, sensitive_request, superuser_key).status == 200);
        BOOST_TEST(server.process.stop() == 0);
    }

    const auto [counted, counts] = test.erase(false);
    BOOST_TEST(counted == 0);
    BOOST_TEST(contains(counts, "1 rows in llm_calls\n"), counts);
    BOOST_TEST(contains(counts, "\nnothing was deleted; --confirm deletes\n"), counts);
    BOOST_TEST(contains(counts, "\nnot searched: outboxes of other servers"), counts);

    const auto [refused, reason] = test.erase(true);
    BOOST_TEST(refused == 1);
    BOOST_TEST(contains(reason, "verbatimd: AUTH_API_KEYS: the key "), reason);
    BOOST_TEST(contains(reason, " belongs to the tenant; remove it, and reload or restart every server\n"), reason);
    BOOST_TEST(test.rows() == "1");

    test.settings["AUTH_API_KEYS"] = "[]";
    const auto [erased, output]    = test.erase(true);
    BOOST_TEST(erased == 0, output);
    BOOST_TEST(contains(output, "1 rows in llm_calls\n"), output);
    BOOST_TEST(contains(output, "\ndeleted\n"), output);
    BOOST_TEST(test.rows() == "0");
    BOOST_TEST(test.storage.value("select count(*) from llm_calls") == "1"); // of the other tenant
    const auto [again, nothing] = test.erase(true);
    BOOST_TEST(again == 0);
    BOOST_TEST(contains(nothing, "0 rows in llm_calls\n"), nothing);
    if (dialect == dialect::sqlite)
        BOOST_TEST(files_with(test.storage.connection().file.parent_path(), "tenant-a").empty());
}

/// Counting must not change the database, and the tables of another version may not be all that hold rows.
BOOST_DATA_TEST_CASE(the_schema_of_another_version_is_refused, core::database::testing::both_databases, dialect)
{
    erased_server test{dialect};
    const auto    last = test.storage.value("select max(number) from schema_migrations");
    const auto    db   = core::database::open(test.storage.connection());
    db->run("update schema_migrations set number = 999 where number = " + last);
    const auto [later, use_later] = test.erase(true);
    BOOST_TEST(later == 1);
    BOOST_TEST(contains(use_later, "the database has the schema of a later version; use that version\n"), use_later);

    db->run("delete from schema_migrations where number = 999");
    const auto [earlier, migrate] = test.erase(false);
    BOOST_TEST(earlier == 1);
    BOOST_TEST(contains(migrate, "the database has the schema of an earlier version; run verbatimd --migrate\n"),
               migrate);
    BOOST_TEST(test.storage.value("select max(number) from schema_migrations") != last);
}

BOOST_AUTO_TEST_CASE(no_database_file_is_created)
{
    erased_server test{dialect::sqlite};
    const auto    missing       = test.folder.path() / "missing.db";
    test.settings["DB_URL"]     = "sqlite:///" + missing.string();
    const auto [status, output] = test.erase(false);
    BOOST_TEST(status == 1);
    BOOST_TEST(contains(output, "DB_URL: the database does not exist\n"), output);
    BOOST_TEST(!std::filesystem::exists(missing));
}

BOOST_AUTO_TEST_CASE(an_outbox_that_cannot_be_used_is_a_problem_of_its_folder)
{
    erased_server test{dialect::postgresql};
    std::filesystem::create_directory(test.folder.path() / "outbox.db");
    const auto [status, output] = test.erase(false);
    BOOST_TEST(status == 1);
    BOOST_TEST(contains(output, "verbatimd: STATE_DIR: the outbox outbox.db cannot be used ("), output);
}

BOOST_AUTO_TEST_CASE(the_outbox_of_the_server_is_searched)
{
    erased_server test{dialect::postgresql};
    const auto    file = test.folder.path() / "outbox.db";
    {
        core::recording::outbox          queue{file};
        const core::recording::usage_row row{.attempt_id = "11111111-1111-4111-8111-111111111111",
                                             .tenant_id  = "tenant-a",
                                             .operation  = "analyze",
                                             .call_id    = "22222222-2222-4222-8222-222222222222",
                                             .started    = {},
                                             .model      = "m",
                                             .error      = {}};
        queue.append({&row, 1});
    }
    test.folder.file("outbox.db.damaged-1", "tenant-a");
    test.settings["AUTH_API_KEYS"] = "[]";

    BOOST_TEST(contains(test.erase(false).second, "1 rows in outbox.db\n"));
    const auto [erased, output] = test.erase(true);
    BOOST_TEST(erased == 0);
    BOOST_TEST(contains(output, "1 rows in outbox.db\n"), output);
    BOOST_TEST(contains(output, "outbox.db.damaged-1\n"), output);
    BOOST_TEST(contains(test.erase(true).second, "0 rows in outbox.db\n"));
    std::filesystem::remove(test.folder.path() / "outbox.db.damaged-1");
    BOOST_TEST(files_with(test.folder.path(), "tenant-a").empty());
}

BOOST_AUTO_TEST_SUITE_END()

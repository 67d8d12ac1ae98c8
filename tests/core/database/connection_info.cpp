#include "database/connection_info.hpp"
#include "core/settings/problem_of.hpp"

#include "support/temporary_directory.hpp"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

#include <fstream>

namespace verbatim::core::database {
namespace {

core::settings::setting_problem problem_of(const settings& config)
{
    return core::settings::problem_of([&] { resolve_connection(config); });
}

unsigned mode_of(const std::filesystem::path& folder)
{
    struct stat status
    {};
    BOOST_REQUIRE(::stat(folder.c_str(), &status) == 0);
    return status.st_mode & 0777U;
}

} // namespace

BOOST_AUTO_TEST_SUITE(connection_info_)

BOOST_AUTO_TEST_CASE(the_default_database_is_in_the_state_directory)
{
    BOOST_TEST(resolve_connection({}).file == std::filesystem::path{"./var/verbatim.db"});
    BOOST_TEST(resolve_connection({.db_url = sdk::secret{""}, .state_dir = {"/srv/x"}}).file ==
               std::filesystem::path{"/srv/x/verbatim.db"});
}

BOOST_AUTO_TEST_CASE(three_slashes_are_relative_and_four_absolute)
{
    BOOST_TEST(resolve_connection({.db_url = sdk::secret{"sqlite:///data/a b.db"}}).file ==
               std::filesystem::path{"data/a b.db"});
    BOOST_TEST(resolve_connection({.db_url = sdk::secret{"sqlite:////data/usage.db"}}).file ==
               std::filesystem::path{"/data/usage.db"});
}

BOOST_AUTO_TEST_CASE(an_invalid_url_is_rejected_with_the_setting_name_but_not_its_value)
{
    const std::string attacks[] = {"postgresql://me:s3cret@host:port/db",
                                   "postgresql://me:s3cret@host/db?nonsense=1",
                                   "postgresql://me:s3cret@host/db?sslmode=%zz",
                                   "postgres://[s3cret",
                                   std::string{"postgresql://me:s3cret\0@host/db", 30},
                                   "postgresql:s3cret",
                                   "mysql://s3cret",
                                   "s3cret",
                                   "sqlite://s3cret",
                                   "sqlite:///",
                                   "sqlite:///s3cret/",
                                   "sqlite:///s3cret\".db",
                                   std::string{"sqlite:///s3cret\0.db", 20}};
    for (const std::string& url : attacks)
    {
        BOOST_TEST_CONTEXT(url)
        {
            const auto problem = problem_of({.db_url = sdk::secret{url}});
            BOOST_TEST(problem.setting == "DB_URL");
            BOOST_TEST(text_of(problem).find("s3cret") == std::string::npos);
        }
    }
    BOOST_TEST(problem_of({.db_url = sdk::secret{""}, .state_dir = {""}}).setting == "STATE_DIR");
}

BOOST_AUTO_TEST_CASE(a_null_byte_is_reported_under_the_setting_that_contains_it)
{
    const std::string null_byte{"s3cret\0", 7};
    const settings    host{.db_host = null_byte};
    const settings    name{.db_host = "h", .db_name = null_byte};
    const settings    user{.db_host = "h", .db_user = null_byte};
    const settings    password{.db_host = "h", .db_password = sdk::secret{null_byte}};

    BOOST_TEST(to_string(problem_of(host)) == "DB_HOST: contains U+0000; remove it");
    BOOST_TEST(problem_of(name).setting == "DB_NAME");
    BOOST_TEST(problem_of(user).setting == "DB_USER");
    BOOST_TEST(problem_of(password).setting == "DB_PASSWORD");
    BOOST_TEST(problem_of({.state_dir = {"/srv/\"x"}}).setting == "STATE_DIR");
}

BOOST_AUTO_TEST_CASE(parameters_of_a_postgresql_url_are_used_and_defaults_are_added)
{
    const auto connection = resolve_connection(
        {.db_url = sdk::secret{"postgres://me:p%40ss%20%27w@[::1]:5433,other/us%2Fage?sslmode=verify-full"
                               "&connect_timeout=3&options=-c%20work_mem%3D1MB"}});
    BOOST_CHECK(connection.sql_dialect() == dialect::postgresql);
    const std::string& url = connection.url.reveal();
    for (const char* part :
         {"user=me", "host=%3A%3A1%2Cother", "port=5433%2C", "dbname=us%2Fage", "sslmode=verify-full",
          "connect_timeout=3", "options=-c%20work_mem%3D1MB", "keepalives_idle=60"})
        BOOST_TEST(url.find(part) != std::string::npos, part);
    BOOST_TEST(url.find("connect_timeout=5") == std::string::npos);
    BOOST_TEST(url.find("password") == std::string::npos);
    BOOST_TEST(connection.password.reveal() == "p@ss 'w");
}

BOOST_AUTO_TEST_CASE(a_connection_beyond_this_machine_is_verified_unless_the_operator_decides)
{
    const auto in_url   = [](std::string url) { return settings{.db_url = sdk::secret{std::move(url)}}; };
    const auto in_parts = [](std::string host, std::optional<ssl_mode> mode) {
        return settings{.db_host = std::move(host), .db_sslmode = mode};
    };
    const std::pair<settings, std::string_view> cases[]{
        {in_url("postgresql://me@db.example.org/usage"), "verify-full"},
        {in_url("postgresql://me@localhost,db.example.org/usage"), "verify-full"},
        {in_url("postgresql://me@localhost/usage?hostaddr=10.0.0.7"), "verify-full"},
        {in_url("postgresql://me@db.example.org/usage?sslmode=require"), "require"},
        {in_url("postgresql://me@localhost/usage"), ""},
        {in_url("postgresql://me@[::1],127.0.0.1/usage"), ""},
        {in_url("postgresql:///usage?host=/run/postgresql"), ""},
        {in_parts("db.example.org", std::nullopt), "verify-full"},
        {in_parts("db.example.org", ssl_mode::disable), "disable"},
        {in_parts("127.0.0.1", std::nullopt), ""},
        {in_parts("127.0.0.1", ssl_mode::verify_ca), "verify-ca"},
        {in_parts("/run/postgresql", std::nullopt), ""},
    };
    for (const auto& [config, mode] : cases)
    {
        const auto  connection = resolve_connection(config);
        const auto& url        = connection.url.reveal();
        BOOST_TEST_CONTEXT(url)
        {
            BOOST_TEST(connection.sslmode == mode);
            BOOST_TEST((url.find("sslmode=") != std::string::npos) == !mode.empty());
            BOOST_TEST((url.find("sslrootcert=%2Fetc%2Fssl") != std::string::npos) == mode.starts_with("verify"));
        }
    }
    const auto own_authority = in_url("postgresql://me@db.example.org/usage?sslrootcert=/srv/root.crt");
    BOOST_TEST(resolve_connection(own_authority).url.reveal().find("sslrootcert=%2Fsrv%2Froot.crt") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(db_host_names_postgresql_and_db_url_takes_precedence)
{
    const settings parts{.db_host     = "db.internal",
                         .db_port     = 6432,
                         .db_name     = "usage & more",
                         .db_user     = "me",
                         .db_password = sdk::secret{"p'\\ =%"}};
    const auto     connection = resolve_connection(parts);
    BOOST_CHECK(connection.sql_dialect() == dialect::postgresql);
    for (const char* part :
         {"host=db.internal", "port=6432", "dbname=usage%20%26%20more", "user=me", "connect_timeout=5"})
        BOOST_TEST(connection.url.reveal().find(part) != std::string::npos, part);
    BOOST_TEST(connection.password.reveal() == "p'\\ =%");

    settings url_and_parts = parts;
    url_and_parts.db_url   = sdk::secret{"sqlite:///a.db"};
    BOOST_CHECK(resolve_connection(url_and_parts).sql_dialect() == dialect::sqlite);
}

BOOST_AUTO_TEST_CASE(further_urls_are_postgresql_beside_postgresql)
{
    const auto with = [](const char* database, const char* read_url, const char* direct_url) {
        return settings{.db_url        = sdk::secret{database},
                        .db_read_url   = sdk::secret{read_url},
                        .db_direct_url = sdk::secret{direct_url}};
    };
    const auto both =
        with("postgresql://me@pool/usage", "postgresql://r:s3cret@replica/usage", "postgresql://d@db/usage");
    const auto main = resolve_connection(both);
    BOOST_TEST(main.setting == "DB_URL");
    BOOST_TEST(main.pools_transactions);
    BOOST_TEST(main.direct().setting == "DB_DIRECT_URL");
    BOOST_TEST(!main.direct().pools_transactions);
    BOOST_TEST(main.direct().url.reveal().find("sslmode=verify-full") != std::string::npos);
    const auto reports = resolve_report_connection(both);
    BOOST_TEST(reports.setting == "DB_READ_URL");
    BOOST_TEST(reports.password.reveal() == "s3cret");
    BOOST_TEST(reports.pools_transactions);

    const auto alone_settings = with("postgresql://me@db/usage", "", "");
    const auto alone          = resolve_connection(alone_settings);
    BOOST_TEST(!alone.pools_transactions);
    BOOST_TEST(&alone.direct() == &alone);
    BOOST_TEST(resolve_report_connection(with("sqlite:///a.db", "", "")).setting == "DB_URL");

    const auto problem_of_reports = [](const settings& config) {
        return core::settings::problem_of([&] { resolve_report_connection(config); });
    };
    for (const auto* url : {"s3cret", "sqlite:///s3cret.db", "postgresql://me:s3cret@host:port/db"})
    {
        BOOST_TEST(problem_of(with("postgresql://me@db/usage", "", url)).setting == "DB_DIRECT_URL");
        const auto problem = problem_of_reports(with("postgresql://me@db/usage", url, ""));
        BOOST_TEST(problem.setting == "DB_READ_URL");
        BOOST_TEST(text_of(problem).find("s3cret") == std::string::npos);
    }
    BOOST_TEST(problem_of(with("sqlite:///a.db", "", "postgresql://d@db/usage")).setting == "DB_DIRECT_URL");
    BOOST_TEST(problem_of_reports(with("", "postgresql://d@db/usage", "")).setting == "DB_READ_URL");

    auto migrating             = with("postgresql://me@db/usage", "", "");
    migrating.db_migration_url = sdk::secret{"postgresql://owner@db/usage"};
    BOOST_TEST(resolve_migration_connection(migrating).setting == "DB_MIGRATION_URL");
    BOOST_TEST(resolve_migration_connection(alone_settings).setting == "DB_URL");
}

BOOST_AUTO_TEST_CASE(a_managed_identity_needs_postgresql_without_a_password)
{
    settings config{.db_auth = authentication::managed_identity};
    BOOST_TEST(
        to_string(problem_of(config)) ==
        "DB_AUTH: is managed_identity, but the database is not PostgreSQL; set DB_URL or DB_HOST, or remove DB_AUTH");

    config.db_host     = "db.example.org";
    config.db_password = sdk::secret{"s3cret"};
    BOOST_TEST(problem_of(config).setting == "DB_PASSWORD");
    config.db_password = {};
    BOOST_TEST(problem_of(config).setting.empty());
    config.db_url = sdk::secret{"postgresql://me:s3cret@db.example.org/usage"};
    BOOST_TEST(problem_of(config).setting == "DB_URL");
    BOOST_TEST(text_of(problem_of(config)).find("s3cret") == std::string::npos);
    config.db_url = sdk::secret{"postgresql://me@db.example.org/usage"};
    BOOST_TEST(problem_of(config).setting.empty());
}

BOOST_AUTO_TEST_CASE(a_token_crosses_a_network_encrypted_only)
{
    const auto problem = [](const std::string& host, std::optional<ssl_mode> mode) {
        return problem_of({.db_host = host, .db_auth = authentication::managed_identity, .db_sslmode = mode}).setting;
    };
    for (const auto mode : {ssl_mode::disable, ssl_mode::prefer})
    {
        BOOST_TEST(problem("db.example.org", mode) == "DB_SSLMODE");
        BOOST_TEST(problem("127.0.0.1", mode) == "");
        BOOST_TEST(problem("/run/postgresql", mode) == "");
    }
    for (const auto mode : {ssl_mode::require, ssl_mode::verify_ca, ssl_mode::verify_full})
        BOOST_TEST(problem("db.example.org", mode) == "");
    BOOST_TEST(problem("db.example.org", std::nullopt) == ""); // verify-full
    BOOST_TEST(problem_of({.db_url  = sdk::secret{"postgresql://me@db.example.org/usage?sslmode=allow"},
                           .db_auth = authentication::managed_identity})
                   .setting == "DB_SSLMODE");
}

BOOST_AUTO_TEST_CASE(directories_are_created_with_mode_0700)
{
    const support::temporary_directory directory;
    const settings                     config{.db_url =
                              sdk::secret{"sqlite:///" + (directory.path() / "deep" / "er" / "usage.db").native()},
                                              .state_dir = {(directory.path() / "state").native()}};

    prepare_folders(config, resolve_connection(config));
    prepare_folders(config, resolve_connection(config));

    for (const char* name : {"state", "deep", "deep/er"}) BOOST_TEST(mode_of(directory.path() / name) == 0700U);
}

BOOST_AUTO_TEST_CASE(a_file_in_place_of_a_directory_is_an_error)
{
    const support::temporary_directory directory;
    std::ofstream{directory.path() / "state"} << "not a folder";
    const settings config{.db_url = sdk::secret{""}, .state_dir = {(directory.path() / "state").native()}};

    const auto problem = core::settings::problem_of([&] { prepare_folders(config, resolve_connection(config)); });
    BOOST_TEST(problem.setting == "STATE_DIR");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace verbatim::core::database

#pragma once

#include "database/connection_info.hpp"
#include "database/migrations.hpp"
#include "database/session.hpp"

#include "support/postgres.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/data/test_case.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <string>

namespace verbatim::core::database {

inline std::ostream& operator<<(std::ostream& out, dialect kind)
{
    return out << (kind == dialect::sqlite ? "SQLite" : "PostgreSQL");
}

namespace testing {

/// For test cases that run on both databases: BOOST_DATA_TEST_CASE(name, both_databases, dialect).
inline const auto both_databases = boost::unit_test::data::make({dialect::sqlite, dialect::postgresql});

/// A database of one test.
class test_database
{
public:
    /// Empty.
    explicit test_database(dialect kind)
    {
        if (kind == dialect::sqlite) use_new_directory();
        else use(std::make_unique<support::postgres_database>());
    }

    /// With the tables of this version. A copy: migrations of a database take longer than most tests.
    static test_database with_tables(dialect kind)
    {
        static std::map<dialect, test_database> originals;
        const auto [original, is_new] = originals.try_emplace(kind, kind);
        if (is_new) migrate(*open(original->second.connection_, migration_timeouts));
        return {original->second};
    }

    const connection_info& connection() const noexcept { return connection_; }

    /// The first column of the first row, on a session of its own.
    std::string value(const std::string& query) const
    {
        return open(connection_)->select(query, 1, {}).at(0).at(0).value();
    }

private:
    test_database(const test_database& original)
    {
        if (original.server_)
        {
            const support::postgres_database::copy_of source{*original.server_};
            use(std::make_unique<support::postgres_database>(source));
            return;
        }
        use_new_directory();
        std::filesystem::copy_file(original.connection_.file, connection_.file);
    }

    void use_new_directory()
    {
        directory_  = std::make_unique<support::temporary_directory>();
        connection_ = {directory_->path() / "verbatim.db"};
    }

    void use(std::unique_ptr<support::postgres_database> database)
    {
        server_     = std::move(database);
        connection_ = resolve_connection({.db_url = sdk::secret{server_->url()}});
    }

    std::unique_ptr<support::temporary_directory> directory_;
    std::unique_ptr<support::postgres_database>   server_;
    connection_info                               connection_;
};

} // namespace testing
} // namespace verbatim::core::database

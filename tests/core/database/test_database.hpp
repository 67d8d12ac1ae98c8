#pragma once

#include "database/connection_info.hpp"
#include "database/session.hpp"

#include "support/postgres.hpp"
#include "support/temporary_directory.hpp"

#include <boost/test/data/test_case.hpp>

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

/// An empty database of one test.
class test_database
{
public:
    explicit test_database(dialect kind)
    {
        if (kind == dialect::sqlite)
        {
            directory_  = std::make_unique<support::temporary_directory>();
            connection_ = {directory_->path() / "verbatim.db"};
        }
        else
        {
            server_     = std::make_unique<support::postgres_database>();
            connection_ = resolve_connection({.db_url = sdk::secret{server_->url()}});
        }
    }

    const connection_info& connection() const noexcept { return connection_; }

    /// The first column of the first row, on a session of its own.
    std::string value(const std::string& query) const
    {
        return open(connection_)->select(query, 1, {}).at(0).at(0).value();
    }

private:
    std::unique_ptr<support::temporary_directory> directory_;
    std::unique_ptr<support::postgres_database>   server_;
    connection_info                               connection_;
};

} // namespace testing
} // namespace verbatim::core::database

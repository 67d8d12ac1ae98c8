#pragma once

#include "database/migrations.hpp"
#include "database/session.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace verbatim::core::database {

/// What a session may do with its PostgreSQL database.
struct database_rights
{
    bool writes                = false; ///< false: a standby, or a database that is set to read only
    bool may_create_tables     = false; ///< in the schema
    bool owns_tables           = false; ///< false without tables
    bool may_create_partitions = false; ///< of llm_calls; false without that table
    bool may_drop_partitions   = false; ///< likewise
    bool is_pooled             = false; ///< a connection pooler is between this program and the database

    std::vector<std::string> missing; ///< such as "update on jobs", of tables that exist
};

/// Reads only. Throws failure.
database_rights read_rights(session& db);

/// Empties the write-ahead log of a SQLite database, which has copies of deleted rows. False if another process reads
/// it: then the copies stay until a later checkpoint. True with PostgreSQL. Throws failure.
bool empty_log(session& db);

/// The current time by the clock of the database, in microseconds since 1970. SQLite has that of this machine. Throws
/// failure.
std::int64_t microseconds_now(session& db);

/// How far the clock of the database is ahead of this machine's, by the middle of the query. Throws failure.
std::chrono::milliseconds clock_difference(session& db);

} // namespace verbatim::core::database

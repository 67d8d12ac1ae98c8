#pragma once

#include "database/session.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

/// Deletes what the database holds of a tenant: docs/operations.md#erasing-a-tenant.
namespace verbatim::core::erasure {

/// The rows of a tenant in a table.
struct table_rows
{
    std::string_view table;
    std::int64_t     rows = 0;
};

/// Of every table with rows of tenants, from one snapshot. Throws database::failure.
std::vector<table_rows> count_rows(database::session& db, std::string_view tenant_id);

/// Jobs of the tenant that a server is running now, and that would add rows. Throws database::failure.
std::int64_t running_jobs(database::session& db, std::string_view tenant_id);

/// Deletes all of them in one transaction, and returns how many. SQLite overwrites them with zeros; their copies in its
/// log stay until database::empty_log(). Roll-ups that a server computes meanwhile are computed again, without the
/// tenant. Throws database::failure.
std::vector<table_rows> delete_rows(database::session& db, std::string_view tenant_id);

} // namespace verbatim::core::erasure

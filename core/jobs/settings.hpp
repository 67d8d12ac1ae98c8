#pragma once

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace verbatim::core::jobs {

/// Where jobs are stored.
enum class store_kind
{
    memory,
    database,
};
sdk::enum_values declare(store_kind);

/// The settings JOBS_….
struct settings
{
    store_kind                    store = store_kind::memory;
    sdk::path                     key_file;           ///< JOBS_KEY_FILE; empty: none
    std::int64_t                  max_takeovers  = 3; ///< of one job
    std::size_t                   max_running    = 4; ///< 0: takes no jobs
    std::size_t                   max_per_tenant = 100;
    std::size_t                   max_memory     = 256 * 1024 * 1024; ///< bytes
    double                        tenant_share   = 0.5;               ///< of max_memory
    double                        result_hours   = 24;
    std::chrono::duration<double> deadline{6 * 3'600}; ///< seconds
    double                        share = 0.25;        ///< of the slots of model calls, while synchronous calls wait
};

void declare(sdk::schema_builder& schema, settings& s);

} // namespace verbatim::core::jobs

#include "jobs/store.hpp"

#include "jobs/database_store.hpp"
#include "jobs/memory_store.hpp"
#include "settings/setting_problem.hpp"

#include <chrono>
#include <cstddef>
#include <utility>

namespace verbatim::core::jobs {

void share_body(http::response& response)
{
    if (!response.shared_body) response.shared_body = std::make_shared<const std::string>(std::move(response.body));
    response.body.clear();
}

std::optional<master_keys> read_master_keys(const settings& config)
{
    if (config.store == store_kind::memory) return std::nullopt;
    if (config.key_file.empty())
        throw core::settings::setting_error{
            {"JOBS_KEY_FILE", "required with JOBS_STORE=database", "name a file with a key of 64 hexadecimal digits"}};
    return master_keys{config.key_file.text};
}

std::unique_ptr<store> make_store(const settings& config, const database::connection_info& connection, sdk::log& log,
                                  std::function<time_point()> clock)
{
    const std::chrono::duration<double, std::ratio<3'600>> hours{config.result_hours};

    const auto time_to_expiry = std::chrono::ceil<std::chrono::microseconds>(hours);
    const auto tenant_bytes   = static_cast<std::size_t>(static_cast<double>(config.max_memory) * config.tenant_share);
    if (auto keys = read_master_keys(config))
    {
        const job_bounds bounds{.unfinished_jobs = static_cast<std::int64_t>(config.max_per_tenant),
                                .tenant_bytes    = static_cast<std::int64_t>(tenant_bytes),
                                .bytes           = static_cast<std::int64_t>(config.max_memory)};
        return std::make_unique<database_store>(database_store::limits{bounds, config.max_takeovers, time_to_expiry},
                                                std::move(*keys), connection, log, std::move(clock));
    }
    const memory_store::limits bounds{.unfinished_jobs = config.max_per_tenant,
                                      .bytes           = config.max_memory,
                                      .tenant_bytes    = tenant_bytes,
                                      .time_to_expiry  = time_to_expiry,
                                      .takeovers       = config.max_takeovers};
    return std::make_unique<memory_store>(bounds, std::move(clock));
}

} // namespace verbatim::core::jobs

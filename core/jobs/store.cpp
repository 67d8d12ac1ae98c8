#include "jobs/store.hpp"

#include "gateway/deferral.hpp"
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

void require_repetition(const submission& repeated, const job& earlier, bool is_earlier_job, bool has_same_body,
                        time_point now)
{
    if (earlier.operation != repeated.request.target->descriptor.name || !has_same_body)
    {
        sdk::error error{sdk::errc::conflict};
        error.message = gateway::key_of_another_request;
        throw error;
    }
    if (!is_finished(earlier.status) && !(is_earlier_job && repeated.is_job)) throw unfinished_error(earlier, now);
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

    const auto         tenant_bytes = static_cast<double>(config.max_memory) * config.tenant_share;
    const store_limits limits{.bounds         = {.unfinished_jobs = static_cast<std::int64_t>(config.max_per_tenant),
                                                 .tenant_bytes    = static_cast<std::int64_t>(tenant_bytes),
                                                 .bytes           = static_cast<std::int64_t>(config.max_memory)},
                              .takeovers      = config.max_takeovers,
                              .time_to_expiry = std::chrono::ceil<std::chrono::microseconds>(hours)};
    if (auto keys = read_master_keys(config))
        return std::make_unique<database_store>(limits, std::move(*keys), connection, log, std::move(clock));
    return std::make_unique<memory_store>(limits, std::move(clock));
}

} // namespace verbatim::core::jobs

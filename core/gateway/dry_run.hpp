#pragma once

#include "exec/compute_pool.hpp"
#include "exec/fair_queue.hpp"
#include "gateway/operation_run.hpp"
#include "http/message.hpp"
#include "llm/dry_run.hpp"
#include "llm/tenant_account.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Requests with `"dry_run": true`: docs/reference/dry-run.md.
namespace verbatim::core::gateway {

/// The member that the server adds to requests.
struct dry_run_option
{
    bool dry_run = false;
};
void declare(sdk::schema_builder& schema, dry_run_option& option);

struct planned_usage
{
    std::int64_t          calls         = 0;
    std::int64_t          input_tokens  = 0;
    std::int64_t          output_tokens = 0;
    std::optional<double> cost_usd; ///< none: a call has no price
};
void declare(sdk::schema_builder& schema, planned_usage& usage);

struct planned_model
{
    std::string   connection;
    std::string   model;
    planned_usage expected;
    planned_usage highest;
};
void declare(sdk::schema_builder& schema, planned_model& model);

/// What the budgets of the tenant have left.
struct budget_check
{
    double              left_usd = 0;
    std::optional<bool> covers_expected; ///< none: the cost is unknown
    std::optional<bool> covers_highest;
};
void declare(sdk::schema_builder& schema, budget_check& check);

/// The response to a dry run.
struct dry_run_response
{
    bool                        dry_run = true;
    std::string                 request_id;
    planned_usage               expected;
    planned_usage               highest;
    std::vector<planned_model>  models;
    std::optional<budget_check> budget; ///< none: no budget limits the tenant
    std::vector<std::string>    unknown_members;
};
void declare(sdk::schema_builder& schema, dry_run_response& response);

/// Whether requests of the operation take `dry_run`: those that may become jobs, unless they declare a member of the
/// same name.
bool has_dry_run(const sdk::descriptor& descriptor);

/// A log without lines, for the operation in a dry run: what happens in it is no event of the server.
sdk::log& silent_log() noexcept;

/// Bounds the dry runs at a time. They cost a tenant nothing, but much CPU time and memory.
class dry_run_queue
{
public:
    explicit dry_run_queue(std::chrono::milliseconds max_wait = std::chrono::seconds{30})
        : max_wait_{max_wait}
    {}

    /// The right to one dry run, in turns of tenants. Throws `overloaded` if it takes too long. [may wait]
    sdk::task<exec::fair_queue::slot> acquire(std::string_view tenant);

private:
    static constexpr std::size_t max_dry_runs           = 4;
    static constexpr std::size_t max_dry_runs_of_tenant = 1;

    const std::chrono::milliseconds max_wait_;
    exec::fair_queue                queue_{max_dry_runs, max_dry_runs_of_tenant};
};

/// Runs the operation of a checked request twice without a model, and writes the calls that it would make. `account` is
/// null without limits of attempts. Throws sdk::error, or what the operation throws. The arguments are borrowed until
/// the task ends. [may wait]
sdk::task<http::response> plan(operation_run& run, const auth::identity& caller,
                               std::shared_ptr<llm::tenant_account> account, const services& available);

} // namespace verbatim::core::gateway

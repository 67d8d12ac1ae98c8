#pragma once

#include "exec/thread_activity.hpp"
#include "gateway/call_context.hpp"
#include "gateway/deadline.hpp"
#include "gateway/json_body.hpp"
#include "gateway/routes.hpp"
#include "gateway/statistics.hpp"
#include "log/logger.hpp"

#include <any>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::gateway {

/// What differs from a call whose client waits.
struct call_options
{
    std::optional<std::chrono::seconds> deadline{}; ///< instead of the operation's
    exec::call_urgency                  urgency = exec::call_urgency::interactive;
    std::shared_ptr<call_observer>      observer{};

    std::shared_ptr<llm::completion_store> completions{}; ///< of earlier runs of the call; null: there are none
    std::shared_ptr<llm::tenant_account>   account{};     ///< null: the tenant has no limit of attempts

    std::shared_ptr<llm::dry_run> planned{}; ///< of a dry run; null: models are called
};

/// A call of an operation with all that the operation's code refers to. The coroutine of the operation shares it, so it
/// lives until that code has returned, even if the gateway stopped waiting for it. Used on the call's thread; another
/// thread that observed the call may destroy it.
class operation_run final : public abandonment_observer, public std::enable_shared_from_this<operation_run>
{
public:
    /// The references outlive the object. `trace` is null for a request that is not traced.
    operation_run(services& available, log::logger& logger, abandonment_statistics& statistics, const endpoint& target,
                  std::string request_id, std::shared_ptr<tracing::request_trace> trace);

    const endpoint&           target() const noexcept { return target_; }
    declared_request&         request() noexcept { return request_; }
    std::optional<json_body>& body() noexcept { return body_; }

    /// Records the provenance of the response. Before open().
    void explain() noexcept { is_explained_ = true; }

    /// Sets what check_body() found in the body.
    void set_unknown_members(std::vector<std::string> paths, std::string resembled)
    {
        unknown_members_   = std::move(paths);
        resembled_members_ = std::move(resembled);
    }
    const std::vector<std::string>& unknown_members() const noexcept { return unknown_members_; }
    const std::string&              resembled_members() const noexcept { return resembled_members_; }

    /// Whether the request is a dry run; set by check_body().
    bool is_dry_run() const noexcept { return is_dry_run_; }
    void make_dry_run() noexcept { is_dry_run_ = true; }

    const std::string& request_id() const noexcept { return request_id_; }

    /// Chooses the form of the response: docs/reference/http.md#content-negotiation.
    void negotiate(std::string_view accept);

    /// Null: JSON.
    const sdk::erased_representation* representation() const noexcept { return representation_; }

    /// Opens the call when the request is valid. Once, before the members below, and again for the second run of a dry
    /// run, which has the same deadline. Calls that `options.planned` already holds count towards the limits.
    void open(const auth::identity& caller, const call_options& options = {});

    std::chrono::steady_clock::time_point deadline() const noexcept { return label_.deadline; }
    recording::ledger&                    usage_rows() noexcept { return *usage_rows_; }

    /// Whether the first run of a dry run stored a value for the second.
    bool has_reusable_value() const noexcept { return reusable_.has_value(); }

    /// Null unless explain() was called.
    const provenance_recorder* recorder() const noexcept { return recorder_.get(); }

    /// Runs the operation until it ends, or is abandoned soon after its deadline. Once after open(). [may wait]
    sdk::task<sdk::erased_value> execute();

private:
    using trace_pointer = std::shared_ptr<tracing::request_trace>;

    static sdk::task<sdk::erased_value> run_operation(std::shared_ptr<operation_run> self);

    void on_abandoned() noexcept override;
    void on_late_end() noexcept override;
    void write(sdk::severity level, std::string_view event) noexcept;

    services&                              services_;
    abandonment_statistics&                statistics_;
    const endpoint&                        target_;
    const std::string                      request_id_;
    std::string                            tenant_id_;
    const trace_pointer                    trace_;
    log::call_log                          log_;
    std::optional<json_body>               body_; ///< parsed; string views of the request point into it
    declared_request                       request_;
    std::shared_ptr<recording::ledger>     usage_rows_;
    std::shared_ptr<llm::request_spending> spending_;
    std::shared_ptr<provenance_recorder>   recorder_;
    const sdk::erased_representation*      representation_ = nullptr;
    std::vector<std::string>               unknown_members_;
    std::string                            resembled_members_;
    bool                                   is_explained_ = false;
    bool                                   is_dry_run_   = false;
    exec::call_label                       label_;
    std::chrono::steady_clock::time_point  start_{};
    std::any                               reusable_; ///< of the runs of a dry run
    std::optional<call_context>            call_;
};

} // namespace verbatim::core::gateway

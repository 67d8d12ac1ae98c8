#pragma once

#include "auth/keyring.hpp"
#include "gateway/call_context.hpp"
#include "gateway/deferral.hpp"
#include "gateway/dry_run.hpp"
#include "gateway/operation_run.hpp"
#include "gateway/preferences.hpp"
#include "gateway/routes.hpp"
#include "gateway/statistics.hpp"
#include "http/message.hpp"
#include "log/logger.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::limits {
class admitted_call;
}

namespace verbatim::core::gateway {

using limits::admitted_call;

struct request_context;

/// Handles a call between HTTP and its operation, in the order of docs/reference/http.md#order-of-checks; then waits
/// until the call's usage rows are durable. The only user of envelope(). All threads share an instance.
class gateway final : public http::handler
{
public:
    struct settings
    {
        std::size_t  max_body_bytes = 0;
        bool         fail_closed    = false;  ///< a result without stored usage rows becomes an error
        sdk::literal url_scheme     = "http"; ///< or https, for traces
    };

    /// All references must outlive the gateway. Without a `deferral` every request is answered at once.
    gateway(settings limits, const routes& routes, const auth::keyring& keys, services& services, log::logger& logger,
            deferral* deferral = nullptr);

    std::optional<http::response> immediate_response(const http::request_head& head) override;
    sdk::task<http::response>     respond(http::exchange& exchange) override;
    http::response                refuse(int status) override;
    http::response                respond_late(std::string_view request_id, bool is_cut_off) override;

    /// A response without X-Request-ID, and the error that it renders.
    struct answer
    {
        http::response            response;
        std::optional<sdk::error> failure;
    };

    /// Checks and executes a stored request as `respond` does, with the same response. Throws only when cancelled.
    /// [may wait]
    sdk::task<answer> run(stored_request request, call_options options);

    /// [any thread]
    call_statistics statistics() const;

private:
    std::shared_ptr<tracing::request_trace> begin_trace(const tracing::caller_headers& caller,
                                                        const endpoint&                target) const;
    void                                    end_trace(int status, request_context& context) const noexcept;

    sdk::task<answer> answer_of(sdk::task<http::response> step, const endpoint& target, request_context& context);
    sdk::task<http::response> serve(http::exchange& exchange, const routes::match& match, request_context& context);
    sdk::task<http::response> serve_resource(http::exchange& exchange, const routes::match& match,
                                             request_context& context);
    sdk::task<http::response> serve_deferrable(http::exchange& exchange, stored_body body,
                                               std::shared_ptr<operation_run> run, preferences wishes,
                                               const admitted_call* admitted, request_context& context);
    sdk::task<http::response> serve_dry_run(std::shared_ptr<operation_run> run, const admitted_call* admitted,
                                            request_context& context);
    sdk::task<http::response> serve_stored(stored_request& request, const call_options& options,
                                           request_context& context);

    bool                           becomes_job(const preferences& wishes) const;
    limits::limiter*               limiter_of(const endpoint& target) const;
    std::unique_ptr<admitted_call> admit(const endpoint& target, bool is_job, const request_context& context) const;
    sdk::task<std::unique_ptr<admitted_call>> admit_stored(std::string_view tenant_id, const endpoint& target,
                                                           std::chrono::milliseconds most) const;
    std::shared_ptr<operation_run>            make_run(const endpoint& target, const request_context& context);
    void authenticate(const http::request_head& head, request_context& context) const;

    /// The kind of credential a request carries; `identify` also stores its identity in the context.
    enum class credential
    {
        absent, ///< no bearer token
        invalid,
        expired, ///< the whole key is known, but its time has passed
        valid,
    };
    credential identify(std::string_view authorization, request_context& context) const;

    static http::response error_response(const sdk::error& failure, request_context& context);
    /// Logs the exception that is being handled.
    static void            log_unexpected(const sdk::descriptor& descriptor, request_context& context);
    sdk::task<std::size_t> check(std::string& text, operation_run& run, request_context& context,
                                 bool keeps_text) const;
    sdk::task<stored_body> read_request(http::exchange& exchange, operation_run& run, request_context& context,
                                        bool keeps_text) const;
    http::response finish(http::response response, const http::request_head& head, request_context& context) const;

    settings               limits_;
    const routes&          routes_;
    const auth::keyring&   keys_;
    services&              services_;
    log::logger&           log_;
    deferral*              deferral_; ///< null: every request is answered at once
    metrics::counters      in_flight_{1};
    abandonment_statistics abandoned_;
    dry_run_queue          dry_runs_;
};

} // namespace verbatim::core::gateway

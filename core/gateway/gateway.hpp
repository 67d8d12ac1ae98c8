#pragma once

#include "auth/keyring.hpp"
#include "gateway/call_context.hpp"
#include "gateway/routes.hpp"
#include "gateway/statistics.hpp"
#include "http/message.hpp"
#include "log/logger.hpp"

#include <cstddef>

namespace verbatim::core::gateway {

class operation_run;
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

    /// All references must outlive the gateway.
    gateway(settings limits, const routes& routes, const auth::keyring& keys, services& services, log::logger& logger);

    std::optional<http::response> immediate_response(const http::request_head& head) override;
    sdk::task<http::response>     respond(http::exchange& exchange) override;
    http::response                refuse(int status) override;

    /// [any thread]
    call_statistics statistics() const;

private:
    std::shared_ptr<tracing::request_trace> begin_trace(const http::request_head& head, const endpoint& target) const;
    void                                    end_trace(int status, request_context& context) const noexcept;

    sdk::task<http::response> serve(http::exchange& exchange, const endpoint& target, request_context& context);
    void                      authenticate(const http::request_head& head, request_context& context) const;

    /// The kind of credential a request carries; `identify` also stores its identity in the context.
    enum class credential
    {
        absent, ///< no bearer token
        invalid,
        valid,
    };
    credential identify(std::string_view authorization, request_context& context) const;

    static http::response error_response(const sdk::error& failure, request_context& context);
    /// Logs the exception that is being handled.
    static void    log_unexpected(const sdk::descriptor& descriptor, request_context& context);
    sdk::task<>    read_request(http::exchange& exchange, operation_run& run, request_context& context) const;
    http::response finish(http::response response, const http::request_head& head, request_context& context) const;

    settings               limits_;
    const routes&          routes_;
    const auth::keyring&   keys_;
    services&              services_;
    log::logger&           log_;
    metrics::counters      in_flight_{1};
    abandonment_statistics abandoned_;
};

} // namespace verbatim::core::gateway

#pragma once

#include "http/message.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::admin {

/// Whether a load balancer should send new requests.
enum class readiness
{
    starting,
    ready,
    draining,
};

/// The report of a probe.
struct probe_result
{
    bool        ok = false;
    std::string json;
};

/// Serves operators on one thread:
///
/// - GET /metrics: all metrics; 503 while 16 other clients read them.
/// - GET /livez: 200 while the process works; 503 and the reason, as one word, when it should be restarted.
/// - GET /readyz: 200 while the server accepts new requests; otherwise 503 and `starting`, `draining` or an obstacle.
/// - GET /probe: a report in JSON of calls to models and the database; 503 if one failed. Only this response may wait.
///
/// A request for another host than this listener is 421: DNS can give any name of a web page this address, so that the
/// page could read the responses. Only addresses and the names of the listener are accepted.
///
/// An unreachable database or provider changes neither /livez nor /readyz, because it affects every server alike, and
/// each continues with reduced service. The metrics report it.
class admin_handler final : public http::handler
{
public:
    /// Called on the thread that serves the request.
    struct sources
    {
        std::function<std::string()> metrics; ///< an exception becomes a 500 [never waits]
        /// One word for the reason why the process should be restarted; empty while it works. [never waits]
        std::function<std::string_view()> fault;
        /// One word for the reason why a ready server should get no requests now; empty without one. [never waits]
        std::function<std::string_view()> obstacle;
        /// None if there is no report, for example while the server drains. Throws only for cancellation. [may wait]
        std::function<sdk::task<std::optional<probe_result>>()> probe;
    };

    /// `names`: host names of the listener, besides localhost.
    admin_handler(sources callbacks, std::vector<std::string> names)
        : sources_{std::move(callbacks)}
        , names_{std::move(names)}
    {}

    /// [any thread]
    void set_readiness(readiness state) noexcept { readiness_.store(state, std::memory_order_relaxed); }

    std::optional<http::response> immediate_response(const http::request_head& head) override;
    sdk::task<http::response>     respond(http::exchange& exchange) override;
    http::response                refuse(int status) override;
    http::response respond_late(std::string_view, bool is_cut_off) override { return refuse(is_cut_off ? 503 : 504); }

private:
    class metrics_page;

    bool           is_own_host(std::string_view host) const;
    http::response respond_to(std::string_view path);
    http::response respond_with_metrics();

    const sources                  sources_;
    const std::vector<std::string> names_;
    std::atomic<readiness>         readiness_  = readiness::starting;
    std::size_t                    open_pages_ = 0; ///< metrics pages that are not sent yet
};

} // namespace verbatim::core::admin

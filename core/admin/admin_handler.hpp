#pragma once

#include "http/message.hpp"

#include <atomic>
#include <functional>
#include <string>

namespace verbatim::core::admin {

/// What a balancer is told.
enum class readiness
{
    starting,
    ready,
    draining,
};

/// Answers operators and their machines, in plain text and with what is known without waiting:
///
/// - GET /metrics: the page of figures.
/// - GET /livez: 200 while the process does its work, 503 when it stands still and should be replaced.
/// - GET /readyz: 200 when new calls may be sent here, else 503 and one word that says why not.
///
/// A database or a provider that is away changes neither of both: the server goes on in a reduced way, and so would
/// every other one. It is told by the figures.
class admin_handler final : public http::handler
{
public:
    /// Both are asked on the thread that serves. [never wait]
    struct sources
    {
        std::function<std::string()> metrics; ///< may throw: then 500
        std::function<bool()>        alive;
    };

    explicit admin_handler(sources callbacks)
        : sources_{std::move(callbacks)}
    {}

    /// [any thread]
    void set_readiness(readiness state) noexcept { readiness_.store(state, std::memory_order_relaxed); }

    std::optional<http::response> immediate_response(const http::request_head& head) override;
    sdk::task<http::response>     respond(http::exchange& exchange) override;
    http::response                refuse(int status) override;

private:
    http::response respond_to(std::string_view path) const;

    const sources          sources_;
    std::atomic<readiness> readiness_ = readiness::starting;
};

} // namespace verbatim::core::admin

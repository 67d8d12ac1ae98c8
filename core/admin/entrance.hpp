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
class entrance final : public http::handler
{
public:
    /// Both are asked on the thread that serves. [never wait]
    struct sources
    {
        std::function<std::string()> metrics; ///< may throw: then 500
        std::function<bool()>        alive;
    };

    explicit entrance(sources from)
        : from_{std::move(from)}
    {}

    /// [any thread]
    void say(readiness now) noexcept { ready_.store(now, std::memory_order_relaxed); }

    std::optional<http::response> answer_at_once(const http::request_head& head) override;
    sdk::task<http::response>     answer(http::exchange& one) override;
    http::response                refuse(int status) override;

private:
    http::response reply_to(std::string_view path) const;

    const sources          from_;
    std::atomic<readiness> ready_ = readiness::starting;
};

} // namespace verbatim::core::admin

#pragma once

#include "auth/keyring.hpp"
#include "gateway/call_context.hpp"
#include "gateway/figures.hpp"
#include "gateway/routes.hpp"
#include "http/message.hpp"
#include "log/journal.hpp"

#include <cstddef>

namespace verbatim::core::gateway {

/// The life of a call between HTTP and its operation, in the order of contract 2.2: request id, route, key, access,
/// body, schema, screening, handler; and back, once the call's usage rows are durable. The sole maker of error
/// envelopes. One for all threads.
class gateway final : public http::handler
{
public:
    struct settings
    {
        std::size_t max_body_bytes = 0;
    };

    /// Everything is borrowed for the life of the gateway.
    gateway(settings limits, const routes& known, const auth::keyring& keys, services& lent, log::journal& lines);

    std::optional<http::response> answer_at_once(const http::request_head& head) override;
    sdk::task<http::response>     answer(http::exchange& one) override;
    http::response                refuse(int status) override;

    /// [any thread]
    call_figures figures() const;

private:
    struct visit;

    sdk::task<http::response> serve(http::exchange& one, const endpoint& target, visit& caller);
    void                      authenticate(const http::request_head& head, visit& caller) const;

    /// What was presented, and in `caller` whom it speaks for.
    enum class presented
    {
        nothing, ///< no bearer token
        unknown,
        known,
    };
    presented recognise(std::string_view authorization, visit& caller) const;

    static http::response refusal(const sdk::error& failure, visit& caller);
    /// Of the exception that is being handled.
    static void tell_unexpected(const sdk::descriptor& what, visit& caller);
    sdk::task<> read(http::exchange& one, const endpoint& target, declared_request& asked, visit& caller) const;
    sdk::task<sdk::reply> run(const endpoint& target, const declared_request& asked,
                              std::shared_ptr<usage::ledger> rows, std::chrono::steady_clock::time_point deadline,
                              visit& caller);
    http::response        finish(http::response reply, const http::request_head& head, visit& caller) const;

    settings             limits_;
    const routes&        routes_;
    const auth::keyring& keys_;
    services&            lent_;
    log::journal&        log_;
    metrics::counters    in_flight_{1};
};

} // namespace verbatim::core::gateway

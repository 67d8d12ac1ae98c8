#pragma once

#include "exec/published_value.hpp"
#include "exec/random.hpp"
#include "exec/threads.hpp"
#include "http_client/transport.hpp"
#include "identity/settings.hpp"
#include "identity/token_source.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace verbatim::core::identity {

/// The wait before a token of this lifetime is renewed: 45 to 50 % of it by `fraction`, a random number from 0 to 1.
/// Several servers therefore do not renew at once. At least 10 s.
std::chrono::milliseconds renewal_wait(std::chrono::seconds lifetime, double fraction);

/// The wait after this number of failures in a row, at least 1. Its upper bound doubles from 1 s to 60 s. `fraction`, a
/// random number from 0 to 1, selects a wait between half of the bound and all of it.
std::chrono::milliseconds retry_wait(unsigned failures, double fraction);

/// Requests tokens of the managed identity for one resource on its own thread, and renews them early. While the source
/// fails, a token stays in use until it expires. Logs at most one failure a minute, without text of a response.
class token_renewer final : public token_source
{
public:
    using clock = std::chrono::steady_clock;

    /// Waits `duration` on the renewer's thread. Tests replace it.
    using sleeper = std::function<sdk::task<>(std::chrono::milliseconds duration)>;

    struct dependencies
    {
        std::unique_ptr<http_client::transport> transport; ///< null for libcurl
        sleeper                                 sleep;     ///< null for a timer
        std::function<double()>                 random_fraction = &exec::random_fraction;
        std::function<clock::time_point()>      now             = &clock::now; ///< [any thread]
    };

    /// Starts. Requires settings without problems(). The log must outlive this object.
    token_renewer(const settings& s, std::string_view resource, sdk::log& log)
        : token_renewer{s, resource, log, {}}
    {}
    token_renewer(const settings& s, std::string_view resource, sdk::log& log, dependencies further);
    ~token_renewer() override;
    token_renewer(const token_renewer&)            = delete;
    token_renewer& operator=(const token_renewer&) = delete;

    std::optional<sdk::secret> token() const override;
    void                       report_rejection(const sdk::secret& token) noexcept override;

    /// Waits for the first token, and logs a warning if there is none by then. At most once. [waits]
    void wait_until(clock::time_point deadline);

private:
    struct access_token
    {
        sdk::secret       text;
        clock::time_point expiry;
    };
    struct failure
    {
        std::string_view error;
        int              http_status = 0; ///< 0: no response
    };

    sdk::task<>                       run();
    sdk::task<std::optional<failure>> request_token();
    std::optional<failure>            accept(const http_client::response& response, clock::time_point request_time);
    sdk::task<>                       default_sleep(std::chrono::milliseconds duration);
    void                              renew_early(const sdk::secret& rejected);
    void                              report_failure(const failure& error) noexcept;
    void                              report_success() noexcept;

    const settings                                     settings_;
    const std::string                                  resource_;
    sdk::log&                                          log_;
    exec::published_value<std::optional<access_token>> token_{std::nullopt};
    std::promise<void>                                 first_token_;
    dependencies                                       dependencies_;
    exec::threads                                      thread_{1, "identity"};

    // Used on the thread only.
    boost::asio::steady_timer        wakeup_;
    std::chrono::seconds             lifetime_{0};   ///< of the last token, when it was issued
    unsigned                         failures_  = 0; ///< in a row
    bool                             has_token_ = false;
    std::optional<clock::time_point> last_line_;
    std::optional<clock::time_point> last_early_renewal_;
};

} // namespace verbatim::core::identity

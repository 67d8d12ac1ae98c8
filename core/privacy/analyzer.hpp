#pragma once

#include "exec/on_pool.hpp"
#include "http_client/transport.hpp"
#include "metrics/counters.hpp"
#include "privacy/settings.hpp"
#include "verbatim/sdk/anonymizer.hpp"
#include "verbatim/sdk/log.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace verbatim::core::privacy {

/// The call for which an analyzer is used.
struct analyzer_call
{
    std::string                           tenant_id;
    std::string                           request_id; ///< sent as X-Request-ID
    std::chrono::steady_clock::time_point deadline;
    sdk::log&                             log; ///< of the call
};

/// How a request to the analyzer ended.
enum class analyzer_outcome
{
    ok,
    timeout,
    connection_error, ///< no connection, or it ended before the response
    http_error,       ///< a status other than 200
    invalid_response, ///< too large, or not the expected JSON
};
inline constexpr std::size_t analyzer_outcomes = 5;

std::string_view to_string(analyzer_outcome outcome) noexcept;

/// A second engine that finds personal data: a server with the API of Presidio's analyzer. Lives as long as the
/// process. [any thread]
class analyzer
{
public:
    /// Totals since the start.
    struct statistics
    {
        std::array<std::int64_t, analyzer_outcomes> requests{}; ///< by outcome
        metrics::distribution                       duration;
    };

    virtual ~analyzer() = default;

    /// The engine of one call: the findings of `built_in` united with those of the analyzer. Its `detect` throws
    /// anonymizer_unavailable if the analyzer is required and fails, and analysis_timeout if the deadline passes first.
    /// Used on the call's thread; destroyed before the call's log. `built_in` must outlive it.
    virtual std::unique_ptr<sdk::anonymizer> open(sdk::anonymizer& built_in, analyzer_call call) = 0;

    virtual statistics read_statistics() const = 0;
};

/// Null if `settings.url` is empty. Requires settings without problems(). The analyzer outlives every io_context that
/// uses it. `run_on_pool` reads large responses; without `transport` it uses libcurl.
std::unique_ptr<analyzer> make_analyzer(const analyzer_settings& settings, exec::pool_runner run_on_pool,
                                        std::unique_ptr<http_client::transport> transport = nullptr);

} // namespace verbatim::core::privacy

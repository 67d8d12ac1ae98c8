#pragma once

#include "llm/attempt_result.hpp"
#include "llm/clock.hpp"
#include "llm/model_client.hpp"
#include "llm/model_request.hpp"
#include "llm/prices.hpp"
#include "recording/usage_row.hpp"
#include "tracing/request_trace.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// The span of an attempt, with the attributes of OpenTelemetry for generative AI. Does nothing if the request is not
/// traced.
class attempt_trace
{
public:
    attempt_trace(const std::shared_ptr<tracing::request_trace>& trace, const traced_model& model);

    /// For the provider.
    const tracing::trace_headers& headers() const noexcept { return headers_; }

    /// Ends the span with the values of the row. `http_status` is 0 without a response.
    void end(const recording::usage_row& row, int http_status) noexcept;

private:
    std::optional<tracing::attempt_span> span_;
    tracing::trace_headers               headers_;
};

/// request.rejection(), with `unreadable` for an exception.
std::optional<sdk::failure_cause> rejection_of(model_request& request, const attempt_result& result) noexcept;

/// Whether an attempt broke off after a part of its text.
bool is_cut(const attempt_result& result) noexcept;

/// The price of a model that is not free; none: it is unknown. `reported` is the name in a response.
std::optional<price> price_of(const price_list& prices, const target_model& target, std::string_view reported = {});

/// Keys seen so far, for warnings that are logged once per process and model. [any thread]
class seen_keys
{
public:
    /// Whether the key is new.
    bool insert(std::string_view key);

private:
    std::mutex                         mutex_;
    std::set<std::string, std::less<>> keys_;
};

/// Prices, limits and clock for metering. Shared by all calls; outlives them. [any thread]
struct metering_context
{
    std::shared_ptr<const price_list> prices;
    sdk::token_limits                 limits;
    clock&                            time;
    std::string                       server_id;  ///< of the rows
    bool                              intentions; ///< are stored before paid attempts are sent
    seen_keys                         unpriced_models;
    seen_keys                         models_without_usage;
};

/// The tokens of a text of so many characters, as the server of the model is known to count.
std::size_t estimate_tokens(const metering_context& metering, const target_model& model, std::size_t characters);

/// Adds exactly one usage row for an attempt: in finish(), or else in the destructor, as cancelled. The destructor also
/// runs when the coroutine of the attempt is destroyed.
class metered_attempt
{
public:
    /// `number` counts the attempts of a call from 1. The references must outlive this object.
    metered_attempt(metering_context& metering, const target_model& model, const call_context& caller, int number,
                    std::chrono::milliseconds budget);
    ~metered_attempt();
    metered_attempt(const metered_attempt&)            = delete;
    metered_attempt& operator=(const metered_attempt&) = delete;

    /// Stores an unfinished row, which that of the ended attempt replaces, if the settings want it and the model is not
    /// built in. The attempt starts afterwards. False: not durable at `deadline`. Not cancellable. [may wait]
    sdk::task<bool> store_intention(std::chrono::steady_clock::time_point deadline);

    /// Validates, prices and records the result. A completion that `request` rejects becomes a failure. Sets model,
    /// tokens and cost of the result to those of the row: the reported model, or the configured one after a failure.
    void finish(model_request& request, attempt_result& result);

    /// For the provider.
    const tracing::trace_headers& trace_headers() const noexcept { return trace_.headers(); }

private:
    std::chrono::milliseconds elapsed() const;
    void                      set_tokens(const model_request& request, const attempt_result& result);
    void                      set_cost(const attempt_result& result);
    void                      record() noexcept;
    void                      log_attempt() const noexcept;
    void                      log_failure(sdk::failure_cause cause) const;

    metering_context&                     metering_;
    const target_model&                   model_;
    const call_context&                   caller_;
    int                                   number_;
    std::chrono::milliseconds             budget_;
    std::chrono::steady_clock::time_point start_;
    recording::usage_row                  row_;
    attempt_trace                         trace_;
    int                                   http_status_ = 0; ///< 0 without a response
    bool                                  recorded_    = false;
};

} // namespace verbatim::core::llm

#pragma once

#include "llm/attempt_result.hpp"
#include "llm/clock.hpp"
#include "llm/model_client.hpp"
#include "llm/model_request.hpp"
#include "llm/prices.hpp"

#include "verbatim/sdk/llm.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// Remembers what has been said, for lines that are worth one per process and model. [any thread]
class logged_once
{
public:
    /// True the first time, and never again for these words.
    bool first(std::string_view key);

private:
    std::mutex                         mutex_;
    std::set<std::string, std::less<>> keys_;
};

/// What every attempt is measured with. Shared by all calls; outlives them. [any thread]
struct metering_context
{
    std::shared_ptr<const price_list> prices;
    sdk::token_limits                 limits;
    clock&                            time;
    logged_once                       unpriced_models;
    logged_once                       models_without_usage;
};

/// One attempt being measured. Whatever becomes of it, exactly one row is entered: by `close`, or as cancelled when it
/// is destroyed before that, also with the frame that waited for it.
class metered_attempt
{
public:
    /// `number` counts the attempts of a call from 1. All references outlive it.
    metered_attempt(metering_context& metering, const target_model& model, const call_context& caller, int number,
                    std::chrono::milliseconds budget);
    ~metered_attempt();
    metered_attempt(const metered_attempt&)            = delete;
    metered_attempt& operator=(const metered_attempt&) = delete;

    /// Judges, prices and records. An answer that is of no use to `what` is turned into `unusable`. Model and tokens
    /// are then those that the attempt is accounted for with: the model as the reply named itself, or as configured
    /// when the attempt failed.
    void finish(model_request& request, attempt_result& result);

private:
    std::chrono::milliseconds elapsed() const;
    void                      set_tokens(const model_request& request, const attempt_result& result);
    void                      set_cost(const attempt_result& result);
    void                      record() noexcept;
    void                      log_attempt() const noexcept;

    metering_context&                     metering_;
    const target_model&                   model_;
    const call_context&                   caller_;
    int                                   number_;
    std::chrono::milliseconds             budget_;
    std::chrono::steady_clock::time_point start_;
    recording::usage_row                  row_;
    bool                                  recorded_ = false;
};

} // namespace verbatim::core::llm

#pragma once

#include "llm/clock.hpp"
#include "llm/door.hpp"
#include "llm/outcome.hpp"
#include "llm/prices.hpp"
#include "llm/question.hpp"

#include "verbatim/sdk/llm.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// Remembers what has been said, for lines that are worth one per process and model. [any thread]
class said_once
{
public:
    /// True the first time, and never again for these words.
    bool first(std::string_view words);

private:
    std::mutex                         guard_;
    std::set<std::string, std::less<>> said_;
};

/// What every attempt is measured with. Shared by all calls; outlives them. [any thread]
struct measures
{
    std::shared_ptr<const price_list> prices;
    sdk::token_limits                 limits;
    clock&                            time;
    said_once                         without_price;
    said_once                         without_usage;
};

/// One attempt being measured. Whatever becomes of it, exactly one row is entered: by `close`, or as cancelled when it
/// is destroyed before that, also with the frame that waited for it.
class metered_attempt
{
public:
    /// `number` counts the attempts of a call from 1. All references outlive it.
    metered_attempt(measures& with, const asked_model& asked, const client& who, int number,
                    std::chrono::milliseconds budget);
    ~metered_attempt();
    metered_attempt(const metered_attempt&)            = delete;
    metered_attempt& operator=(const metered_attempt&) = delete;

    /// Judges, prices and records. An answer that is of no use to `what` is turned into `unusable`. Model and tokens
    /// are then those that the attempt is accounted for with: the model as the reply named itself, or as configured
    /// when the attempt failed.
    void close(question& what, outcome& ended);

private:
    std::chrono::milliseconds elapsed() const;
    void                      count(const question& what, const outcome& ended);
    void                      charge(const outcome& ended);
    void                      enter() noexcept;
    void                      tell() const noexcept;

    measures&                             with_;
    const asked_model&                    asked_;
    const client&                         who_;
    int                                   number_;
    std::chrono::milliseconds             budget_;
    std::chrono::steady_clock::time_point began_;
    usage::attempt                        row_;
    bool                                  entered_ = false;
};

} // namespace verbatim::core::llm

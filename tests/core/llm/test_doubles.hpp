#pragma once

#include "llm/clock.hpp"
#include "llm/completion_store.hpp"
#include "recording/ledger.hpp"

#include "support/recording_log.hpp"

#include "verbatim/sdk/task.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::testing {

/// Records the usage rows of a call in order.
class recording_ledger final : public core::recording::ledger
{
public:
    void add(core::recording::usage_row attempt) noexcept override
    {
        const std::lock_guard lock{mutex_};
        rows_.push_back(std::move(attempt));
    }
    sdk::task<bool> flushed(std::chrono::steady_clock::time_point deadline) override
    {
        if (during_flush) during_flush(deadline);
        co_return !loses_rows;
    }

    std::vector<core::recording::usage_row> attempts() const
    {
        const std::lock_guard lock{mutex_};
        return rows_;
    }

    bool loses_rows = false;

    /// Called by flushed().
    std::function<void(std::chrono::steady_clock::time_point)> during_flush;

private:
    mutable std::mutex                      mutex_;
    std::vector<core::recording::usage_row> rows_;
};

/// Stores the accepted completions of a call that runs several times.
class completion_list final : public core::llm::completion_store
{
public:
    std::optional<sdk::completion> take(const core::llm::request_digest& request) noexcept override
    {
        const std::lock_guard lock{mutex_};
        ++searches_;
        const auto node = available_.extract(request);
        return node ? std::optional{node.mapped()} : std::nullopt;
    }
    void add(const core::llm::request_digest& request, const sdk::completion& accepted) noexcept override
    {
        const std::lock_guard lock{mutex_};
        stored_.emplace(request, accepted);
    }

    /// Makes all completions available to the next run.
    void begin_run() { available_ = stored_; }

    std::size_t size() const { return stored_.size(); }
    int         searches() const noexcept { return searches_; }

    std::map<std::string, int> texts() const
    {
        std::map<std::string, int> counts;
        for (const auto& [request, completion] : stored_) ++counts[completion.text];
        return counts;
    }

private:
    std::mutex                                                mutex_;
    std::multimap<core::llm::request_digest, sdk::completion> stored_;
    std::multimap<core::llm::request_digest, sdk::completion> available_;
    int                                                       searches_ = 0;
};

using support::recording_log;

/// Advances only by sleep() and advance(). Records the durations of sleep().
class fake_clock final : public core::llm::clock
{
public:
    std::chrono::steady_clock::time_point            now() const noexcept override { return start_ + slept(); }
    std::chrono::sys_time<std::chrono::microseconds> wall() const noexcept override
    {
        return std::chrono::sys_time<std::chrono::microseconds>{std::chrono::seconds{1'790'000'000} + slept()};
    }
    sdk::task<> sleep(std::chrono::milliseconds duration) override
    {
        if (during_sleep) co_await during_sleep();
        slept_ += duration.count();
        const std::lock_guard lock{mutex_};
        sleeps_.push_back(duration.count());
    }

    void advance(std::chrono::milliseconds duration) { slept_ += duration.count(); }

    /// Awaited in each sleep().
    std::function<sdk::task<>()> during_sleep;

    std::vector<long> sleeps() const
    {
        const std::lock_guard lock{mutex_};
        return sleeps_;
    }

private:
    std::chrono::milliseconds slept() const { return std::chrono::milliseconds{slept_}; }

    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<long>                     slept_{0};
    mutable std::mutex                    mutex_;
    std::vector<long>                     sleeps_;
};

} // namespace verbatim::testing

#pragma once

#include "llm/clock.hpp"
#include "usage/ledger.hpp"

#include "verbatim/sdk/log.hpp"
#include "verbatim/sdk/task.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::testing {

/// The rows of a call, in the order they were entered.
class kept_rows final : public core::usage::ledger
{
public:
    void enter(core::usage::attempt row) noexcept override
    {
        const std::lock_guard hold{guard_};
        rows_.push_back(std::move(row));
    }
    sdk::task<> settled(std::chrono::steady_clock::time_point) override { co_return; }

    std::vector<core::usage::attempt> all() const
    {
        const std::lock_guard hold{guard_};
        return rows_;
    }

private:
    mutable std::mutex                guard_;
    std::vector<core::usage::attempt> rows_;
};

/// The lines of a call as text: severity, event, name=value.
class kept_log final : public sdk::log
{
public:
    void write(sdk::severity how, std::string_view event, std::initializer_list<sdk::fact> facts) override
    {
        std::ostringstream line;
        line << static_cast<int>(how) << ' ' << event;
        for (const auto& one : facts)
        {
            line << ' ' << one.name << '=';
            std::visit([&](const auto& value) { line << value; }, one.value);
        }
        const std::lock_guard hold{guard_};
        lines_.push_back(line.str());
    }
    bool enabled(sdk::severity) const noexcept override { return true; }

    std::size_t count(std::string_view words) const
    {
        const std::lock_guard hold{guard_};
        return static_cast<std::size_t>(
            std::ranges::count_if(lines_, [&](const auto& line) { return line.find(words) != line.npos; }));
    }

private:
    mutable std::mutex       guard_;
    std::vector<std::string> lines_;
};

/// Goes on only when somebody sleeps, and notes for how long.
class jumping_clock final : public core::llm::clock
{
public:
    std::chrono::steady_clock::time_point            now() const noexcept override { return start_ + slept(); }
    std::chrono::sys_time<std::chrono::microseconds> wall() const noexcept override
    {
        return std::chrono::sys_time<std::chrono::microseconds>{std::chrono::seconds{1'790'000'000} + slept()};
    }
    sdk::task<> sleep(std::chrono::milliseconds how_long) override
    {
        if (meanwhile) co_await meanwhile();
        slept_ += how_long.count();
        const std::lock_guard hold{guard_};
        naps_.push_back(how_long.count());
    }

    /// What happens while somebody sleeps.
    std::function<sdk::task<>()> meanwhile;

    std::vector<long> naps() const
    {
        const std::lock_guard hold{guard_};
        return naps_;
    }

private:
    std::chrono::milliseconds slept() const { return std::chrono::milliseconds{slept_}; }

    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<long>                     slept_{0};
    mutable std::mutex                    guard_;
    std::vector<long>                     naps_;
};

} // namespace verbatim::testing

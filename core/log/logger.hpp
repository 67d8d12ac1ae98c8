#pragma once

#include "log/line.hpp"

#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>

namespace verbatim::core::log {

/// The server's log: one line per event to a descriptor, in the order of each thread. Never waits: see outlet. When
/// lines had to be dropped, the next one that finds room is preceded by a warning that counts them. [any thread]
class logger final : public sdk::log
{
public:
    logger(line_format format, sdk::severity level, int descriptor = 1);
    /// Writes what is held, for two seconds at most.
    ~logger() override;

    void write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> facts = {}) override;
    bool enabled(sdk::severity level) const noexcept override;

    /// The same for an event of one call.
    void write(sdk::severity level, std::string_view event, std::span<const sdk::log_field> facts,
               std::string_view request_id);

    /// Lines that found no room, since the start. [any thread]
    std::uint64_t dropped() const noexcept;

    /// From now on, lines below this level are not written. [any thread]
    void set_level(sdk::severity level) noexcept;

    /// Waits until what was written before is out, at most `longest`. Whether it is. For the last words before an exit.
    bool flush(std::chrono::milliseconds timeout);

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// The log that a call is lent: the same lines with its request id. Lives as long as the call; journal and id are
/// borrowed.
class call_log final : public sdk::log
{
public:
    call_log(logger& target, std::string_view request_id) noexcept
        : logger_{target}
        , request_id_{request_id}
    {}

    void write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> facts = {}) override
    {
        logger_.write(level, event, {facts.begin(), facts.size()}, request_id_);
    }
    bool enabled(sdk::severity level) const noexcept override { return logger_.enabled(level); }

private:
    logger&          logger_;
    std::string_view request_id_;
};

} // namespace verbatim::core::log

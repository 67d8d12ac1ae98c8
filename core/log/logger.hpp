#pragma once

#include "log/async_sink.hpp"
#include "log/line.hpp"

#include "verbatim/sdk/log.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace verbatim::core::log {

/// The server's log: one line per event, in order within each thread. Never waits, see async_sink. After lines were
/// dropped, a warning with their number precedes the next line. [any thread]
class logger final : public sdk::log
{
public:
    logger(line_format format, sdk::severity level, int descriptor = 1);

    void write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> fields = {}) override;
    bool enabled(sdk::severity level) const noexcept override;

    /// Writes an event of one request. `trace_id` is empty for a request that is not traced.
    void write(sdk::severity level, std::string_view event, std::span<const sdk::log_field> fields,
               std::string_view request_id, std::string_view trace_id = {});

    /// Lines dropped since the start.
    std::uint64_t dropped() const noexcept { return sink_.dropped(); }

    /// Lines below this level are no longer written.
    void set_level(sdk::severity level) noexcept { level_.store(level, std::memory_order_relaxed); }

    /// Waits until all earlier lines are written; false when `timeout` passes first. For the last lines before an exit.
    bool flush(std::chrono::milliseconds timeout) { return sink_.flush(timeout); }

private:
    /// The line of the event, until the next call on the same thread.
    const std::string& format(const event& entry) const;

    const line_format          format_;
    std::atomic<sdk::severity> level_;
    async_sink                 sink_;
};

/// The log of one request: each line carries its request id, and its trace id if the request is traced. Logger and ids
/// are borrowed.
class call_log final : public sdk::log
{
public:
    call_log(logger& target, std::string_view request_id, std::string_view trace_id = {}) noexcept
        : logger_{target}
        , request_id_{request_id}
        , trace_id_{trace_id}
    {}

    void write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> fields = {}) override
    {
        logger_.write(level, event, {fields.begin(), fields.size()}, request_id_, trace_id_);
    }
    bool enabled(sdk::severity level) const noexcept override { return logger_.enabled(level); }

private:
    logger&          logger_;
    std::string_view request_id_;
    std::string_view trace_id_;
};

} // namespace verbatim::core::log

#include "log/logger.hpp"

#include "log/async_sink.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/sink.h>

namespace verbatim::core::log {

namespace {

spdlog::level::level_enum level_of(sdk::severity level) noexcept
{
    switch (level)
    {
    case sdk::severity::debug: return spdlog::level::debug;
    case sdk::severity::info: return spdlog::level::info;
    case sdk::severity::warning: return spdlog::level::warn;
    case sdk::severity::error: return spdlog::level::err;
    }
    return spdlog::level::err;
}

/// Where spdlog's logger hands its messages over: lines are made before, so that a message is a line.
class spdlog_sink final : public spdlog::sinks::sink
{
public:
    explicit spdlog_sink(int descriptor)
        : output_{descriptor}
    {}

    void log(const spdlog::details::log_msg& message) override
    {
        output_.write({message.payload.data(), message.payload.size()}, message.level >= spdlog::level::warn);
    }
    void flush() override { output_.flush(std::chrono::seconds{1}); }
    void set_pattern(const std::string&) override {}
    void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

    async_sink& output() noexcept { return output_; }

private:
    async_sink output_;
};

} // namespace

struct logger::state
{
    line_format                  format;
    std::shared_ptr<spdlog_sink> sink;
    spdlog::logger               logger;

    state(line_format line_style, sdk::severity level, int descriptor)
        : format{line_style}
        , sink{std::make_shared<spdlog_sink>(descriptor)}
        , logger{"verbatim", sink}
    {
        logger.set_level(level_of(level));
    }

    void write(const event& entry)
    {
        thread_local std::string line;
        line.clear();
        append_line(entry, format, line);
        logger.log(level_of(entry.level), spdlog::string_view_t{line.data(), line.size()});
    }
};

logger::logger(line_format format, sdk::severity level, int descriptor)
    : state_{std::make_unique<state>(format, level, descriptor)}
{}
logger::~logger() = default;

void logger::write(sdk::severity level, std::string_view event, std::initializer_list<sdk::log_field> facts)
{
    write(level, event, {facts.begin(), facts.size()}, {});
}

void logger::write(sdk::severity level, std::string_view event, std::span<const sdk::log_field> facts,
                   std::string_view request_id)
{
    if (!enabled(level)) return;

    const auto now = std::chrono::system_clock::now();
    if (const auto dropped_lines = state_->sink->output().take_dropped(); dropped_lines > 0)
    {
        const sdk::log_field count{"lines", dropped_lines};
        state_->write({now, sdk::severity::warning, "log_lines_dropped", {}, {&count, 1}});
    }
    state_->write({now, level, event, request_id, facts});
}

std::uint64_t logger::dropped() const noexcept { return state_->sink->output().dropped(); }

bool logger::enabled(sdk::severity level) const noexcept { return state_->logger.should_log(level_of(level)); }

void logger::set_level(sdk::severity level) noexcept { state_->logger.set_level(level_of(level)); }

bool logger::flush(std::chrono::milliseconds timeout) { return state_->sink->output().flush(timeout); }

} // namespace verbatim::core::log

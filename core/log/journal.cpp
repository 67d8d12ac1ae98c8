#include "log/journal.hpp"

#include "log/outlet.hpp"

#include <spdlog/logger.h>
#include <spdlog/sinks/sink.h>

namespace verbatim::core::log {

namespace {

spdlog::level::level_enum level_of(sdk::severity how) noexcept
{
    switch (how)
    {
    case sdk::severity::debug: return spdlog::level::debug;
    case sdk::severity::info: return spdlog::level::info;
    case sdk::severity::warning: return spdlog::level::warn;
    case sdk::severity::error: return spdlog::level::err;
    }
    return spdlog::level::err;
}

/// Where spdlog's logger hands its messages over: lines are made before, so that a message is a line.
class outlet_sink final : public spdlog::sinks::sink
{
public:
    explicit outlet_sink(int descriptor)
        : outlet_{descriptor}
    {}

    void log(const spdlog::details::log_msg& message) override
    {
        outlet_.take({message.payload.data(), message.payload.size()}, message.level >= spdlog::level::warn);
    }
    void flush() override { outlet_.flush(std::chrono::seconds{1}); }
    void set_pattern(const std::string&) override {}
    void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

    outlet& out() noexcept { return outlet_; }

private:
    outlet outlet_;
};

} // namespace

struct journal::parts
{
    format                       as;
    std::shared_ptr<outlet_sink> sink;
    spdlog::logger               logger;

    parts(format how, sdk::severity from, int descriptor)
        : as{how}
        , sink{std::make_shared<outlet_sink>(descriptor)}
        , logger{"verbatim", sink}
    {
        logger.set_level(level_of(from));
    }

    void write(const event& one)
    {
        thread_local std::string line;
        line.clear();
        append_line(one, as, line);
        logger.log(level_of(one.how), spdlog::string_view_t{line.data(), line.size()});
    }
};

journal::journal(format as, sdk::severity from, int descriptor)
    : parts_{std::make_unique<parts>(as, from, descriptor)}
{}
journal::~journal() = default;

void journal::write(sdk::severity how, std::string_view what, std::initializer_list<sdk::fact> facts)
{
    write(how, what, {facts.begin(), facts.size()}, {});
}

void journal::write(sdk::severity how, std::string_view what, std::span<const sdk::fact> facts,
                    std::string_view request_id)
{
    if (!enabled(how)) return;

    const auto now = std::chrono::system_clock::now();
    if (const auto lost = parts_->sink->out().forget_dropped(); lost > 0)
    {
        const sdk::fact count{"lines", lost};
        parts_->write({now, sdk::severity::warning, "log lines dropped", {}, {&count, 1}});
    }
    parts_->write({now, how, what, request_id, facts});
}

std::uint64_t journal::dropped() const noexcept { return parts_->sink->out().dropped(); }

bool journal::enabled(sdk::severity how) const noexcept { return parts_->logger.should_log(level_of(how)); }

void journal::from(sdk::severity lowest) noexcept { parts_->logger.set_level(level_of(lowest)); }

bool journal::flush(std::chrono::milliseconds longest) { return parts_->sink->out().flush(longest); }

} // namespace verbatim::core::log

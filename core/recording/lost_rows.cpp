#include "recording/lost_rows.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <string>

namespace verbatim::core::recording {

namespace {

std::string format_utc(std::chrono::sys_time<std::chrono::microseconds> time)
{
    const sdk::date_time utc{time.time_since_epoch().count(), true};
    return declare(utc).print(&utc);
}

/// Every column of the row, so that an operator can insert it.
void log_row(sdk::log& log, const usage_row& row, std::string_view reason)
{
    const std::string timestamp = format_utc(row.started);
    log.write(sdk::severity::error, "usage_row_lost",
              {{"tenant", std::string_view{row.tenant_id}},
               {"operation", std::string_view{row.operation}},
               {"request_id", std::string_view{row.call_id}},
               {"error_class", reason},
               {"attempt_id", std::string_view{row.attempt_id}},
               {"timestamp", std::string_view{timestamp}},
               {"call_duration_ms", row.duration.count()},
               {"model", std::string_view{row.model}},
               {"input_tokens", row.input_tokens},
               {"output_tokens", row.output_tokens},
               {"cached_tokens", row.cached_tokens},
               {"cost_usd", to_usd(row.cost)},
               {"priced", row.priced},
               {"status", row.error ? "error" : "ok"},
               {"row_error_class", row.error ? to_string(*row.error) : ""},
               {"cause", row.cause ? to_string(*row.cause) : ""}});
}

} // namespace

template <class Write>
void lost_rows::log_unless_detached(Write&& write) noexcept
try
{
    const std::scoped_lock lock{mutex_};
    if (log_ != nullptr) write(*log_);
}
catch (...)
{} // out of memory; the metrics count what is not logged

void lost_rows::add(std::span<const usage_row> rows, std::string_view reason) noexcept
{
    count_ += rows.size();
    for (const usage_row& row : rows) log_unless_detached([&](sdk::log& log) { log_row(log, row, reason); });
}

void lost_rows::add_damaged(std::span<const std::int64_t> numbers) noexcept
{
    count_ += numbers.size();
    for (const auto number : numbers)
        log_unless_detached([number](sdk::log& log) {
            log.write(sdk::severity::error, "usage_row_lost", {{"error_class", "damaged"}, {"row_number", number}});
        });
}

void lost_rows::report_damaged_files(std::uint64_t files) noexcept
{
    log_unless_detached([files](sdk::log& log) {
        log.write(sdk::severity::error, "outbox_damaged", {{"files", static_cast<std::int64_t>(files)}});
    });
}

void lost_rows::detach_log() noexcept
{
    const std::scoped_lock lock{mutex_};
    log_ = nullptr;
}

} // namespace verbatim::core::recording

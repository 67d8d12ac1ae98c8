#include "recording/lost_rows.hpp"

#include "verbatim/sdk/text_types.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace verbatim::core::recording {

namespace {

std::string format_utc(std::chrono::sys_time<std::chrono::microseconds> time)
{
    const sdk::date_time utc{time.time_since_epoch().count(), true};
    return declare(utc).print(&utc);
}

/// Every column of the row under its name: read by row_of_log_line().
void log_row(sdk::log& log, const usage_row& row, std::string_view reason)
{
    const std::string timestamp = format_utc(row.started);
    log.write(sdk::severity::error, "usage_row_lost",
              {{"reason", reason},
               {"attempt_id", std::string_view{row.attempt_id}},
               {"tenant_id", std::string_view{row.tenant_id}},
               {"operation", std::string_view{row.operation}},
               {"call_id", std::string_view{row.call_id}},
               {"timestamp", std::string_view{timestamp}},
               {"call_duration_ms", row.duration.count()},
               {"model", std::string_view{row.model}},
               {"input_tokens", row.input_tokens},
               {"output_tokens", row.output_tokens},
               {"cost_usd", to_usd(row.cost)},
               {"status", row.error ? "error" : "ok"},
               {"error_class", row.error ? to_string(*row.error) : ""},
               {"cached_tokens", row.cached_tokens},
               {"priced", row.priced},
               {"cause", row.cause ? to_string(*row.cause) : ""}});
}

std::chrono::sys_time<std::chrono::microseconds> parse_utc(std::string_view text)
{
    sdk::date_time time;
    if (!declare(time).parse(text, &time) || !time.has_offset) throw std::invalid_argument{"a time"};
    return std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{time.microseconds}};
}

usage_row row_of(const boost::json::object& line)
{
    const auto text   = [&](const char* name) { return boost::json::value_to<std::string>(line.at(name)); };
    const auto number = [&](const char* name) { return line.at(name).to_number<std::int32_t>(); };
    const auto error  = text("error_class");
    const auto cause  = text("cause");
    return {.attempt_id    = text("attempt_id"),
            .tenant_id     = text("tenant_id"),
            .operation     = text("operation"),
            .call_id       = text("call_id"),
            .started       = parse_utc(text("timestamp")),
            .duration      = std::chrono::milliseconds{line.at("call_duration_ms").to_number<std::int64_t>()},
            .model         = text("model"),
            .input_tokens  = number("input_tokens"),
            .output_tokens = number("output_tokens"),
            .cost          = std::llround(line.at("cost_usd").to_number<double>() * micro_usd_per_usd),
            .error =
                error.empty() ? std::nullopt : std::optional{parse_error_class(error).value_or(error_class::llm_error)},
            .cached_tokens = number("cached_tokens"),
            .priced        = line.at("priced").as_bool(),
            .cause         = cause.empty() ? std::nullopt : parse_failure_cause(cause)};
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
            log.write(sdk::severity::error, "usage_row_lost", {{"reason", "damaged"}, {"row_number", number}});
        });
}

void lost_rows::report_damaged_files(std::uint64_t files) noexcept
{
    log_unless_detached([files](sdk::log& log) {
        log.write(sdk::severity::error, "outbox_damaged", {{"files", static_cast<std::int64_t>(files)}});
    });
}

bool is_lost_row(std::string_view log_line)
{
    return log_line.find(R"("event":"usage_row_lost")") != std::string_view::npos;
}

std::optional<usage_row> row_of_log_line(std::string_view log_line)
try
{
    const auto line = boost::json::parse(log_line.substr(std::min(log_line.find('{'), log_line.size())));
    return row_of(line.as_object());
}
catch (const std::bad_alloc&)
{
    throw;
}
catch (const std::exception&)
{
    return std::nullopt;
}

void lost_rows::detach_log() noexcept
{
    const std::scoped_lock lock{mutex_};
    log_ = nullptr;
}

} // namespace verbatim::core::recording

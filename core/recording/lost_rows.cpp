#include "recording/lost_rows.hpp"

namespace verbatim::core::recording {

void lost_rows::add(std::span<const usage_row> rows, std::string_view reason) noexcept
{
    count_ += rows.size();
    for (const usage_row& row : rows)
    {
        try
        {
            const std::scoped_lock lock{mutex_};
            if (log_ == nullptr) return;
            log_->write(sdk::severity::error, "usage_row_lost",
                        {{"tenant", std::string_view{row.tenant_id}},
                         {"operation", std::string_view{row.operation}},
                         {"request_id", std::string_view{row.call_id}},
                         {"error_class", reason}});
        }
        catch (...)
        {} // out of memory; the row is in the count
    }
}

void lost_rows::report_damaged_files(std::uint64_t files) noexcept
try
{
    const std::scoped_lock lock{mutex_};
    if (log_ == nullptr) return;
    log_->write(sdk::severity::error, "outbox_damaged", {{"files", static_cast<std::int64_t>(files)}});
}
catch (...)
{} // out of memory; the metric counts them

void lost_rows::detach_log() noexcept
{
    const std::scoped_lock lock{mutex_};
    log_ = nullptr;
}

} // namespace verbatim::core::recording

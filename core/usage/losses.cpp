#include "usage/losses.hpp"

namespace verbatim::core::usage {

void losses::add(std::span<const attempt> rows, std::string_view why) noexcept
{
    count_ += rows.size();
    for (const attempt& one : rows)
    {
        try
        {
            const std::scoped_lock lock{guard_};
            if (log_ == nullptr) return;
            log_->write(sdk::severity::error, "usage row lost",
                        {{"tenant", std::string_view{one.tenant_id}},
                         {"operation", std::string_view{one.operation}},
                         {"request_id", std::string_view{one.call_id}},
                         {"error_class", why}});
        }
        catch (...)
        {
            // The count above is what remains of a line that cannot be written either.
        }
    }
}

void losses::hush() noexcept
{
    const std::scoped_lock lock{guard_};
    log_ = nullptr;
}

} // namespace verbatim::core::usage

#include "verbatim/feedback/failed_records.hpp"

#include "verbatim/feedback/item_batches.hpp"

#include <cstdint>

namespace verbatim::feedback {

void failed_records::report(sdk::call& call, std::string_view event, std::size_t total) const
{
    call.note("failed_records", static_cast<std::int64_t>(failures_.size()));
    if (failures_.empty()) return;
    const auto causes = count_causes(failures_);
    call.log().write(sdk::severity::warning, event,
                     {{"failed", failures_.size()}, {"total", total}, {"causes", causes}});
    if (failures_.size() == total) throw common_cause(failures_);
}

} // namespace verbatim::feedback

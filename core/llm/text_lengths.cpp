#include "llm/text_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace verbatim::core::llm {

std::size_t text_lengths::key_of(std::string_view tenant_id, std::string_view system) noexcept
{
    const std::hash<std::string_view> hash;
    return 31 * hash(tenant_id) + hash(system);
}

void text_lengths::learn(std::string_view tenant_id, std::string_view system, std::size_t length)
{
    const auto            key = key_of(tenant_id, system);
    const std::lock_guard lock{mutex_};
    auto&                 known = entries_[key % entries_.size()];
    if (known.key != key) known = {.key = key};
    known.count = std::min(known.count + 1, max_count);
    known.mean += (static_cast<double>(length) - known.mean) / static_cast<double>(known.count);
}

std::optional<std::size_t> text_lengths::mean(std::string_view tenant_id, std::string_view system) const
{
    const auto            key = key_of(tenant_id, system);
    const std::lock_guard lock{mutex_};
    const auto&           known = entries_[key % entries_.size()];
    if (known.count == 0 || known.key != key) return std::nullopt;
    return static_cast<std::size_t>(std::llround(known.mean));
}

} // namespace verbatim::core::llm

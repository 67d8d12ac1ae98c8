#include "reporting/invocations.hpp"

#include <algorithm>

namespace verbatim::core::reporting {
namespace {

/// The finalizer of MurmurHash3.
std::uint64_t mix_bits(std::uint64_t bits) noexcept
{
    bits = (bits ^ (bits >> 33U)) * 0xFF51AFD7ED558CCDULL;
    bits = (bits ^ (bits >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    return bits ^ (bits >> 33U);
}

} // namespace

void invocations::sums::add(const report_row& row) noexcept
{
    begin        = std::min(begin, row.started);
    end          = std::max(end, row.started + row.duration_ms * std::int64_t{1'000});
    any_unpriced = any_unpriced || !row.priced;
    if (row.failed) return;
    any_ok = true;
    of_ok[0] += row.duration_ms;
    of_ok[1] += row.input_tokens;
    of_ok[2] += row.output_tokens;
}

void invocations::sums::add(const sums& part) noexcept
{
    begin        = std::min(begin, part.begin);
    end          = std::max(end, part.end);
    any_ok       = any_ok || part.any_ok;
    any_unpriced = any_unpriced || part.any_unpriced;
    for (std::size_t n = 0; n < of_ok.size(); ++n) of_ok[n] += part.of_ok[n];
}

std::size_t invocations::slot_of(const call_key& call, std::uint32_t cell) const noexcept
{
    const std::size_t last = slots_.size() - 1;
    for (std::size_t at = mix_bits(call[0] ^ mix_bits(call[1] ^ cell)) & last;; at = (at + 1) & last)
    {
        if (slots_[at] == empty_slot) return at;
        const sums& entry = entries_[slots_[at]];
        if (entry.call == call && entry.cell == cell) return at;
    }
}

invocations::sums& invocations::entry(const call_key& call, std::uint32_t cell)
{
    if (entries_.size() * 2 >= slots_.size()) grow();
    auto& slot = slots_[slot_of(call, cell)];
    if (slot == empty_slot)
    {
        slot = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({.call = call, .cell = cell});
    }
    return entries_[slot];
}

void invocations::grow()
{
    slots_.assign(slots_.empty() ? 1'024 : slots_.size() * 2, empty_slot);
    for (std::uint32_t n = 0; n < entries_.size(); ++n) slots_[slot_of(entries_[n].call, entries_[n].cell)] = n;
}

} // namespace verbatim::core::reporting

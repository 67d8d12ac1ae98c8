#include "usage/invocations.hpp"

#include <cstring>

namespace verbatim::core::usage {
namespace {

int digit_of(char c) noexcept
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/// 8-4-4-4-12 digits in lower case.
std::optional<call_key> key_of_text(std::string_view text) noexcept
{
    call_key    key{};
    std::size_t digits = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        const bool is_border = at == 8 || at == 13 || at == 18 || at == 23;
        if (is_border && text[at] == '-') continue;
        const int digit = is_border ? -1 : digit_of(text[at]);
        if (digit < 0) return std::nullopt;
        auto& half = key[digits++ / 16];
        half       = half << 4U | static_cast<std::uint64_t>(digit);
    }
    return key;
}

std::optional<call_key> key_of_bytes(std::string_view bytes) noexcept
{
    call_key key{};
    for (std::size_t at = 0; at < bytes.size(); ++at)
        key[at / 8] = key[at / 8] << 8U | static_cast<unsigned char>(bytes[at]);
    return key;
}

/// Spreads neighbours over all bits: the last step of MurmurHash3.
std::uint64_t mixed(std::uint64_t bits) noexcept
{
    bits = (bits ^ (bits >> 33U)) * 0xFF51AFD7ED558CCDULL;
    bits = (bits ^ (bits >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    return bits ^ (bits >> 33U);
}

} // namespace

std::optional<call_key> call_key_of(std::string_view uuid) noexcept
{
    if (uuid.size() == 36) return key_of_text(uuid);
    if (uuid.size() == 16) return key_of_bytes(uuid);
    return std::nullopt;
}

std::size_t invocations::slot_of(const call_key& call, std::uint32_t cell) const noexcept
{
    const std::size_t last = slots_.size() - 1;
    for (std::size_t at = mixed(call[0] ^ mixed(call[1] ^ cell)) & last;; at = (at + 1) & last)
    {
        if (slots_[at] == free) return at;
        const sums& there = entries_[slots_[at]];
        if (there.call == call && there.cell == cell) return at;
    }
}

invocations::sums& invocations::of(const call_key& call, std::uint32_t cell)
{
    if (entries_.size() * 2 >= slots_.size()) grow();
    auto& slot = slots_[slot_of(call, cell)];
    if (slot == free)
    {
        slot = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({.call = call, .cell = cell});
    }
    return entries_[slot];
}

void invocations::grow()
{
    slots_.assign(slots_.empty() ? 1'024 : slots_.size() * 2, free);
    for (std::uint32_t n = 0; n < entries_.size(); ++n) slots_[slot_of(entries_[n].call, entries_[n].cell)] = n;
}

} // namespace verbatim::core::usage

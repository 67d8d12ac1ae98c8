#include "reporting/invocations.hpp"

namespace verbatim::core::reporting {
namespace {

constexpr std::uint8_t no_digit = 0xFF;

constexpr auto digits = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::uint8_t n = 0; n < 10; ++n) values['0' + n] = n;
    for (std::uint8_t n = 0; n < 6; ++n) values['a' + n] = 10 + n;
    return values;
}();

/// Offsets of the digit pairs in the form 8-4-4-4-12.
constexpr std::array<std::uint8_t, 16> pairs{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};

std::optional<call_key> key_of_text(std::string_view text) noexcept
{
    const auto digit = [&](std::size_t at) { return digits[static_cast<unsigned char>(text[at])]; };
    call_key   key{};
    unsigned   all_bits = 0; // above 0xF if a character is no digit
    for (std::size_t n = 0; n < pairs.size(); ++n)
    {
        const auto high = digit(pairs[n]), low = digit(pairs[n] + 1U);
        all_bits |= high | low;
        key[n / 8] = key[n / 8] << 8U | static_cast<unsigned>(high << 4U | low);
    }
    if (all_bits > 0xF || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return std::nullopt;
    return key;
}

std::optional<call_key> key_of_bytes(std::string_view bytes) noexcept
{
    call_key key{};
    for (std::size_t at = 0; at < bytes.size(); ++at)
        key[at / 8] = key[at / 8] << 8U | static_cast<unsigned char>(bytes[at]);
    return key;
}

/// The finalizer of MurmurHash3.
std::uint64_t mix_bits(std::uint64_t bits) noexcept
{
    bits = (bits ^ (bits >> 33U)) * 0xFF51AFD7ED558CCDULL;
    bits = (bits ^ (bits >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    return bits ^ (bits >> 33U);
}

} // namespace

std::optional<call_key> parse_call_key(std::string_view uuid) noexcept
{
    if (uuid.size() == 36) return key_of_text(uuid);
    if (uuid.size() == 16) return key_of_bytes(uuid);
    return std::nullopt;
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

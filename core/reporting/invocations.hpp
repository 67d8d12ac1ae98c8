#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace verbatim::core::reporting {

/// A call id as sixteen bytes.
using call_key = std::array<std::uint64_t, 2>;

/// Of a UUID as sixteen bytes, or as text in canonical form, which are told apart by their length. Two that differ give
/// different keys; what is neither gives none.
std::optional<call_key> parse_call_key(std::string_view uuid) noexcept;

/// The sums of invocations while their rows come in, in any order: a hash table that keeps its entries side by side. A
/// call id counts once in each cell.
class invocations
{
public:
    struct sums
    {
        call_key                    call{};
        std::array<std::int64_t, 3> of_ok{}; ///< duration, input tokens, output tokens of the rows that did not fail
        std::uint32_t               cell   = 0;
        bool                        any_ok = false;
    };

    /// Its entry; a new one begins at zero. Good until the next call.
    sums& of(const call_key& call, std::uint32_t cell);

    const std::vector<sums>& all() const noexcept { return entries_; }

private:
    static constexpr std::uint32_t free = UINT32_MAX;

    std::size_t slot_of(const call_key& call, std::uint32_t cell) const noexcept;
    void        grow();

    std::vector<sums>          entries_;
    std::vector<std::uint32_t> slots_; ///< positions in entries_; a power of two of them, at most half taken
};

} // namespace verbatim::core::reporting

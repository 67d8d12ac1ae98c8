#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string_view>

namespace verbatim::core::llm {

/// How long the texts are that models write for a tenant under a system message: docs/reference/dry-run.md#expected.
/// Remembers the most recent of about a thousand pairs. [any thread]
class text_lengths
{
public:
    /// A text of this sdk::expected_length().
    void learn(std::string_view tenant_id, std::string_view system, std::size_t length);

    /// The mean of the last texts, of which newer ones count more. None before the first text.
    std::optional<std::size_t> mean(std::string_view tenant_id, std::string_view system) const;

private:
    struct entry
    {
        std::size_t key   = 0; ///< a hash of the pair
        std::size_t count = 0; ///< at most max_count
        double      mean  = 0;
    };

    static constexpr std::size_t max_count = 64; ///< so that a new text counts for a 64th at least

    static std::size_t key_of(std::string_view tenant_id, std::string_view system) noexcept;

    mutable std::mutex      mutex_;
    std::array<entry, 1024> entries_; ///< by key; a pair takes the place of an earlier one
};

} // namespace verbatim::core::llm

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace verbatim::core::llm {

/// How the server of a connection counts the tokens of prompts, learned from a prompt whose length is known:
/// docs/reference/provider.md#count-of-prompts. [any thread]
class token_count_check
{
public:
    enum class finding
    {
        unknown,   ///< not learned yet
        plausible, ///< the reported numbers are tokens of the whole prompt
        useless,   ///< the server reports none, or others
    };

    /// The reported tokens of a prompt, none if there were none, beside our estimate of it.
    void learn(std::optional<std::int32_t> reported, std::size_t estimate) noexcept;

    /// Takes over what another connection to the same server has learned.
    void copy(const token_count_check& other) noexcept
    {
        ratio_   = other.ratio_.load();
        finding_ = other.finding_.load();
    }

    finding found() const noexcept { return finding_; }

    /// Tokens that the server counts for each that we estimate; 1 unless the numbers are plausible.
    double ratio() const noexcept { return ratio_; }

    /// An estimate as the server would count it.
    std::size_t corrected(std::size_t estimate) const noexcept;

    /// Whether the server has read only a part of a prompt, of which we estimate `estimate` tokens.
    bool is_prompt_cut(std::int32_t reported, std::size_t estimate, std::string_view system,
                       std::string_view user) const noexcept;

private:
    std::atomic<finding> finding_{finding::unknown};
    std::atomic<double>  ratio_{1};
};

} // namespace verbatim::core::llm

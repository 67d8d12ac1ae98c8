#pragma once

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::hierarchy {

/// The size limit of a chunk, counted in contents. Tags and metadata are not counted.
class chunk_budget
{
public:
    /// The operator's target, limited by what the model accepts.
    chunk_budget(std::size_t target_tokens, const sdk::token_limits& model) noexcept;

    std::size_t characters() const noexcept { return characters_; } ///< code points

    /// Rounds in favour of fewer chunks: a group may exceed the budget by less than one token.
    bool holds(std::size_t characters) const noexcept { return characters / per_token_ <= tokens_; }

    /// Whether a record exceeds the budget by itself. Such a record is a chunk of its own; cut together with others it
    /// would force one chunk per record.
    bool is_filled_by(std::size_t record_characters) const noexcept { return record_characters > characters_; }

    /// The number of groups of a chunk's size that the characters make. At least 1.
    std::size_t theme_count(std::size_t characters) const noexcept;

private:
    std::size_t tokens_;
    std::size_t per_token_;
    std::size_t characters_;
};

} // namespace verbatim::hierarchy

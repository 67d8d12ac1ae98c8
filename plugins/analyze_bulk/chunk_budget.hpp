#pragma once

#include "verbatim/sdk/llm.hpp"

#include <cstddef>

namespace verbatim::analyze_bulk {

/// How much of the records' contents goes into one model call. Tags and metadata are not counted.
class chunk_budget
{
public:
    /// The operator's wish, but never more than a model takes.
    chunk_budget(std::size_t target_tokens, const sdk::token_limits& model) noexcept;

    std::size_t characters() const noexcept { return characters_; } ///< code points

    /// Rounding is in favour of fewer chunks: a group may be over by less than one token.
    bool holds(std::size_t characters) const noexcept { return characters / per_token_ <= tokens_; }

    /// A record so long that it is read alone wherever its group has to be cut: beside it the others would be cut into
    /// as many parts as there are records.
    bool is_filled_by(std::size_t record_characters) const noexcept { return record_characters > characters_; }

    /// Themes to look for in a corpus, so that the records of one would about fill a chunk. At least 1.
    std::size_t theme_count(std::size_t characters) const noexcept;

private:
    std::size_t tokens_;
    std::size_t per_token_;
    std::size_t characters_;
};

} // namespace verbatim::analyze_bulk

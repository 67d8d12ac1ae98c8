#pragma once

#include <span>
#include <string_view>

namespace verbatim::core::extractive {

/// What hints at one sensitivity type.
struct sensitivity_cues
{
    std::string_view type;
    std::string_view about; ///< "words about …", for explanations

    /// Cues in seven languages, separated by `|`. A cue is one or more words that follow each other; `*` ends a word
    /// that may go on; cues joined by `+` must stand in one sentence. Case-folded; Latin words without accents.
    std::string_view cues;
};

std::span<const sensitivity_cues> sensitivity_types() noexcept;

} // namespace verbatim::core::extractive

#pragma once

#include "sensitivity.hpp"

#include <span>
#include <string_view>

namespace verbatim::detect_sensitive::offline {

/// Words that hint at one sensitivity type.
struct sensitivity_cues
{
    sensitivity      type;
    std::string_view topic; ///< "words about …", for explanations

    /// Cues in seven languages, separated by `|`. A cue is one or more adjacent words; `*` at the end of a word matches
    /// any ending; cues joined by `+` must occur in one sentence, or in the same 60 words of a longer one. Case-folded;
    /// Latin words without accents.
    std::string_view cues;
};

/// One for each type.
std::span<const sensitivity_cues> all_cues() noexcept;

} // namespace verbatim::detect_sensitive::offline

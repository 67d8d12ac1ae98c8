#pragma once

#include "proposals.hpp"

#include "verbatim/codebook/options.hpp"
#include "verbatim/feedback/redaction.hpp"

#include <cstddef>
#include <span>

/// The output without a provider: counts words and understands nothing.
namespace verbatim::suggest_codes::offline {

/// A code for each of the most frequent phrases that several records share, below the code whose words are most like
/// theirs. All texts of `redaction` are contents.
model_codes propose(const feedback::redaction& redaction, std::span<const codebook::option> options,
                    std::size_t max_codes);

} // namespace verbatim::suggest_codes::offline

#pragma once

#include <string_view>

namespace verbatim::core::privacy {

enum class surname_evidence
{
    none,
    weak,   ///< also ends other words; counts beside another name
    strong, ///< ends few words but family names
};

/// Whether a word ends like a family name: -enko, -ović, -sson, -shvili …
surname_evidence surname_evidence_of(std::string_view word);

} // namespace verbatim::core::privacy

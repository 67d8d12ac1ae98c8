#pragma once

#include "verbatim/sdk/schema.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::analyze_bulk {

enum class subject_kind
{
    theme,
    value, ///< of a dimension
    code,
};
sdk::enum_values declare(subject_kind);

/// The records of a theme, of a value of a dimension, or of a code.
struct membership
{
    std::string              id;      ///< of a theme; of a value `<dimension>/<value>`; or the label of a code
    std::string              title;   ///< for people; of a code its label
    std::vector<std::size_t> records; ///< positions among the records with content, ascending
    subject_kind             kind = subject_kind::theme;
};

} // namespace verbatim::analyze_bulk

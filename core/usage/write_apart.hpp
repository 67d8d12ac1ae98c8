#pragma once

#include "usage/attempt.hpp"
#include "usage/store.hpp"

#include "database/failure.hpp"

#include <functional>
#include <optional>
#include <span>

namespace verbatim::core::usage {

/// Writes the rows; tells why it did not succeed, none when it did. Halves a group that the schema refuses until the
/// culprit stands alone, and hands that to `refused`. Rows before the trouble may have been written.
std::optional<database::trouble> write_apart(store& to, std::span<const attempt> rows,
                                             const std::function<void(const attempt&)>& refused);

} // namespace verbatim::core::usage

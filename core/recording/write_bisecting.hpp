#pragma once

#include "recording/store.hpp"
#include "recording/usage_row.hpp"

#include "database/failure.hpp"

#include <functional>
#include <optional>
#include <span>

namespace verbatim::core::recording {

/// Writes the rows; tells why it did not succeed, none when it did. Halves a group that the schema refuses until the
/// culprit stands alone, and hands that to `refused`. Rows before the trouble may have been written.
std::optional<database::error_kind> write_bisecting(store& target, std::span<const usage_row> rows,
                                                    const std::function<void(const usage_row&)>& on_rejected);

} // namespace verbatim::core::recording

#pragma once

#include "recording/store.hpp"
#include "recording/usage_row.hpp"

#include "database/failure.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace verbatim::core::recording {

/// Largest group of rows in one statement: keeps its text under a few megabytes, and is far beyond the size at which
/// the flush of the disk dominates the time of a commit.
inline constexpr std::size_t max_group_rows = 8'192;

/// Writes the rows in one commit. Returns the error, none on success.
std::optional<database::error_kind> try_write(store& target, std::span<const usage_row> rows) noexcept;

/// Writes the rows with `write`, halving a group that the schema rejects until the rejected row stands alone; that row
/// goes to `on_rejected`. Handles rows in order, and returns the first other error without trying the rest.
std::optional<database::error_kind> write_bisecting(std::span<const usage_row> rows, const auto& write,
                                                    const auto& on_rejected)
{
    const std::optional<database::error_kind> error = write(rows);
    if (error != database::error_kind::constraint) return error;
    if (rows.size() == 1)
    {
        on_rejected(rows.front());
        return std::nullopt;
    }
    const auto first_error = write_bisecting(rows.first(rows.size() / 2), write, on_rejected);
    return first_error ? first_error : write_bisecting(rows.subspan(rows.size() / 2), write, on_rejected);
}

} // namespace verbatim::core::recording

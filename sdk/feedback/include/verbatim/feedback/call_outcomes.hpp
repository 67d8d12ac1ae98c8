#pragma once

#include "verbatim/sdk/error.hpp"

#include <cstddef>
#include <optional>

namespace verbatim::feedback {

/// A run of more batches than `min_divided_run` begins with `first_batches` at a time until a call succeeds: they show
/// whether the model answers at all.
inline constexpr std::size_t first_batches   = 3;
inline constexpr std::size_t min_divided_run = 8;

/// The outcomes of the calls of a run. A run whose calls all fail in the same way makes no further ones.
class call_outcomes
{
public:
    /// None: the call succeeded.
    void add(const std::optional<sdk::error>& failure);

    /// The failure of all calls so far, once it is clear that others would fail as well: unreadable answers, and
    /// refusals under the provider's content policy.
    std::optional<sdk::error> common_failure() const;

    /// How many of the batches that are left begin now.
    std::size_t next_batches(std::size_t left) const
    {
        return left > min_divided_run && !has_others_ && !common_failure() ? first_batches : left;
    }

private:
    std::size_t               unreadable_ = 0;
    std::size_t               refused_    = 0;
    bool                      has_others_ = false; ///< a call succeeded, or failed otherwise
    std::optional<sdk::error> last_;
};

} // namespace verbatim::feedback

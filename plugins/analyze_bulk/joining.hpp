#pragma once

#include "k_means.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace verbatim::analyze_bulk {

/// Lets each group of fewer than `smallest` rows join the one of all larger groups whose centroid is nearest. Taken
/// apart into slices like k_means:
///
///     joining all{near, std::move(groups), 5};
///     for (std::size_t n = 0; n != all.slices(); ++n) all.look(n); // in any order, on any threads
///     groups = all.joined();
///
/// There is nothing to look at when no group is small, or none is large.
class joining
{
public:
    /// None of the rows is zero. `near` outlives this.
    joining(const sdk::vectors& near, std::vector<rows> groups, std::size_t smallest);
    ~joining();
    joining(const joining&)            = delete;
    joining& operator=(const joining&) = delete;

    std::size_t slices() const noexcept;

    /// Compares some of the large groups with every small one.
    void look(std::size_t slice);

    /// The large groups with what joined them, each ascending; all groups as they were when there was nothing to look
    /// at. Once, when all slices are done.
    std::vector<rows> joined();

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace verbatim::analyze_bulk

#pragma once

#include "framework.hpp"

#include "verbatim/sdk/llm.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace verbatim::assign_codes {

/// One choice a model is offered: a node, known by its position in the flattened framework, with the way to it.
struct option
{
    std::vector<const node*> path; ///< from a root to the node itself; never empty
};

/// Every node, inner ones included: depth first, parents before children, siblings in given order. Borrows from `all`.
std::vector<option> flatten(const framework& framework);

/// One line for each option, `<position>: <name> > <name>`, as a model reads it.
sdk::prompt_text format_options(std::span<const option> options);

/// How many characters `listed` would write, without writing them. A list may be far longer than the framework it is
/// made of: a name stands again in the line of every node beneath it.
std::uint64_t formatted_length(const framework& framework);

} // namespace verbatim::assign_codes

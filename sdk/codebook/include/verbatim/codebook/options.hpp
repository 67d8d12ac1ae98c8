#pragma once

#include "verbatim/codebook/framework.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace verbatim::codebook {

/// A choice offered to the model: a node, identified by its position in the flattened framework, with its path.
struct option
{
    std::vector<const node*> path; ///< from a root to the node; never empty
};

/// All nodes, inner ones included: depth first, parents before children, siblings in order. Borrows from `framework`.
std::vector<option> flatten(const framework& framework);

/// One line per option: `<position>: <name> > <name>`.
sdk::prompt_text format_options(std::span<const option> options);

/// The length of `format_options` in code points, computed without building the text. A list can be far longer than its
/// framework, because a name is repeated in the line of every node below it.
std::uint64_t formatted_length(const framework& framework);

} // namespace verbatim::codebook

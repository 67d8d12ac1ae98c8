#pragma once

#include "verbatim/codebook/framework.hpp"
#include "verbatim/sdk/prompt_text.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace verbatim::codebook {

/// A choice offered to the model: a node, identified by its position in the flattened framework, with its path.
struct option
{
    std::vector<const node*> path; ///< from a root to the node; never empty
};

/// All nodes, inner ones included: depth first, parents before children, siblings in order. Borrows from `framework`.
std::vector<option> flatten(const framework& framework);

/// The texts of a node besides its id and name, in the order of `format_meaning`. Borrowed.
std::vector<std::string_view> meaning_of(const node& node);

/// A line feed and an indented line for each text of `meaning_of`: `  description: <text>`, then `alias`, `include`,
/// `exclude` and `example`. Blank texts have no line. Empty for a node without them.
sdk::prompt_text format_meaning(const node& node);

/// For each option a line `<position>: <name> > <name>`, followed by the meaning of its node.
sdk::prompt_text format_options(std::span<const option> options);

/// The length of `format_options` in code points, computed without building the text. A list can be far longer than its
/// framework, because a name is repeated in the line of every node below it.
std::uint64_t formatted_length(const framework& framework);

/// All texts that `format_options` shows. Borrowed.
std::vector<std::string_view> texts_in(std::span<const option> options);

} // namespace verbatim::codebook

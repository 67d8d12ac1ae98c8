#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::codebook {

/// Characters of a node's id and of its name.
inline constexpr std::size_t max_id_length   = 256;
inline constexpr std::size_t max_name_length = 512;

/// Levels of a framework.
inline constexpr std::size_t max_levels = 16;

/// A code of a coding framework and its children. Ids and names need not be unique.
struct node
{
    std::string       id;
    std::string       name;
    std::vector<node> children;
};
void declare(sdk::schema_builder& schema, node& node);

/// A coding framework: a forest of codes of mixed depths, up to max_levels.
struct framework
{
    std::vector<node> root_codes;
};
void declare(sdk::schema_builder& schema, framework& framework);

} // namespace verbatim::codebook

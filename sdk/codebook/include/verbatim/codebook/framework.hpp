#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::codebook {

/// Characters of the texts of a node. Aliases are as long as names, the items of the other lists as descriptions.
inline constexpr std::size_t max_id_length          = 256;
inline constexpr std::size_t max_name_length        = 512;
inline constexpr std::size_t max_description_length = 2'000;

/// Items of each list of texts of a node.
inline constexpr std::size_t max_texts = 50;

/// Levels of a framework.
inline constexpr std::size_t max_levels = 16;

/// A code of a coding framework and its children. Ids and names need not be unique. The other texts say what the code
/// means, and may be missing.
struct node
{
    std::string              id;
    std::string              name;
    std::vector<node>        children;
    std::string              description;
    std::vector<std::string> aliases;  ///< other names
    std::vector<std::string> include;  ///< criteria for the code
    std::vector<std::string> exclude;  ///< criteria against it
    std::vector<std::string> examples; ///< texts of records
};
void declare(sdk::schema_builder& schema, node& node);

/// A coding framework: a forest of codes of mixed depths, up to max_levels.
struct framework
{
    std::vector<node> root_codes;
};
void declare(sdk::schema_builder& schema, framework& framework);

/// The framework of the member `coding_levels` of a request, or else `fallback`. Throws the error of a missing member
/// if there is neither.
const framework& framework_of(const std::optional<framework>& requested, const framework* fallback);

} // namespace verbatim::codebook

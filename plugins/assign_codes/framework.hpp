#pragma once

#include <string>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::assign_codes {

/// A code of a coding framework and its children. Ids and names need not be unique.
struct node
{
    std::string       id;
    std::string       name;
    std::vector<node> children;
};
void declare(sdk::schema_builder& schema, node& node);

/// A coding framework: a forest of codes of any and mixed depths.
struct framework
{
    std::vector<node> root_codes;
};
void declare(sdk::schema_builder& schema, framework& framework);

} // namespace verbatim::assign_codes

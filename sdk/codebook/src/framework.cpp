#include "verbatim/codebook/framework.hpp"

#include "verbatim/sdk/schema.hpp"

#include <string>
#include <vector>

namespace verbatim::codebook {

namespace {

/// Reports codes below the last level. `path` is the member that holds `siblings`.
void check_levels(const std::vector<node>& siblings, std::size_t level, const std::string& path,
                  sdk::validation_issues& issues)
{
    if (level > max_levels)
        return issues.add(path, "Codes should have at most " + std::to_string(max_levels) + " levels");
    for (std::size_t n = 0; n != siblings.size(); ++n)
        if (const auto& children = siblings[n].children; !children.empty())
            check_levels(children, level + 1, path + "[" + std::to_string(n) + "].children", issues);
}

void require_few_levels(const framework& framework, sdk::validation_issues& issues)
{
    check_levels(framework.root_codes, 1, "root_codes", issues);
}

} // namespace

void declare(sdk::schema_builder& schema, node& node)
{
    schema.name("CodingNode", "A code and its children, up to 16 levels.");

    schema.required("id", node.id, "Id of the code, returned in the response. Need not be unique.")
        .at_most(max_id_length)
        .example("L1-health");
    schema.required("name", node.name, "Name of the code, shown to the model.")
        .at_most(max_name_length)
        .example("Health");
    schema.optional("children", node.children, "Codes of the next level.");
}

void declare(sdk::schema_builder& schema, framework& framework)
{
    schema.name("CodingFramework", "Codes to choose from.");

    schema.required("root_codes", framework.root_codes, "Codes of the first level.").at_least(1);
    schema.rule(require_few_levels);
}

} // namespace verbatim::codebook

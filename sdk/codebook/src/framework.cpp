#include "verbatim/codebook/framework.hpp"

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <string>
#include <string_view>
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

void check_lengths(std::string_view name, const std::vector<std::string>& texts, std::size_t limit,
                   sdk::validation_issues& issues)
{
    for (std::size_t n = 0; n != texts.size(); ++n)
        if (sdk::utf8::count_code_points(texts[n]) > limit)
            issues.add(std::string{name} + '[' + std::to_string(n) + ']',
                       "String should have at most " + std::to_string(limit) + " characters");
}

void require_short_items(const node& node, sdk::validation_issues& issues)
{
    check_lengths("aliases", node.aliases, max_name_length, issues);
    check_lengths("include", node.include, max_description_length, issues);
    check_lengths("exclude", node.exclude, max_description_length, issues);
    check_lengths("examples", node.examples, max_description_length, issues);
}

void declare_texts(sdk::schema_builder& schema, std::string_view name, std::vector<std::string>& texts,
                   std::string_view description, std::string_view example)
{
    schema.optional(name, texts, description).at_most(max_texts).null_as_absent().example(example);
}

} // namespace

void declare(sdk::schema_builder& schema, node& node)
{
    schema.name("CodingNode", "A code and its children, up to 16 levels. A model reads all texts but the id.");

    schema.required("id", node.id, "Id of the code, returned in the response. Need not be unique.")
        .at_most(max_id_length)
        .example("L1-health");
    schema.required("name", node.name, "Name of the code.").at_most(max_name_length).example("Health");
    schema.optional("children", node.children, "Codes of the next level.");
    schema.optional("description", node.description, "Meaning of the code.")
        .at_most(max_description_length)
        .null_as_absent()
        .example("Care at clinics and hospitals, and medicine.");
    declare_texts(schema, "aliases", node.aliases, "Other names of the code, of at most 512 characters each.",
                  R"(["medical care"])");
    declare_texts(schema, "include", node.include, "Criteria for the code, of at most 2,000 characters each.",
                  R"(["opening hours of clinics"])");
    declare_texts(schema, "exclude", node.exclude, "Criteria against the code, of at most 2,000 characters each.",
                  R"(["water quality"])");
    declare_texts(schema, "examples", node.examples,
                  "Texts of records with this code, of at most 2,000 characters each.",
                  R"(["The doctor comes only once a week."])");
    schema.rule(require_short_items);
}

void declare(sdk::schema_builder& schema, framework& framework)
{
    schema.name("CodingFramework", "Codes to choose from.");

    schema.required("root_codes", framework.root_codes, "Codes of the first level.").at_least(1);
    schema.rule(require_few_levels);
}

const framework& framework_of(const std::optional<framework>& requested, const framework* fallback)
{
    if (requested) return *requested;
    if (fallback) return *fallback;
    throw sdk::validation_error{"coding_levels", "Field required"};
}

} // namespace verbatim::codebook

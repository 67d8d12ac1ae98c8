#include "verbatim/codebook/framework_file.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace verbatim::codebook {

namespace json = boost::json;

namespace {

const json::value* member(const json::value& value, std::string_view name)
{
    const auto* object = value.if_object();
    return object ? object->if_contains(name) : nullptr;
}

/// The first of these members that is a non-empty string, or `fallback`.
std::string text(const json::value& value, std::initializer_list<std::string_view> names, std::string fallback)
{
    for (const auto name : names)
        if (const auto* field = member(value, name); field && field->is_string() && !field->get_string().empty())
            return std::string{field->get_string()};
    return fallback;
}

/// A level of the older codebook: its name in generated ids, and the member that lists its codes.
struct codebook_level
{
    std::string name;
    std::string list;
};
const codebook_level codebook_levels[]{{"type", "types"}, {"category", "categories"}, {"code", "codes"}};

void require_length(const std::string& owner, std::string_view field, std::string_view text, std::size_t limit)
{
    if (sdk::utf8::count_code_points(text) <= limit) return;
    throw std::runtime_error{owner + ": " + std::string{field} + " has more than " + std::to_string(limit) +
                             " characters"};
}

/// `position` is the path to `parent` with a dash before each index; empty for the file itself.
std::vector<node> read_level(const json::value& parent, std::size_t depth, const std::string& position)
{
    std::vector<node> nodes;
    if (depth == std::size(codebook_levels)) return nodes;

    const auto* list = member(parent, codebook_levels[depth].list);
    if (!list || list->is_null()) return nodes;
    const auto owner = depth == 0 ? std::string{"the file"} : codebook_levels[depth - 1].name + position;
    if (!list->is_array()) throw std::runtime_error{codebook_levels[depth].list + " of " + owner + " is not a list"};

    for (std::size_t n = 0; n != list->get_array().size(); ++n)
    {
        const auto& element    = list->get_array()[n];
        const auto  path       = position + '-' + std::to_string(n);
        const auto  default_id = codebook_levels[depth].name + path;
        auto        name       = text(element, {"name"}, {});
        if (name.empty()) throw std::runtime_error{default_id + " has no name"};
        auto id = text(element, {"code_id", "id"}, default_id);
        require_length(default_id, "name", name, max_name_length);
        require_length(default_id, "id", id, max_id_length);
        nodes.push_back(
            {.id = std::move(id), .name = std::move(name), .children = read_level(element, depth + 1, path)});
    }
    return nodes;
}

constexpr std::size_t max_file_size = 64 << 20; ///< maximum size of a request body

/// Reads regular files only: opening a pipe without a writer would block the start.
std::string content_of(const std::string& path)
{
    const std::filesystem::path file{path};
    std::error_code             error;
    if (!std::filesystem::is_regular_file(file, error)) throw std::runtime_error{"not a readable file"};
    if (std::filesystem::file_size(file, error) > max_file_size) throw std::runtime_error{"larger than 64 MiB"};
    std::ifstream opened{file, std::ios::binary};
    if (!opened.is_open()) throw std::runtime_error{"not a readable file"};
    return {std::istreambuf_iterator<char>{opened}, {}};
}

} // namespace

framework read_framework(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3); // byte order mark

    json::parse_options options;
    options.max_depth = 64;
    boost::system::error_code error;
    const auto                document = json::parse(text, error, {}, options);
    if (error) throw std::runtime_error{"not valid JSON"};
    if (member(document, "types"))
    {
        framework framework_codes{read_level(document, 0, {})};
        if (framework_codes.root_codes.empty()) throw std::runtime_error{"no codes"};
        return framework_codes;
    }

    framework  framework_codes;
    const auto problems = sdk::read(sdk::schema_of<framework>(), document, &framework_codes);
    if (!problems.empty()) throw std::runtime_error{problems.front().field + ": " + problems.front().issue};
    return framework_codes;
}

framework load_framework(const std::string& path)
try
{
    return read_framework(content_of(path));
}
catch (const std::runtime_error& failure)
{
    throw std::runtime_error{std::string{"CODING_FRAMEWORK_PATH: invalid coding framework: "} + failure.what() + "."};
}

void framework_setting(sdk::schema_builder& schema, sdk::path& path)
{
    schema
        .optional("CODING_FRAMEWORK_PATH", path,
                  "JSON file with the coding framework for requests without `coding_levels`. Empty: every request must "
                  "have one.")
        .example("/etc/verbatim/framework.json");
}

} // namespace verbatim::codebook

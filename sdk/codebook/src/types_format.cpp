#include "framework_formats.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>

#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace verbatim::codebook {

namespace json = boost::json;

namespace {

using member_names = std::initializer_list<std::string_view>;

constexpr std::string_view lists[]{"types", "categories", "codes"}; ///< members that hold the codes of a level

const json::value* member(const json::value& value, std::string_view name)
{
    const auto* object = value.if_object();
    return object ? object->if_contains(name) : nullptr;
}

/// The first of these members that is a non-empty string, or `fallback`.
std::string text(const json::value& value, member_names names, std::string fallback = {})
{
    for (const auto name : names)
        if (const auto* field = member(value, name); field && field->is_string() && !field->get_string().empty())
            return std::string{field->get_string()};
    return fallback;
}

/// The strings of the first of these members that is an array or a string.
std::vector<std::string> texts(const json::value& value, member_names names)
{
    std::vector<std::string> items;
    for (const auto name : names)
    {
        const auto* field = member(value, name);
        if (!field) continue;
        if (field->is_string()) return {std::string{field->get_string()}};
        if (!field->is_array()) continue;
        for (const auto& item : field->get_array())
            if (item.is_string()) items.emplace_back(item.get_string());
        return items;
    }
    return items;
}

/// `position` is the path to `parent` with a dash before each index; empty for the file itself.
std::vector<node> read_level(const json::value& parent, std::size_t depth, const std::string& position)
{
    std::vector<node> nodes;
    if (depth == std::size(lists)) return nodes;

    const auto* list = member(parent, lists[depth]);
    if (!list || list->is_null()) return nodes;
    const auto owner = depth == 0 ? std::string{"the file"} : std::string{level_names[depth - 1]} + position;
    if (!list->is_array()) throw std::runtime_error{std::string{lists[depth]} + " of " + owner + " is not a list"};

    const std::string level{level_names[depth]};
    for (std::size_t n = 0; n != list->get_array().size(); ++n)
    {
        const auto& element    = list->get_array()[n];
        const auto  path       = position + '-' + std::to_string(n);
        const auto  default_id = level + path;
        node        code{.id          = text(element, {level + "_id", "code_id", "id"}, default_id),
                         .name        = text(element, {"name"}),
                         .description = text(element, {level + "_description", "code_description", "description"}),
                         .aliases     = texts(element, {"aliases"}),
                         .include     = texts(element, {"include"}),
                         .exclude     = texts(element, {"exclude"}),
                         .examples    = texts(element, {"examples"})};
        if (code.name.empty()) throw std::runtime_error{default_id + " has no name"};
        require_limits(code, default_id);
        code.children = read_level(element, depth + 1, path);
        nodes.push_back(std::move(code));
    }
    return nodes;
}

void require_length(const std::string& owner, std::string_view field, std::string_view text, std::size_t limit)
{
    if (sdk::utf8::count_code_points(text) <= limit) return;
    throw std::runtime_error{owner + ": " + std::string{field} + " has more than " + std::to_string(limit) +
                             " characters"};
}

void require_lengths(const std::string& owner, std::string_view field, const std::vector<std::string>& texts,
                     std::size_t limit)
{
    if (texts.size() > max_texts)
        throw std::runtime_error{owner + ": " + std::string{field} + " has more than " + std::to_string(max_texts) +
                                 " items"};
    for (const auto& text : texts) require_length(owner, field, text, limit);
}

} // namespace

void require_limits(const node& node, const std::string& owner)
{
    require_length(owner, "name", node.name, max_name_length);
    require_length(owner, "id", node.id, max_id_length);
    require_length(owner, "description", node.description, max_description_length);
    require_lengths(owner, "aliases", node.aliases, max_name_length);
    require_lengths(owner, "include", node.include, max_description_length);
    require_lengths(owner, "exclude", node.exclude, max_description_length);
    require_lengths(owner, "examples", node.examples, max_description_length);
}

framework read_types(const json::value& document)
{
    framework codes{read_level(document, 0, {})};
    if (codes.root_codes.empty()) throw std::runtime_error{"no codes"};
    return codes;
}

} // namespace verbatim::codebook

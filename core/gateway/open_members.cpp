#include "gateway/open_members.hpp"

#include "gateway/json_body.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace verbatim::core::gateway {

namespace json = boost::json;

namespace {

constexpr std::size_t max_names = 100;

/// The name of the body's member that a path such as `compare.key` starts with.
std::string_view root_of(std::string_view path) { return path.substr(0, path.find('.')); }

/// Whether the body may have one of these members. An escape may stand for any letter of a name.
bool may_have_any(std::string_view body, const std::vector<std::string_view>& names)
{
    const auto is_in_body = [&](std::string_view text) { return body.find(text) != body.npos; };
    return std::ranges::any_of(names, is_in_body) || is_in_body("\\u005") || is_in_body("\\u006") ||
           is_in_body("\\u007");
}

const json::value* value_at(const json::value& body, std::string_view path)
{
    const auto* object = body.if_object();
    const auto* value  = object ? object->if_contains(root_of(path)) : nullptr;
    if (!value || path.size() == root_of(path).size()) return value;
    return value_at(*value, path.substr(root_of(path).size() + 1));
}

void add_name(std::vector<std::string>& names, const json::value& value)
{
    if (const auto* text = value.if_string(); text && names.size() < max_names) names.emplace_back(*text);
}

void add_names(std::vector<std::string>& names, const json::value& value)
{
    add_name(names, value);
    if (const auto* items = value.if_array())
        for (const auto& item : *items) add_name(names, item);
}

} // namespace

std::optional<std::vector<std::string>> open_members_of(const sdk::descriptor& descriptor, std::string_view body)
{
    auto        members = descriptor.open_members;
    const auto& fields  = descriptor.open_member_fields;
    if (!members || fields.empty()) return members;

    std::vector<std::string_view> roots;
    for (const auto field : fields) roots.push_back(root_of(field));
    if (!may_have_any(body, roots)) return members;

    const body_selection     selection{.request = nullptr, .open_members = nullptr, .only_members = roots};
    const json_body          part{body, &selection};
    std::vector<std::string> names;
    for (const auto field : fields)
        if (const auto* value = value_at(part.value(), field)) add_names(names, *value);
    members->insert(members->end(), names.begin(), names.end());
    return members;
}

} // namespace verbatim::core::gateway

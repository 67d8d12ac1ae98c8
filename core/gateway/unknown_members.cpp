#include "gateway/unknown_members.hpp"

#include "settings/similar_name.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <optional>

namespace verbatim::core::gateway {

namespace {

// Bodies may have a million members. A mistake is among the first ones or seen at the next request.
constexpr std::size_t max_members   = 20;
constexpr std::size_t max_name      = 64; // bytes
constexpr std::size_t max_resembled = 8;

/// Two letters of a short name make another word.
std::size_t max_distance(std::string_view member)
{
    constexpr std::size_t short_name = 6;
    return member.size() < short_name ? 1 : 2;
}

/// A plugin may declare any name.
bool is_safe_in_header(std::string_view name)
{
    return std::ranges::all_of(name, [](char c) { return sdk::ascii::is_alphanumeric(c) || c == '_' || c == '-'; });
}

/// The declared member that is nearest to `name`.
std::optional<std::string> nearest_member(std::string_view name, std::span<const sdk::object_schema* const> schemas)
{
    std::optional<std::string> nearest;
    auto                       nearest_distance = std::string_view::npos;
    for (const auto* schema : schemas)
        for (const auto& field : sdk::document_fields(*schema))
        {
            const auto distance = core::settings::edit_distance(name, field.name);
            if (distance > max_distance(field.name) || distance >= nearest_distance || !is_safe_in_header(field.name))
                continue;
            nearest          = field.name;
            nearest_distance = distance;
        }
    return nearest;
}

std::string path_of(std::string_view parent, std::string_view name)
{
    return parent.empty() ? std::string{name} : std::string{parent} + '.' + std::string{name};
}

/// The object that holds a member of this parent; null if there is none.
const boost::json::object* object_of(const boost::json::value& body, std::string_view parent)
{
    const auto* object = body.if_object();
    if (object == nullptr || parent.empty()) return object;
    const auto* member = object->if_contains(parent);
    return member == nullptr ? nullptr : member->if_object();
}

} // namespace

void unknown_members::add(std::string_view parent, std::string_view name,
                          std::span<const sdk::object_schema* const> schemas)
{
    if (paths_.size() == max_members || name.size() > max_name) return;
    auto path = path_of(parent, name);
    if (std::ranges::count(paths_, path) != 0) return;
    paths_.push_back(std::move(path));
    if (auto member = nearest_member(name, schemas)) resembled_.push_back({std::string{parent}, std::move(*member)});
}

std::string unknown_members::resembled_members(const boost::json::value& body) const
{
    std::vector<std::string> members;
    for (const auto& [parent, member] : resembled_)
    {
        const auto* object = object_of(body, parent);
        auto        path   = path_of(parent, member);
        if (members.size() == max_resembled || object == nullptr || object->contains(member) ||
            std::ranges::count(members, path) != 0)
            continue;
        members.push_back(std::move(path));
    }
    std::string list;
    for (const auto& member : members) list.append(list.empty() ? "" : ", ").append(member);
    return list;
}

} // namespace verbatim::core::gateway

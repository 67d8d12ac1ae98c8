#include "verbatim/feedback/list_output.hpp"

#include "verbatim/feedback/model_json.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace verbatim::feedback {

namespace json = boost::json;

list_output::list_output(std::string_view completion)
{
    if (auto last = last_value(completion)) value_ = std::move(last->value);
}

const json::array* list_output::list(std::string_view name) const
{
    return value_.is_array() ? value_.if_array() : member(name);
}

const json::array* list_output::member(std::string_view name) const
{
    const auto* object = value_.if_object();
    return object ? array_member(*object, name) : nullptr;
}

const json::array* array_member(const json::object& object, std::string_view name)
{
    const auto* value = object.if_contains(name);
    return value ? value->if_array() : nullptr;
}

std::optional<std::int64_t> whole_number(const json::value& value)
{
    if (const auto* text = value.if_string()) return parse_reference(*text);
    boost::system::error_code failure;
    const auto                number = value.is_number() ? value.to_number<std::int64_t>(failure) : 0;
    return failure || !value.is_number() ? std::nullopt : std::optional{number};
}

namespace {

std::optional<std::int64_t> number_of(const json::value& element, std::string_view key)
{
    const auto* object = element.if_object();
    const auto* member = object ? object->if_contains(key) : nullptr;
    return member ? whole_number(*member) : std::nullopt;
}

} // namespace

void for_each_numbered(std::string_view output, std::string_view name, std::string_view key, std::size_t count,
                       const std::function<void(const json::object&, std::size_t)>& read)
{
    const list_output parsed{output};
    const auto*       elements = parsed.list(name);
    if (!elements) return;
    const auto has = [&](std::size_t number) {
        return std::ranges::any_of(*elements, [&](const auto& element) {
            const auto found = number_of(element, key);
            return found && std::cmp_equal(*found, number);
        });
    };
    if (has(count) && !has(0)) return; // counted from 1, so that each answer would be that of its neighbour
    std::unordered_set<std::size_t> seen;
    for (const auto& element : *elements)
    {
        const auto number = number_of(element, key);
        if (!number || *number < 0 || std::cmp_greater_equal(*number, count)) continue;
        if (const auto position = static_cast<std::size_t>(*number); seen.insert(position).second)
            read(element.get_object(), position);
    }
}

} // namespace verbatim::feedback

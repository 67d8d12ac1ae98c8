#include "verbatim/feedback/list_output.hpp"

#include "verbatim/feedback/model_json.hpp"

#include <boost/json/object.hpp>

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

} // namespace verbatim::feedback

#include "llm/json_members.hpp"

namespace verbatim::core::llm {

namespace json = boost::json;

const json::value* find_member(const json::value* value, std::initializer_list<std::string_view> path)
{
    for (const auto name : path)
    {
        if (!value || !value->is_object()) return nullptr;
        value = value->as_object().if_contains({name.data(), name.size()});
    }
    return value;
}

std::string_view text_at(const json::value* value, std::initializer_list<std::string_view> path)
{
    const auto* member = find_member(value, path);
    if (!member || !member->is_string()) return {};
    return {member->as_string().data(), member->as_string().size()};
}

std::optional<std::int32_t> count_at(const json::value* value, std::initializer_list<std::string_view> path)
{
    const auto* member = find_member(value, path);
    if (!member || !member->is_number()) return std::nullopt;
    boost::system::error_code error;
    const auto                count = member->to_number<std::int32_t>(error);
    return error || count < 0 ? std::nullopt : std::optional{count};
}

std::optional<std::string> joined_texts(const json::value& content)
{
    if (!content.is_array()) return std::nullopt;
    std::string texts;
    for (const auto& item : content.get_array())
        if (text_at(&item, {"type"}) == "text") texts += text_at(&item, {"text"});
    return texts;
}

} // namespace verbatim::core::llm

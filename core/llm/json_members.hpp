#pragma once

#include <boost/json/value.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

/// Reads members of a provider's response, which may have any shape.
namespace verbatim::core::llm {

/// A nested member of an object; null if a part of the path is absent or not an object.
const boost::json::value* find_member(const boost::json::value* value, std::initializer_list<std::string_view> path);

/// The text of a nested member, borrowed; empty if it is not a string.
std::string_view text_at(const boost::json::value* value, std::initializer_list<std::string_view> path);

/// A nested count; none unless it is a whole number from 0.
std::optional<std::int32_t> count_at(const boost::json::value* value, std::initializer_list<std::string_view> path);

/// The texts of the items {"type": "text", "text": "..."} of a list; other items, such as reasoning, are no output.
/// None unless the value is a list.
std::optional<std::string> joined_texts(const boost::json::value& content);

} // namespace verbatim::core::llm

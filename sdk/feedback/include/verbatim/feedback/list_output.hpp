#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace verbatim::feedback {

/// The output of a model that should hold a list, parsed leniently: see model_json.hpp. Unreadable output has no list.
class list_output
{
public:
    explicit list_output(std::string_view completion);

    /// The member `name` of the object, or the whole output if it is an array. Null without such a list.
    const boost::json::array* list(std::string_view name) const;

    /// The member `name` of the object only.
    const boost::json::array* member(std::string_view name) const;

private:
    boost::json::value value_;
};

/// The array that is the member `name`, or null.
const boost::json::array* array_member(const boost::json::object& object, std::string_view name);

/// An integer, a number without a fraction, or a text of parse_reference.
std::optional<std::int64_t> whole_number(const boost::json::value& value);

/// Calls `read(object, number)` for each object of the list `name` whose member `key` is a number below `count`, once
/// for each number. Calls nothing for a list that has `count` and no 0: the model counted from 1.
void for_each_numbered(std::string_view output, std::string_view name, std::string_view key, std::size_t count,
                       const std::function<void(const boost::json::object&, std::size_t number)>& read);

} // namespace verbatim::feedback

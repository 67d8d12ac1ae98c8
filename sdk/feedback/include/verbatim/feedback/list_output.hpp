#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
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

} // namespace verbatim::feedback

#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Members of a response, or what a path leads to: `elapsed/avg`, `counts/0`. Absent ones, and those of another type,
/// are empty: a later server may leave them out.
namespace verbatim::cli {

/// Throws failure if the server sent something else.
boost::json::object parse_object(const std::string& body);

std::string text_of(const boost::json::object& object, std::string_view member);
/// A number, or `otherwise` for null and absent ones.
double                     number_of(const boost::json::object& object, std::string_view member, double otherwise = 0);
bool                       has_number(const boost::json::object& object, std::string_view member);
const boost::json::array&  list_of(const boost::json::object& object, std::string_view member);
const boost::json::object& object_of(const boost::json::object& object, std::string_view member);
const boost::json::object& object_of(const boost::json::value& value);
const boost::json::array&  list_of(boost::json::object&&, std::string_view)   = delete; ///< the result borrows
const boost::json::object& object_of(boost::json::object&&, std::string_view) = delete;

/// `12,345`: a whole number for people.
std::string count_text(double count);
/// The count of a member; empty for null, for example one that is suppressed.
std::string count_text(const boost::json::object& object, std::string_view member);
/// `12 %` or `0.4 %`.
std::string percent_text(double share);
/// The share of a member; `otherwise` without one, or for null.
std::string percent_text(const boost::json::object& object, std::string_view member, std::string_view otherwise = "");
/// The number for CSV: whole ones with all digits, others with the fewest that tell them apart.
std::string number_text(double number);
std::string number_text(const boost::json::object& object, std::string_view member);

/// Appends a member to JSON text that is the beginning of an object.
void append_member(std::string& json, std::string_view name, std::string_view raw_value);
void append_text_member(std::string& json, std::string_view name, std::string_view text);
/// A JSON array of strings.
std::string list_of_texts(const std::vector<std::string>& texts);

} // namespace verbatim::cli

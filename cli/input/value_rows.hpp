#pragma once

#include "cli/table.hpp"

#include <boost/json/value.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::cli::input {

/// Makes rows of objects whose members differ: each member is a column, in the order of first appearance. Members of
/// the object `metadata` are columns too.
class value_rows
{
public:
    explicit value_rows(std::string place_word) { rows_.place_word = std::move(place_word); }

    /// Adds an object. A member that is an array of texts and numbers becomes these, separated by commas. Throws
    /// failure, naming `place`, for anything that is no object, and for a member that a cell cannot hold.
    void add(const boost::json::value& value, std::size_t place);

    table take() && { return std::move(rows_); }

private:
    void set_members(const boost::json::object& object);
    void set(std::string_view name, std::string text);

    table                                           rows_;
    std::map<std::string, std::size_t, std::less<>> columns_;
    std::vector<std::string>                        cells_;
    std::size_t                                     place_ = 0;
};

/// Parses lines of JSON objects; blank lines are left out.
table parse_json_lines(std::string_view text);

/// Parses an array of objects, or an object with the array `feedback_records`.
table parse_json(std::string_view text);

/// Parses YAML with the same content, or with several documents of an object each.
table parse_yaml(const std::string& text);

} // namespace verbatim::cli::input

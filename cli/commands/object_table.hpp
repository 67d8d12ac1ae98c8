#pragma once

#include "cli/output/result.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <functional>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

using object_text = std::function<std::string(const boost::json::object& row)>;

/// A column of a table whose rows are JSON objects.
struct object_column
{
    output::column description;
    object_text    cell;
    object_text    shown = {}; ///< for people, if it differs from CSV
};

/// A member or path (json_access.hpp); that with the name of the column if it is empty.
object_column text_column(output::column description, std::string member = {}, object_text shown = {});
object_column number_column(output::column description, std::string member = {}, object_text shown = {});
/// A number that is `12,345` for people.
object_column count_column(output::column description, const std::string& member);

/// A table with a row for each object.
output::result_table object_table(std::string name, const boost::json::array& rows,
                                  const std::vector<object_column>& columns);

} // namespace verbatim::cli::commands

#pragma once

#include "cli/input/dates.hpp"
#include "cli/table.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::cli::input {

/// The name of a column to send, and the option that gave it.
struct metadata_name
{
    std::string name;
    std::string option = "--metadata";
};

/// Names of columns as options give them. An absent one is guessed; "none" is no column.
struct column_names
{
    std::optional<std::string>              id, text, date, url_id;
    std::optional<std::vector<std::string>> codes;
    std::vector<metadata_name>              metadata;
    std::optional<day_order>                order; ///< of dates; by default what the column itself shows
};

/// What the columns of a table hold.
struct column_roles
{
    std::size_t                text = 0;
    std::optional<std::size_t> id, date, url_id;
    std::vector<std::size_t>   codes;
    std::vector<std::size_t>   metadata;
    day_order                  order = day_order::day_first;
};

/// Finds the columns by their names, and else by their content: the date column has dates, the text column the longest
/// texts. Throws failure that names the option.
column_roles find_columns(const table& rows, const column_names& names);

/// Finds a column by its exact name, else by its letters and digits in any case. Throws failure that names `option` and
/// the columns.
std::size_t require_column(const table& rows, const std::string& name, const std::string& option);

/// The column that names records, by its name.
std::optional<std::size_t> find_id_column(const table& rows);

/// Sentences about a choice that may be wrong.
std::vector<std::string> doubts(const table& rows, const column_roles& roles, const column_names& names);

/// The choice for people: `id: Form, text: Comment, date: Received`.
std::string describe(const table& rows, const column_roles& roles);

} // namespace verbatim::cli::input

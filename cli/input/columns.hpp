#pragma once

#include "cli/input/reader.hpp"
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
    std::optional<std::string> order; ///< of dates, "dmy" or "mdy"; by default what the column itself shows
};

/// What the columns of a table hold.
struct column_roles
{
    std::size_t                text = 0;
    std::optional<std::size_t> id, date, url_id;
    std::vector<std::size_t>   codes;
    std::vector<std::size_t>   metadata;
    std::vector<std::string>   days;  ///< of each row, `YYYY-MM-DD` or empty; none without a date column
    std::vector<std::string>   notes; ///< sentences about a choice that may be wrong
};

/// Finds the columns of the last file of the reader, which guesses those that have no name here. Throws failure that
/// names the option.
column_roles find_columns(reader& reader, const table& rows, const column_names& names);

/// Finds a column by its exact name, else by its letters and digits in any case. Throws failure that names `option` and
/// the columns.
std::size_t require_column(const table& rows, const std::string& name, const std::string& option);

/// The choice for people: `id: Form, text: Comment, date: Received`.
std::string describe(const table& rows, const column_roles& roles);

} // namespace verbatim::cli::input

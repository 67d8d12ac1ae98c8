#pragma once

#include "cli/table.hpp"

#include <boost/json/object.hpp>

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

/// How options want records to be made. Names of columns that are absent are guessed; "none" is no column.
struct record_choice
{
    std::vector<std::string>                text;
    std::optional<std::string>              id, date, url_id;
    std::optional<std::vector<std::string>> codes;
    std::vector<metadata_name>              metadata;
    std::optional<std::string> order;         ///< of dates, "dmy" or "mdy"; by default what the column itself shows
    std::optional<std::string> separator;     ///< of codes in a cell; empty: none. By default what the cells show
    bool                       apart = false; ///< each text of a row is a record, with its column as the question
    bool                       as_is = false; ///< also with texts that are cut
    bool                       has_metadata = true;
};

/// The choice for reader::match(). Throws failure that names the option and the columns.
boost::json::object match_values(const table& columns, const record_choice& choice);

/// Finds a column by its exact name, else by its letters and digits in any case. Throws failure that names `option` and
/// the columns.
std::size_t require_column(const table& columns, const std::string& name, const std::string& option);

} // namespace verbatim::cli::input

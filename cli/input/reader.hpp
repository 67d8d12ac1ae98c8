#pragma once

#include "cli/input/script.hpp"
#include "cli/table.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::cli::input {

struct read_options
{
    std::string         format; ///< "csv", "json", "jsonl" or "yaml"; else by the name of the file or its first signs
    std::string         encoding;
    std::optional<char> delimiter;     ///< of CSV
    std::string         sheet;         ///< of a workbook; by default the first
    std::optional<bool> has_header;    ///< by default what the first rows look like
    std::size_t         first = 0;     ///< at most so many rows; 0: all
    bool                as_is = false; ///< also rows with cells beyond the header or quotes that do not match
};

/// A readable file as bytes; `-` is standard input. Throws failure that names it, also for one larger than the reader
/// takes (core/pages/analyze/reader/rules.json).
std::string read_file(const std::string& path);

/// A file that is a table.
struct file_table
{
    table                      rows; ///< at first the columns only: take_rows() adds the rows
    std::size_t                row_count = 0;
    std::optional<std::size_t> id;    ///< the column whose name is that of ids
    std::vector<std::string>   notes; ///< sentences about rows that are no records, and the like
};

/// Reads files as the page /analyze does. For one thread; holds the last file.
class reader
{
public:
    /// Throws failure that names file, row, reason and fix.
    file_table open(const std::string& path, const read_options& options = {});
    file_table parse(std::string_view bytes, const std::string& name, const read_options& options = {});

    /// The column of the last file with this name, else with its letters and digits in any case. Throws failure that
    /// names `option` and the columns.
    std::size_t column(const std::string& name, const std::string& option);

    /// Moves the rows of the last file into the table.
    void take_rows(file_table& file);

    /// Makes the records of the last file: the action `match` of core/pages/analyze/reader/command.js.
    boost::json::object match(const boost::json::object& choice);
    /// Passes each item of the action `rows` or `records` to `add`. The reader has them no longer.
    void take(const char* action, std::size_t count, boost::json::object values,
              const std::function<void(const boost::json::array&)>& add);

    /// The coding framework in a file, as `coding_levels` of a request.
    std::string framework(const std::string& path);

    /// The day as `YYYY-MM-DD` of a date that has one meaning only; nothing for others, such as 03/04/2026.
    std::optional<std::string> certain_day(const std::string& text);
    bool                       is_date(const std::string& text);

private:
    script script_;
};

} // namespace verbatim::cli::input

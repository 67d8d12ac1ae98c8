#pragma once

#include "cli/input/script.hpp"
#include "cli/table.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::cli::input {

enum class file_format
{
    csv,
    json,
    json_lines,
    yaml,
};

struct read_options
{
    std::optional<file_format> format; ///< else by the name of the file, else by its first bytes
    std::string                encoding;
    std::optional<char>        delimiter;  ///< of CSV
    std::string                sheet;      ///< of a workbook; by default the first
    std::optional<bool>        has_header; ///< by default what the first rows look like
    std::size_t                first = 0;  ///< at most so many rows; 0: all
};

/// "csv", "json", "jsonl" or "yaml". Throws failure for others.
file_format format_named(const std::string& name);

/// A readable file as bytes; `-` is standard input. Throws failure that names it.
std::string read_file(const std::string& path);

/// The rows of a file.
struct file_table
{
    table                      rows;
    std::optional<std::size_t> id;    ///< the column whose name is that of ids
    std::vector<std::string>   notes; ///< sentences about rows that are no records, and the like
};

/// The columns to use by role. Nothing: guessed; an empty list: no column.
struct column_choice
{
    std::optional<std::vector<std::size_t>> text, id, date, url, codes;
    std::optional<std::string>              order; ///< of dates: "dmy" or "mdy"
};

/// The columns of a table by role.
struct chosen_columns
{
    std::vector<std::size_t> text, id, date, url, codes;
    std::vector<std::string> days;                 ///< of each row: `YYYY-MM-DD` or empty; none without a date column
    bool                     certain_order = true; ///< nothing decides which number is the day: false
    std::vector<std::string> notes;
};

/// Reads files as the page /analyze does. For one thread; holds the rows of the last file.
class reader
{
public:
    /// Throws failure that names file, row, reason and fix.
    file_table open(const std::string& path, const read_options& options = {});
    file_table parse(std::string bytes, const std::string& name, const read_options& options = {});

    /// Chooses the columns of the last file.
    chosen_columns choose(const column_choice& choice);

    /// The day as `YYYY-MM-DD` of a date that has one meaning only; nothing for others, such as 03/04/2026.
    std::optional<std::string> certain_day(const std::string& text);
    bool                       is_date(const std::string& text);

private:
    table rows_of_file(const boost::json::object& description);

    script script_;
};

} // namespace verbatim::cli::input

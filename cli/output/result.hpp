#pragma once

#include "cli/output/terminal_text.hpp"
#include "cli/table.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::cli::output {

/// A column of a result: its name in CSV, and its title for people. Without one of them it is for the other only.
struct column
{
    std::string name;
    std::string title     = {};
    bool        is_number = false;
    bool        is_whole  = false; ///< never cut, such as a key
};

struct result_table
{
    std::string         name; ///< for --table; empty: not in CSV
    std::vector<column> columns;
    table               rows; ///< cells in the order of `columns`
};

/// A part of a result: a heading, then text in Markdown, a table, or both.
struct section
{
    std::string                 heading;
    std::string                 markdown = {};
    std::optional<result_table> content  = {};

    /// Whether people read anything of it.
    bool is_shown() const;
};

/// The result of a command, for every format.
struct result
{
    std::string          title;
    std::vector<section> sections;
    std::string          json;
    bool                 is_secret = false; ///< only its user may read files with it
};

enum class result_format
{
    text,
    csv,
    json,
    markdown,
};

/// Adds a section whose table has all rows in CSV, and the first ones for people.
void add_with_first_rows(result& target, section part, std::size_t shown);

struct format_options
{
    result_format format = result_format::text;
    std::string   table;             ///< of CSV; empty: the first one
    bool          for_excel = false; ///< CSV with a byte order mark, and no cell that a spreadsheet takes for a formula
    char          delimiter = ',';   ///< of CSV
    std::size_t   max_rows  = 0;     ///< of a table in text; 0: all
    terminal      screen    = {};    ///< of text
};

/// The result as text. Throws failure for a table that it does not have.
std::string format(const result& result, const format_options& options);

/// Counts as a line of bars, of which the highest is full, with a dot for zero: `·▁▃█`.
std::string sparkline(const std::vector<double>& values);

/// `count` of `highest` as a bar of at most `columns`.
std::string bar(double count, double highest, std::size_t columns);

/// A text in Markdown that shows exactly these characters.
std::string markdown_escaped(std::string_view text);

/// A text in Markdown below a heading of a report: its own headings are one level lower.
std::string with_lower_headings(const std::string& markdown);

} // namespace verbatim::cli::output

// The readers of feedback files of all formats: any bytes are records that the server can read, or an error for people.
// The first line of the input is the name of the file, whose end may tell the format.
#include "target.hpp"

#include "cli/failure.hpp"
#include "cli/input/read_table.hpp"
#include "cli/input/records.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace verbatim::fuzz {

namespace {

namespace json = boost::json;
using cli::input::day_order;

void require_day(const std::string& day)
{
    if (day.empty()) return;
    require(day.size() == 10, "a day is YYYY-MM-DD");
    for (const auto order : {day_order::day_first, day_order::month_first})
        require(cli::input::iso_day(day, order) == day, "a day reads back as itself");
}

void require_record(const cli::input::record_set& records, std::size_t row)
{
    std::string text;
    records.append_json(row, text);
    const auto  value  = json::parse(text);
    const auto& record = value.as_object();
    require(!record.at("id").as_string().empty(), "every record has an id");
    require(!record.at("content").as_string().empty(), "every record has text");
    if (const auto* metadata = record.if_contains("metadata"))
        for (const auto& member : metadata->as_object())
            require(!member.value().as_string().empty(), "members of metadata have texts");
}

/// Options take a date only if its day is certain.
void require_certain_day(std::string_view cell)
{
    const auto day = cli::input::certain_day(cell);
    if (!day) return;
    require_day(*day);
    for (const auto order : {day_order::day_first, day_order::month_first})
        if (const auto read = cli::input::iso_day(cell, order)) require(*read == *day, "a certain day is the same day");
}

void require_rows(const cli::table& rows)
{
    require(rows.row_count() != 0 && !rows.columns().empty(), "a file that is read has rows and columns");
    for (std::size_t row = 0; row != rows.row_count(); ++row)
    {
        require(rows.cell_count(row) <= rows.columns().size(), "a cell belongs to a column");
        for (std::size_t column = 0; column != rows.columns().size(); ++column)
        {
            const auto cell = rows.cell(row, column);
            require_certain_day(cell);
            for (const auto order : {day_order::day_first, day_order::month_first})
                require_day(cli::input::iso_day(cell, order).value_or(""));
        }
    }
}

} // namespace

void run(std::string_view input)
try
{
    const auto end  = std::min(input.find('\n'), input.size());
    auto       rows = cli::input::parse_table(std::string{input.substr(std::min(end + 1, input.size()))},
                                              std::string{input.substr(0, end)});
    require_rows(rows);
    auto                         roles = cli::input::find_columns(rows, {});
    const auto                   text  = cli::input::describe(rows, roles);
    const cli::input::record_set records{std::move(rows), std::move(roles)};
    require(records.size() != 0 && !text.empty(), "there are records, and a sentence about their columns");
    for (const auto row : records.selected()) require_record(records, row);
    for (const auto& note : records.notes()) require(!note.empty(), "a note is a sentence");
}
catch (const cli::failure& error)
{
    require(*error.what() != '\0', "an error names its reason");
}

} // namespace verbatim::fuzz

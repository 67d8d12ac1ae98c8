// The readers of feedback files of all formats: any bytes are records that the server can read, or an error for people.
// The first line of the input is the name of the file, whose end may tell the format.
#include "target.hpp"

#include "cli/failure.hpp"
#include "cli/input/reader.hpp"
#include "cli/input/records.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace verbatim::fuzz {

namespace {

namespace json = boost::json;

void require_day(cli::input::reader& reader, const std::string& day)
{
    if (day.empty()) return;
    require(day.size() == 10, "a day is YYYY-MM-DD");
    require(reader.certain_day(day) == day, "a day reads back as itself");
}

void require_record(cli::input::reader& reader, const cli::input::record& read)
{
    const auto  value  = json::parse(read.json);
    const auto& record = value.as_object();
    require(record.at("id").as_string() == read.id && !read.id.empty(), "every record has its id");
    require(!record.at("content").as_string().empty(), "every record has text");
    if (const auto* metadata = record.if_contains("metadata"))
        for (const auto& member : metadata->as_object())
            require(member.value().is_array() || !member.value().as_string().empty(), "members of metadata have texts");
    require_day(reader, read.day);
}

void require_rows(const cli::table& rows)
{
    require(rows.row_count() != 0 && !rows.columns().empty(), "a file that is read has rows and columns");
    for (std::size_t row = 0; row != rows.row_count(); ++row)
        require(rows.cell_count(row) <= rows.columns().size(), "a cell belongs to a column");
}

} // namespace

void run(std::string_view input)
try
{
    const auto         end = std::min(input.find('\n'), input.size());
    cli::input::reader reader;
    auto               file =
        reader.parse(std::string{input.substr(std::min(end + 1, input.size()))}, std::string{input.substr(0, end)});
    const cli::input::record_set records{reader, std::move(file), {}};
    require_rows(records.rows());
    require(records.size() != 0 && !records.description().empty(), "there are records, and a sentence about columns");
    for (const auto& record : records.records()) require_record(reader, record);
    for (const auto& note : records.notes()) require(!note.empty(), "a note is a sentence");
}
catch (const cli::failure& error)
{
    require(*error.what() != '\0', "an error names its reason");
}

} // namespace verbatim::fuzz

#include "cli/commands/record_options.hpp"

#include "cli/failure.hpp"
#include "cli/json_access.hpp"
#include "cli/plural.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::cli::commands {

namespace {

constexpr int max_rejections = 50; ///< requests of which the server rejects records; each names up to 1,000

const std::string& read_order(const std::string& text)
{
    if (text == "dmy" || text == "mdy") return text;
    throw failure{exit_status::usage, "--date-order: use dmy or mdy"};
}

std::string read_format(const std::string& text)
{
    if (text == "tsv") return "csv";
    if (text == "csv" || text == "json" || text == "jsonl" || text == "yaml") return text;
    throw failure{exit_status::usage, "--input-format: use csv, json, jsonl or yaml"};
}

char read_delimiter(const std::string& text)
{
    if (text == "tab" || text == "\\t") return '\t';
    if (text.size() == 1 && text[0] > ' ' && text[0] <= '~' && text != "\"") return text[0];
    throw failure{exit_status::usage, "--delimiter: a character such as ; or the word tab is required"};
}

void drop_rejected(const std::vector<std::size_t>& positions, input::record_set& records, output::progress& progress)
{
    const auto place = records.rows().place_name(records[positions.front()].row);
    progress.note(plural(std::to_string(positions.size()), "record") +
                  " left out, because the screening of the server rejects the text; the first is in " + place);
    records.drop(positions);
    if (records.size() == 0) throw failure{exit_status::failed, "the server rejects the text of every record"};
}

} // namespace

void record_options::declare_columns(option_list& options)
{
    options.group("Columns");
    const auto column = [&](const char* name, const char* help, std::optional<std::string>& target) {
        options.add(name, "COLUMN", help, [&target](const std::string& text) { target = text; });
    };
    options.add(
        "text", "COLUMN",
        "column of the feedback text (default: by its name, else the longest texts). Can be repeated; the texts "
        "of a row are joined",
        [this](const std::string& text) { choice.text.push_back(text); });
    options.add_flag("texts-apart", "make a record of each text of a row, with its column as metadata question",
                     choice.apart);
    column("id", "column that names a record (default: by its name, else R and the number of the row)", choice.id);
    column("date", "column of the date (default: by its name)", choice.date);
    options.add("date-order", "ORDER", "dmy or mdy, for dates such as 03/04/2026 (default: what the column shows)",
                [this](const std::string& text) { choice.order = read_order(text); });
    options.add(
        "codes", "COLUMNS",
        "up to three columns with codes of people, the broadest first, with commas between (default: by their names)",
        [this](const std::string& text) { choice.codes = split_list(text); });
    options.add("code-separator", "TEXT",
                "between several codes in a cell, such as ; or the word none (default: what the cells show)",
                [this](const std::string& text) { choice.separator = text == "none" ? "" : text; });
    options.add("metadata", "COLUMNS",
                "further columns to send, with commas between; models see them only if the operator allows it",
                [this](const std::string& text) {
                    for (auto& name : split_list(text)) choice.metadata.push_back({std::move(name)});
                });
    column("url-id", "column with the last part of a record's address in the CRM", choice.url_id);
}

void record_options::declare_reading(option_list& options)
{
    options.group("File");
    options.add("input-format", "FORMAT",
                "csv, json, jsonl or yaml (default: by the name of the file, else by its content)",
                [this](const std::string& text) { reading.format = read_format(text); });
    options.add_text("encoding", "NAME", "encoding of a file that is not UTF-8, such as windows-1252",
                     reading.encoding);
    options.add("delimiter", "CHARACTER", "between the cells of CSV: a character, or tab (default: by content)",
                [this](const std::string& text) { reading.delimiter = read_delimiter(text); });
    options.add_text("sheet", "NAME", "sheet of a workbook (default: the first)", reading.sheet);
    options.add("header", "YES-OR-NO", "whether the first row names the columns (default: what it looks like)",
                [this](const std::string& text) {
                    if (text != "yes" && text != "no") throw failure{exit_status::usage, "--header: use yes or no"};
                    reading.has_header = text == "yes";
                });
    options.add_flag(
        "as-is",
        "read rows with cells beyond the header, quotes that do not match or texts that are too long as far "
        "as it is possible",
        reading.as_is);
    options.add("first", "NUMBER", "read the first rows only, for a trial", [this](const std::string& text) {
        reading.first = static_cast<std::size_t>(read_number("--first", text, 1, 100'000'000));
    });
}

input::file_table record_options::open(input::reader& reader, const std::vector<std::string>& arguments,
                                       output::progress& progress) const
{
    if (arguments.size() != 1)
        throw failure{exit_status::usage,
                      arguments.empty() ? "a file is required; - is standard input" : "only one file is possible"};
    auto file = reader.open(arguments[0], reading);
    for (const auto& note : file.notes) progress.note("Note: " + note);
    return file;
}

input::record_set record_options::read(const std::vector<std::string>& arguments, output::progress& progress) const
{
    input::reader reader;
    auto          file  = open(reader, arguments, progress);
    auto          wants = choice;
    wants.as_is         = reading.as_is;
    try
    {
        input::record_set records{reader, std::move(file), wants};
        progress.note("Columns: " + records.description());
        for (const auto& note : records.notes()) progress.note("Note: " + note);
        return records;
    }
    catch (const failure& error)
    {
        throw failure{error.status(), arguments[0] + ": " + error.what()};
    }
}

void fail_with(const server::error_response& error, const input::record_set& records, std::size_t first)
{
    throw failure{error.exit(), server::explain(error, [&](std::size_t position) {
                      return first + position < records.size()
                                 ? records.rows().place_name(records[first + position].row)
                                 : "record " + std::to_string(position);
                  })};
}

void declare_record_job(option_list& options, record_options& records, session_options& session,
                        std::vector<std::string> tables)
{
    records.declare_columns(options);
    records.declare_reading(options);
    options.add_flag("skip-rejected", "leave out records that the screening of the server rejects",
                     records.skip_rejected);
    session.declare_server(options, true);
    session.declare_run(options);
    session.declare_output(options, std::move(tables));
}

std::vector<std::size_t> named_records(const server::error_response& error, std::size_t first, std::size_t count)
{
    std::vector<std::size_t> positions;
    for (const auto& [field, issue] : error.fields)
        if (const auto path = server::read_record_path(field); path && path->position < count - first)
            positions.push_back(first + path->position);
    return positions;
}

std::string send_records(input::record_set& records, const record_options& options, output::progress& progress,
                         const std::function<std::string()>& send, std::size_t first)
{
    for (int n = 0;; ++n)
    {
        try
        {
            return send();
        }
        catch (const server::error_response& error)
        {
            if (!options.skip_rejected || error.code != "prompt_injection_detected" || n == max_rejections) throw;
            const auto rejected = named_records(error, first, records.size());
            if (rejected.empty()) throw;
            drop_rejected(rejected, records, progress);
            if (records.size() <= first) return {};
        }
    }
}

void note_batch(output::progress& progress, const input::record_set& records, std::size_t first, std::size_t batch)
{
    if (records.size() > batch)
        progress.note("Records " + std::to_string(first + 1) + " to " +
                      std::to_string(std::min(first + batch, records.size())) + " of " +
                      std::to_string(records.size()));
}

std::string describe_records(const input::record_set& records)
{
    std::string first, last;
    for (const auto& [row, id, day, question, json] : records.records())
    {
        if (day.empty()) continue;
        if (first.empty() || day < first) first = day;
        if (day > last) last = day;
    }
    const auto count = plural(count_text(static_cast<double>(records.size())), "record");
    return first.empty() ? count : count + ", " + first + (first == last ? "" : " to " + last);
}

} // namespace verbatim::cli::commands

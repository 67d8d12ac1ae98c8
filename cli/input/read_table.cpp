#include "cli/input/read_table.hpp"

#include "cli/failure.hpp"
#include "cli/input/csv.hpp"
#include "cli/input/encoding.hpp"
#include "cli/input/value_rows.hpp"
#include "cli/server/interruption.hpp"

#include "verbatim/sdk/text.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <poll.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace verbatim::cli::input {

namespace {

constexpr std::size_t max_file_size = std::size_t{1} << 30;

[[noreturn]] void fail(const std::string& message) { throw failure{exit_status::input, message}; }

struct descriptor
{
    int number;
    ~descriptor()
    {
        if (number > STDIN_FILENO) ::close(number);
    }
};

/// A read of a terminal or a pipe continues after a signal, so that it must not be begun before there is input.
void wait_for_input(int number)
{
    pollfd input{.fd = number, .events = POLLIN, .revents = 0};
    while (::poll(&input, 1, 100) <= 0)
        if (server::interruption() != 0) throw server::interrupted{};
}

std::string read_all(int number)
{
    std::string bytes;
    if (struct stat status; ::fstat(number, &status) == 0 && S_ISREG(status.st_mode))
        bytes.reserve(static_cast<std::size_t>(std::min<off_t>(status.st_size, max_file_size)) + 1);
    for (char buffer[1 << 16];;)
    {
        wait_for_input(number);
        const auto count = ::read(number, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(std::string{"cannot be read: "} + std::strerror(errno));
        if (count == 0) return bytes;
        bytes.append(buffer, static_cast<std::size_t>(count));
        if (bytes.size() > max_file_size) fail("has more than 1 GiB. Divide it into several files");
    }
}

std::string read_bytes(const std::string& path)
{
    if (path == "-") return read_all(STDIN_FILENO);
    const descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.number < 0) fail(std::string{"cannot be opened: "} + std::strerror(errno));
    return read_all(file.number);
}

/// Files that people take for tables of text, by their first bytes.
void require_text_file(std::string_view bytes)
{
    const std::pair<std::string_view, const char*> known[]{
        {"PK\x03\x04", "is an Excel workbook or a ZIP file. Save it in Excel as \"CSV UTF-8\""},
        {"\xD0\xCF\x11\xE0", "is an old Excel workbook. Save it in Excel as \"CSV UTF-8\""},
        {"%PDF", "is a PDF file. Export the data as CSV"},
        {"\x1F\x8B", "is compressed with gzip. Unpack it first: gunzip FILE"},
        {"SQLite format 3", "is a database. Export the table as CSV"},
    };
    for (const auto& [start, problem] : known)
        if (bytes.starts_with(start)) fail(problem);
}

std::optional<file_format> format_by_name(const std::string& path)
{
    static const std::map<std::string, file_format, std::less<>> formats{
        {".csv", file_format::csv},   {".tsv", file_format::csv},          {".txt", file_format::csv},
        {".json", file_format::json}, {".jsonl", file_format::json_lines}, {".ndjson", file_format::json_lines},
        {".yaml", file_format::yaml}, {".yml", file_format::yaml},
    };
    const auto found = formats.find(sdk::ascii::lowercase(std::filesystem::path{path}.extension().native()));
    return found == formats.end() ? std::nullopt : std::optional{found->second};
}

file_format format_by_content(std::string_view text)
{
    const auto start = sdk::utf8::trimmed(text.substr(0, 4096));
    if (start.starts_with('[')) return file_format::json;
    if (start.starts_with('{'))
        return start.starts_with("{\"feedback_records\"") ? file_format::json : file_format::json_lines;
    return start.starts_with("---") || start.starts_with("- ") ? file_format::yaml : file_format::csv;
}

table parse(const std::string& text, file_format format, std::optional<char> delimiter)
{
    switch (format)
    {
    case file_format::csv: return parse_csv(text, delimiter);
    case file_format::json: return parse_json(text);
    case file_format::json_lines: return parse_json_lines(text);
    case file_format::yaml: return parse_yaml(text);
    }
    return table{};
}

/// Adds the name of the file to messages.
template <class Read>
auto naming(const std::string& path, Read read)
try
{
    return read();
}
catch (const failure& error)
{
    const auto name = path == "-" ? std::string{"standard input"} : path;
    throw failure{error.status(),
                  name + (std::string_view{error.what()}.find(": ") == std::string_view::npos ? " " : ": ") +
                      error.what()};
}

} // namespace

file_format format_named(const std::string& name)
{
    if (name == "csv" || name == "tsv") return file_format::csv;
    if (name == "json") return file_format::json;
    if (name == "jsonl") return file_format::json_lines;
    if (name == "yaml") return file_format::yaml;
    throw failure{exit_status::usage, "--input-format: use csv, json, jsonl or yaml"};
}

std::string read_file(const std::string& path)
{
    return naming(path, [&] { return read_bytes(path); });
}

table parse_table(std::string bytes, const std::string& name, const read_options& options)
{
    require_text_file(bytes);
    const auto text = to_utf8(std::move(bytes), options.encoding);
    if (sdk::utf8::is_blank(text)) fail("is empty");
    const auto format = options.format ? options.format : format_by_name(name);
    auto       rows   = parse(text, format ? *format : format_by_content(text), options.delimiter);
    if (rows.row_count() == 0) fail("has no rows besides the names of its columns");
    return rows;
}

table read_table(const std::string& path, const read_options& options)
{
    return naming(path, [&] { return parse_table(read_bytes(path), path, options); });
}

} // namespace verbatim::cli::input

#include "cli/commands/session.hpp"

#include "cli/failure.hpp"
#include "cli/input/reader.hpp"
#include "cli/json_access.hpp"
#include "cli/output/write_file.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace verbatim::cli::commands {

namespace {

using output::result_format;

constexpr const char* default_server    = "http://127.0.0.1:8000";
constexpr std::size_t max_terminal_rows = 50;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Below the folder of the user's settings; a file that does not exist for a user without a home.
std::filesystem::path default_key_file()
{
    const auto folder = variable("XDG_CONFIG_HOME"), home = variable("HOME");
    if (!folder.empty()) return std::filesystem::path{folder} / "verbatim" / "key";
    return std::filesystem::path{home.empty() ? "/nonexistent" : home} / ".config" / "verbatim" / "key";
}

/// Keys are visible ASCII, so that they fit into a header.
std::string checked_key(std::string_view text, const std::string& source)
{
    const auto key = sdk::ascii::trimmed(text);
    for (const char c : key)
        if (c <= ' ' || c > '~')
            throw failure{exit_status::usage, source + ": is no key: a key is one line without blanks"};
    if (key.empty()) throw failure{exit_status::usage, source + ": has no key"};
    return std::string{key};
}

/// How other users can use a file of this mode; empty if they cannot read or change it.
std::string access_of_others(mode_t mode)
{
    const bool can_read = (mode & 044) != 0, can_change = (mode & 022) != 0;
    return can_read && can_change ? "read and change" : can_read ? "read" : can_change ? "change" : "";
}

std::string read_key_file(const std::string& file, output::progress& progress)
{
    struct stat status;
    if (::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid())
        if (const auto access = access_of_others(status.st_mode); !access.empty())
            progress.note("Warning: other users can " + access + " the key in " + file + ". Protect it: chmod 600 " +
                          file);
    return checked_key(input::read_file(file), file);
}

std::string read_key(const session_options& options, output::progress& progress)
{
    if (!options.key_file.empty()) return read_key_file(options.key_file, progress);
    if (const auto key = variable("VERBATIM_KEY"); !key.empty()) return checked_key(key, "VERBATIM_KEY");
    if (const auto file = variable("VERBATIM_KEY_FILE"); !file.empty()) return read_key_file(file, progress);
    std::error_code error;
    if (const auto file = default_key_file(); std::filesystem::exists(file, error))
        return read_key_file(file, progress);
    throw failure{exit_status::usage, "no key: set VERBATIM_KEY, or write the key to " + default_key_file().string() +
                                          ", or name a file with --key-file. Without a server, use --local"};
}

std::string server_url(const session_options& options)
{
    auto url = !options.server.empty() ? options.server : variable("VERBATIM_SERVER");
    if (url.empty()) url = default_server;
    while (url.ends_with('/')) url.pop_back();
    const auto host = url.find("://");
    if ((!url.starts_with("http://") && !url.starts_with("https://")) || url.find_first_of("@?# ", host) != url.npos)
        throw failure{exit_status::usage, "--server: an address such as https://verbatim.example.org is required"};
    return url;
}

bool is_loopback(const std::string& url)
{
    const auto begin     = url.find("://") + 3;
    const auto host      = url.substr(begin, url.find_first_of(":/", begin) - begin);
    const bool is_number = host.find_first_not_of("0123456789.") == host.npos; // no name such as 127.example.org
    return host == "localhost" || (is_number && host.starts_with("127.")) || url.substr(begin).starts_with("[::1]");
}

std::optional<result_format> format_of(const std::string& name)
{
    if (name == "text" || name == "table" || name == "txt") return result_format::text;
    if (name == "csv") return result_format::csv;
    if (name == "json") return result_format::json;
    if (name == "markdown" || name == "md") return result_format::markdown;
    return std::nullopt;
}

result_format require_format(const session_options& options, const std::string& file)
{
    if (!options.format.empty())
    {
        if (const auto format = format_of(options.format)) return *format;
        throw failure{exit_status::usage, "--format: use text, csv, json or markdown"};
    }
    if (file == "-") return result_format::text;
    const auto extension = sdk::ascii::lowercase(std::filesystem::path{file}.extension().native());
    if (const auto format = extension.empty() ? std::nullopt : format_of(extension.substr(1))) return *format;
    throw failure{exit_status::usage,
                  "--output " + output::printable(file) +
                      ": name the format with --format, or end the name with .csv, .json, .md or .txt"};
}

/// `a, b or c`.
std::string list_text(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += (&name == &names.front() ? "" : &name == &names.back() ? " or " : ", ") + name;
    return text;
}

char read_csv_delimiter(const std::string& text)
{
    if (text == "," || text == ";") return text[0];
    if (text == "tab") return '\t';
    throw failure{exit_status::usage, "--csv-delimiter: use , or ; or the word tab"};
}

/// Data in any format has no effect on a terminal; pipes get it as it is.
void write_to_stdout(const output::result& result, output::format_options format)
{
    format.screen   = output::terminal::of(STDOUT_FILENO);
    const auto text = output::format(result, format);
    const bool raw  = format.screen.is_terminal && format.format != result_format::text;
    output::write_output("-", raw ? output::printable_lines(text) : text);
}

} // namespace

void session_options::declare_server(option_list& options, bool with_local)
{
    options.group("Server");
    options.add_text("server", "URL", "address of the server (default: VERBATIM_SERVER, or http://127.0.0.1:8000)",
                     server);
    options.add_text("key-file", "FILE",
                     "file with the API key (default: VERBATIM_KEY, VERBATIM_KEY_FILE, or ~/.config/verbatim/key)",
                     key_file);
    options.add_text("ca-file", "FILE", "certificates that TLS trusts, in PEM format", ca_file);
    if (with_local)
        options.add_flag(
            "local", "use a server of this command alone, with the built-in model: no network, no key, no cost", local);
    options.add("wait", "SECONDS", "how long to wait for a server that is away or busy (default: 300)",
                [this](const std::string& text) {
                    run.patience = std::chrono::seconds{read_number("--wait", text, 0, 86'400)};
                });
}

void session_options::declare_run(option_list& options)
{
    options.add_flag("again", "ask again, instead of reading the answer of an earlier run of the same command",
                     run.again);
    options.add_flag("dry-run", "show the expected calls, tokens and cost, and send nothing to a model", dry_run);
}

void session_options::declare_output(option_list& options, std::vector<std::string> tables_of_result)
{
    tables = std::move(tables_of_result);
    options.group("Result");
    options.add(
        "output", "FILE",
        "write the result to a file; the end of its name is the format: .csv, .json, .md, .txt. Can be repeated; - is "
        "standard output",
        [this](const std::string& file) { outputs.push_back(file); }, 'o');
    options.add_text("format", "FORMAT", "text, csv, json or markdown (default: by --output, else text)", format);
    if (tables.size() > 1) options.add_text("table", "NAME", "table that CSV has: " + list_text(tables), table);
    options.add_flag("excel", "CSV with a byte order mark, and without cells that a spreadsheet takes for formulas",
                     for_excel);
    options.add("csv-delimiter", "CHARACTER", "between the cells of CSV: , or ; or tab (default: ,)",
                [this](const std::string& text) { csv_delimiter = read_csv_delimiter(text); });
    options.add_flag("quiet", "print no progress and no notes", quiet, 'q');
}

void session_options::check() const
{
    for (const auto& file : outputs) (void)require_format(*this, file);
    if (outputs.empty()) (void)require_format(*this, "-");
    if (!table.empty() && std::ranges::find(tables, table) == tables.end())
        throw failure{exit_status::usage, "--table: use " + list_text(tables)};
    if (local && !(server.empty() && key_file.empty()))
        throw failure{exit_status::usage, "--local: excludes --server and --key-file"};
}

session::session(const session_options& options)
    : options_{options}
    , progress_{options.quiet}
{
    options.check();
    if (options.local) local_ = std::make_unique<server::local_server>(); // starts while the file is read
}

void session::connect()
{
    if (client_) return;
    server::access target;
    if (local_) target = local_->target();
    else
    {
        target = {.base_url = server_url(options_), .key = read_key(options_, progress_), .ca_file = options_.ca_file};
        target.direct = is_loopback(target.base_url); // no proxy sees what stays on this machine
        if (!target.direct && target.base_url.starts_with("http://"))
            progress_.note("Warning: the key and the records cross the network unencrypted; use https");
    }
    client_ = std::make_unique<server::http_client>(std::move(target));
    jobs_   = std::make_unique<server::job_run>(*client_, progress_, options_.run);
}

server::job_run& session::jobs()
{
    connect();
    return *jobs_;
}

boost::json::object session::get(const std::string& path) { return send({.path = path}); }

boost::json::object session::send(const server::http_request& request) { return parse_object(jobs().send(request)); }

std::string session::run(const std::string& path, const std::string& body) { return jobs().run(path, body); }

void session::write(const output::result& result)
{
    progress_.clear();
    output::format_options format{.table     = options_.dry_run ? "" : options_.table,
                                  .for_excel = options_.for_excel,
                                  .delimiter = options_.csv_delimiter};
    if (options_.outputs.empty())
    {
        format.max_rows = output::terminal::of(STDOUT_FILENO).is_terminal ? max_terminal_rows : 0;
        format.format   = require_format(options_, "-");
        return write_to_stdout(result, format);
    }
    for (const auto& file : options_.outputs)
    {
        format.format = require_format(options_, file);
        if (file == "-") write_to_stdout(result, format);
        else
        {
            output::write_output(file, output::format(result, format), result.is_secret);
            progress_.note("Wrote " + file);
        }
    }
}

} // namespace verbatim::cli::commands

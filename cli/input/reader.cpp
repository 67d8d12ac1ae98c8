#include "cli/input/reader.hpp"

#include "cli/failure.hpp"
#include "cli/server/interruption.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace verbatim::cli::input {

namespace json = boost::json;

namespace {

constexpr std::size_t max_file_size = VERBATIM_MAX_FILE_SIZE; ///< of the rules of the reader
constexpr std::size_t portion       = 1'000;                  ///< rows that the script hands over at a time

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

} // namespace

std::string read_file(const std::string& path)
{
    const auto fail = [&](const std::string& problem) {
        throw failure{exit_status::input, (path == "-" ? "standard input" : path) + problem};
    };
    const descriptor file{path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file.number < 0) fail(std::string{": cannot be opened: "} + std::strerror(errno));
    std::string bytes;
    if (struct stat status; ::fstat(file.number, &status) == 0 && S_ISREG(status.st_mode))
        bytes.reserve(static_cast<std::size_t>(std::min<off_t>(status.st_size, max_file_size)) + 1);
    for (char buffer[1 << 16];;)
    {
        wait_for_input(file.number);
        const auto count = ::read(file.number, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(std::string{": cannot be read: "} + std::strerror(errno));
        if (count == 0) return bytes;
        bytes.append(buffer, static_cast<std::size_t>(count));
        if (bytes.size() > max_file_size)
            fail(" has more than " + std::to_string(max_file_size >> 20) + " MiB. Divide it into several files");
    }
}

file_table reader::open(const std::string& path, const read_options& options)
{
    return parse(read_file(path), path, options);
}

file_table reader::parse(std::string_view bytes, const std::string& name, const read_options& options)
{
    json::object values{{"name", name},
                        {"encoding", options.encoding},
                        {"sheetName", options.sheet},
                        {"first", options.first},
                        {"asIs", options.as_is}};
    if (!options.format.empty()) values["format"] = options.format;
    if (options.delimiter) values["delimiter"] = std::string{*options.delimiter};
    if (options.has_header) values["hasHeader"] = *options.has_header;
    const auto description = script_.run("open", values, bytes).as_object();
    file_table file;
    file.rows.place_word = json::value_to<std::string>(description.at("placeWord"));
    file.row_count       = description.at("count").to_number<std::size_t>();
    file.notes           = json::value_to<std::vector<std::string>>(description.at("notes"));
    for (const auto& column : description.at("columns").as_array())
        file.rows.add_column(json::value_to<std::string>(column));
    if (const auto id = description.at("id").as_int64(); id >= 0) file.id = static_cast<std::size_t>(id);
    return file;
}

std::size_t reader::column(const std::string& name, const std::string& option)
{
    return script_.run("column", {{"name", name}, {"option", option}}).to_number<std::size_t>();
}

void reader::take_rows(file_table& file)
{
    take("rows", file.row_count, {}, [&](const json::array& cells) {
        file.rows.begin_row(cells.front().to_number<std::size_t>());
        for (const auto* cell = cells.begin() + 1; cell != cells.end(); ++cell) file.rows.add_cell(cell->as_string());
    });
}

json::object reader::match(const json::object& choice) { return script_.run("match", choice).as_object(); }

void reader::take(const char* action, std::size_t count, json::object values,
                  const std::function<void(const json::array&)>& add)
{
    values["count"] = portion;
    for (std::size_t from = 0; from < count; from += portion)
    {
        values["from"]  = from;
        const auto part = script_.run(action, values);
        for (const auto& item : part.as_array()) add(item.as_array());
    }
}

std::string reader::framework(const std::string& path)
{
    return json::serialize(script_.run("framework", {{"name", path}}, read_file(path)));
}

std::optional<std::string> reader::certain_day(const std::string& text)
{
    auto day = json::value_to<std::string>(script_.run("certainDate", {{"date", text}}));
    return day.empty() ? std::nullopt : std::optional{std::move(day)};
}

bool reader::is_date(const std::string& text) { return script_.run("isDate", {{"date", text}}).as_bool(); }

} // namespace verbatim::cli::input

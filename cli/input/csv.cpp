#include "cli/input/csv.hpp"

#include "cli/failure.hpp"
#include "cli/plural.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace verbatim::cli::input {

namespace {

constexpr std::size_t sample_records = 20; ///< that decide on a delimiter
constexpr std::size_t max_columns    = 2'000;

[[noreturn]] void fail(std::size_t row, const std::string& problem)
{
    throw failure{exit_status::input, "row " + std::to_string(row) + ": " + problem};
}

/// Reads records one by one.
class reader
{
public:
    reader(std::string_view text, char delimiter)
        : text_{text}
        , delimiter_{delimiter}
    {}

    bool        at_end() const noexcept { return at_ == text_.size(); }
    std::size_t row() const noexcept { return row_; }

    /// Calls `take` with each cell of the next record.
    template <class Take>
    void read_record(Take take)
    {
        ++row_;
        do take(read_cell());
        while (skip_delimiter());
    }

private:
    std::string_view read_cell() { return !at_end() && text_[at_] == '"' ? read_quoted() : read_plain(); }

    std::string_view read_plain()
    {
        const auto begin = at_;
        while (!at_end() && text_[at_] != delimiter_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
        return text_.substr(begin, at_ - begin);
    }

    std::string_view read_quoted()
    {
        unquoted_.clear();
        for (++at_;; ++at_)
        {
            const auto quote = text_.find('"', at_);
            if (quote == text_.npos)
                fail(row_, "a quoted cell has no end. Add the closing quote; a quote inside a cell is written twice");
            unquoted_.append(text_, at_, quote - at_);
            at_ = quote + 1;
            if (at_end() || text_[at_] != '"') break;
            unquoted_ += '"';
        }
        require_end_of_cell();
        return unquoted_;
    }

    void require_end_of_cell()
    {
        while (!at_end() && text_[at_] == ' ' && delimiter_ != ' ') ++at_;
        if (!at_end() && text_[at_] != delimiter_ && text_[at_] != '\n' && text_[at_] != '\r')
            fail(row_, "text follows the closing quote of a cell. A quote inside a quoted cell is written twice");
    }

    /// Otherwise skips the end of the record.
    bool skip_delimiter()
    {
        if (at_end()) return false;
        const char c = text_[at_++];
        if (c == delimiter_) return true;
        if (c == '\r' && !at_end() && text_[at_] == '\n') ++at_;
        return false;
    }

    std::string_view text_;
    char             delimiter_;
    std::size_t      at_  = 0;
    std::size_t      row_ = 0;
    std::string      unquoted_;
};

/// Removes a first line `sep=;`, which Excel reads and writes.
std::optional<char> take_named_delimiter(std::string_view& text)
{
    if (!text.starts_with("sep=") || text.size() < 5) return std::nullopt;
    auto rest = text.substr(5);
    if (!rest.empty() && rest[0] != '\n' && rest[0] != '\r') return std::nullopt;
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
    const char delimiter = text[4];
    text                 = rest;
    return delimiter;
}

/// Cells of each of the first records; empty if the text is no CSV with this delimiter.
std::vector<std::size_t> cells_of_records(std::string_view text, char delimiter)
{
    std::vector<std::size_t> counts;
    reader                   records{text, delimiter};
    try
    {
        while (!records.at_end() && counts.size() != sample_records)
        {
            std::size_t cells = 0, characters = 0;
            records.read_record([&](std::string_view cell) { ++cells, characters += cell.size(); });
            if (characters != 0) counts.push_back(cells);
        }
    }
    catch (const failure&)
    {
        return {};
    }
    return counts;
}

/// Whether the records have the same number of cells, and how many; the first one names the columns.
std::pair<std::size_t, std::size_t> rate(const std::vector<std::size_t>& counts)
{
    if (counts.empty() || counts.front() < 2) return {0, 0};
    const auto equal = static_cast<std::size_t>(std::ranges::count(counts, counts.front()));
    return {equal * 100 / counts.size(), counts.front()};
}

/// Names that are blank or occur before get a number.
void name_columns(table& rows, const std::vector<std::string>& names)
{
    std::set<std::string> used;
    for (const auto& name : names)
    {
        const auto base   = name.empty() ? "column " + std::to_string(rows.columns().size() + 1) : name;
        auto       unique = base;
        for (int n = 2; !used.insert(unique).second; ++n) unique = base + " (" + std::to_string(n) + ")";
        rows.add_column(unique);
    }
}

void require_columns(const table& rows, std::size_t cells, std::size_t row)
{
    if (cells <= rows.columns().size()) return;
    fail(row, "has " + std::to_string(cells) + " cells, but the first row names " +
                  plural(std::to_string(rows.columns().size()), "column") +
                  ". Put a cell with a delimiter or a line break between quotes, or name the delimiter with "
                  "--delimiter");
}

/// Adds the next record, unless it is blank. Cells beyond the columns may be blank, as spreadsheets write them.
void add_row(reader& records, std::size_t place, table& rows)
{
    std::size_t cells = 0, filled = 0;
    rows.begin_row(place);
    records.read_record([&](std::string_view cell) {
        ++cells;
        if (!sdk::utf8::is_blank(cell)) filled = cells;
        if (cells <= rows.columns().size()) rows.add_cell(cell);
    });
    require_columns(rows, filled, place);
    if (filled == 0) rows.drop_row();
}

std::vector<std::string> read_names(reader& records)
{
    std::vector<std::string> names;
    while (names.empty() && !records.at_end())
    {
        records.read_record([&](std::string_view cell) {
            if (names.size() == max_columns) fail(records.row(), "more than 2000 columns");
            names.emplace_back(sdk::utf8::trimmed(cell));
        });
        while (!names.empty() && names.back().empty()) names.pop_back();
    }
    return names;
}

} // namespace

char guess_delimiter(std::string_view text)
{
    if (const auto named = take_named_delimiter(text)) return *named;
    char best = ',';
    auto most = std::pair<std::size_t, std::size_t>{};
    for (const char delimiter : {',', ';', '\t', '|'})
        if (const auto rating = rate(cells_of_records(text, delimiter)); rating > most)
        {
            most = rating;
            best = delimiter;
        }
    return best;
}

table parse_csv(std::string_view text, std::optional<char> delimiter)
{
    const auto named = take_named_delimiter(text);
    reader     records{text, delimiter ? *delimiter : named ? *named : guess_delimiter(text)};
    table      rows;
    name_columns(rows, read_names(records));
    if (rows.columns().empty()) throw failure{exit_status::input, "has no rows. The first row names the columns"};
    while (!records.at_end()) add_row(records, records.row() + 1 + (named ? 1 : 0), rows);
    return rows;
}

} // namespace verbatim::cli::input

#include "recording/row_import.hpp"

#include "recording/lost_rows.hpp"
#include "recording/store.hpp"
#include "recording/stored_columns.hpp"

#include "database/session.hpp"

#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::core::recording {

namespace {

/// The beginning of every SQLite file: https://www.sqlite.org/fileformat.html#magic_header_string
constexpr std::string_view sqlite_header{"SQLite format 3\0", 16};

class row_importer
{
public:
    explicit row_importer(store& target) noexcept
        : target_{target}
    {}

    void add(std::optional<usage_row> row)
    {
        if (row) rows_.push_back(*std::move(row));
        else ++result_.unreadable;
        if (rows_.size() == max_group_rows) write();
    }

    import_result finish()
    {
        write();
        return result_;
    }

private:
    void write()
    {
        std::uint64_t rejected = 0;
        const auto    error    = write_bisecting(
                  rows_, [this](std::span<const usage_row> rows) { return try_write(target_, rows); },
                  [&](const usage_row&) { ++rejected; });
        if (error) throw database::failure{*error};
        result_.rows += rows_.size() - rejected;
        result_.unreadable += rejected;
        rows_.clear();
    }

    store&                 target_;
    std::vector<usage_row> rows_;
    import_result          result_;
};

std::string read_header(std::istream& in)
{
    std::string header(sqlite_header.size(), '\0');
    in.read(header.data(), static_cast<std::streamsize>(header.size()));
    header.resize(static_cast<std::size_t>(in.gcount()));
    in.clear();
    return header;
}

/// `begin`: what was read already. Returns whether the file could be read to its end.
bool import_log(std::string_view begin, std::istream& in, row_importer& importer)
{
    std::string line{begin.substr(begin.rfind('\n') + 1)}; // a line before it is too short for a row
    for (std::string rest; std::getline(in, rest); line.clear())
    {
        line += rest;
        if (is_lost_row(line)) importer.add(row_of_log_line(line));
    }
    return !in.bad();
}

/// An outbox file that is read a group at a time, so that one of any size needs little memory.
class outbox_reader
{
public:
    explicit outbox_reader(const std::filesystem::path& file)
    {
        read([&] { db_ = database::open({.file = file}); });
    }

    bool is_damaged() const noexcept { return is_damaged_; }

    /// The texts of the next rows; none at the end.
    std::vector<std::string> next()
    {
        std::vector<std::string>  texts;
        const database::parameter values[]{{"last", last_}, {"most", static_cast<std::int64_t>(max_group_rows)}};
        read([&] { // what stands before damage is kept
            db_->for_each_row("select n, row from rows where n > :last order by n limit :most", 2, values,
                              [&](const database::row& row) {
                                  last_ = database::parse_integer(row.at(0));
                                  texts.push_back(row.at(1).value_or(""));
                              });
        });
        return texts;
    }

    /// Rows that a server could not read either.
    std::uint64_t count_damaged_rows()
    {
        std::int64_t count = 0;
        read([&] {
            if (!db_->select("select 1 from sqlite_schema where name = 'damaged_rows'", 1, {}).empty())
                count = database::parse_integer(db_->select("select count(*) from damaged_rows", 1, {}).at(0).at(0));
        });
        return static_cast<std::uint64_t>(count);
    }

private:
    template <class Work>
    void read(Work&& work)
    try
    {
        if (!is_damaged_) work();
    }
    catch (const database::failure& error)
    {
        if (error.kind() != database::error_kind::corrupt) throw unreadable_file{database::to_string(error.kind())};
        is_damaged_ = true;
    }

    std::unique_ptr<database::session> db_;
    std::int64_t                       last_       = -1;
    bool                               is_damaged_ = false;
};

import_result import_outbox(const std::filesystem::path& file, row_importer& importer)
{
    outbox_reader reader{file};
    for (auto texts = reader.next(); !texts.empty(); texts = reader.next())
        for (const auto& text : texts) importer.add(row_from_json(text));
    auto result = importer.finish();
    result.unreadable += reader.count_damaged_rows();
    result.is_damaged = reader.is_damaged();
    return result;
}

} // namespace

import_result import_rows(const std::filesystem::path& file, store& target)
{
    std::ifstream in{file, std::ios::binary};
    if (!in || std::filesystem::is_directory(file)) throw unreadable_file{"io"};
    row_importer importer{target};
    const auto   header = read_header(in);
    if (header == sqlite_header) return import_outbox(file, importer);
    const bool is_complete = import_log(header, in, importer);
    auto       result      = importer.finish();
    result.is_damaged      = !is_complete;
    return result;
}

} // namespace verbatim::core::recording

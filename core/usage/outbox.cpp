#include "usage/outbox.hpp"

#include "usage/row_text.hpp"

#include "database/now.hpp"
#include "database/session.hpp"

#include <charconv>
#include <string>

namespace verbatim::core::usage {
namespace {

/// Pages of 4 KiB that may lie free in the file before they are given back to the disk.
constexpr std::int64_t spare_pages = 4'096;

std::int64_t number(const std::optional<std::string>& column)
{
    std::int64_t found = 0;
    if (column) std::from_chars(column->data(), column->data() + column->size(), found);
    return found;
}

std::int64_t number(database::session& on, const std::string& question)
{
    return number(on.select(question, 1, {}).at(0).at(0));
}

} // namespace

outbox::outbox(const std::filesystem::path& file, database::patience with)
    : where_{.file = file}
    , with_{with}
{
    open();
}

outbox::~outbox() = default;

void outbox::open()
{
    on_ = database::open(where_, with_);
    if (number(*on_, "select count(*) from sqlite_schema where name = 'rows'") == 0)
    {
        // Whether free space can be given back is decided before the first table, and takes effect with a vacuum.
        on_->run("pragma auto_vacuum = incremental; vacuum");
        // No number is given twice, neither after the table was empty nor in a file that replaces another: a batch that
        // was read before can then never stand for rows that came later.
        on_->run("begin immediate;"
                 "create table if not exists rows (n integer primary key autoincrement, row text not null) strict;"
                 "insert into sqlite_sequence (name, seq) select 'rows', " +
                 std::to_string(database::microseconds_now()) +
                 " where not exists (select 1 from sqlite_sequence where name = 'rows');"
                 "commit");
    }
    depth_ = static_cast<std::uint64_t>(number(*on_, "select count(*) from rows"));
}

/// Once more when the file was taken away: into a new one.
template <class Work>
auto outbox::on_open_file(Work&& work)
{
    const std::scoped_lock lock{guard_};
    for (bool again = false;; again = true)
    {
        try
        {
            if (!on_) open();
            on_->ensure_in_place();
            return work(*on_);
        }
        catch (const database::failure& error)
        {
            if (error.kind() != database::trouble::busy) on_.reset();
            if (error.kind() != database::trouble::replaced || again) throw;
        }
    }
}

void outbox::put(std::span<const attempt> rows)
{
    const std::string         text     = as_json(rows);
    const database::parameter values[] = {{"rows", std::string_view{text}}};
    on_open_file([&](database::session& on) {
        on.change("insert into rows (row) select value from json_each(:rows)", values);
        on.ensure_in_place();
        depth_ += rows.size();
    });
}

outbox::batch outbox::oldest(std::size_t most)
{
    const database::parameter values[] = {{"most", static_cast<std::int64_t>(most)}};
    return on_open_file([&](database::session& on) {
        batch       found;
        std::string text{"["};
        on.each("select n, row from rows order by n limit :most", 2, values, [&](const database::row& one) {
            found.last = number(one.at(0));
            text += text.size() > 1 ? "," : "";
            text += one.at(1).value();
        });
        found.rows = from_json(text + ']');
        if (found.rows.empty()) depth_ = 0; // another process was faster
        return found;
    });
}

void outbox::drop(const batch& done)
{
    const database::parameter values[] = {{"last", done.last}};
    on_open_file([&](database::session& on) {
        const auto gone = static_cast<std::uint64_t>(on.change("delete from rows where n <= :last", values));
        depth_ -= gone < depth_ ? gone : depth_.load();
        if (depth_ == 0) give_back_space();
    });
}

void outbox::give_back_space()
{
    if (number(*on_, "select freelist_count from pragma_freelist_count") > spare_pages)
        on_->run("pragma incremental_vacuum");
}

} // namespace verbatim::core::usage

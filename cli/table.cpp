#include "cli/table.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::cli {

std::size_t table::cell_count(std::size_t row) const noexcept
{
    const auto end = row + 1 == rows_.size() ? ends_.size() : rows_[row + 1].first_cell;
    return end - rows_[row].first_cell;
}

std::string_view table::cell(std::size_t row, std::size_t column) const noexcept
{
    if (column >= cell_count(row)) return {};
    const auto index = rows_[row].first_cell + column;
    const auto begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view{text_}.substr(begin, ends_[index] - begin);
}

std::optional<std::size_t> table::find_column(std::string_view name) const noexcept
{
    const auto found = std::ranges::find(columns_, name);
    if (found == columns_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns_.begin());
}

std::size_t table::add_column(std::string name)
{
    columns_.push_back(std::move(name));
    return columns_.size() - 1;
}

void table::begin_row(std::size_t place) { rows_.push_back({ends_.size(), place}); }

void table::add_cell(std::string_view text)
{
    text_.append(text);
    ends_.push_back(text_.size());
}

void table::add_row(const std::vector<std::string>& cells)
{
    begin_row();
    for (const auto& cell : cells) add_cell(cell);
}

void table::drop_row()
{
    ends_.resize(rows_.back().first_cell);
    text_.resize(ends_.empty() ? 0 : ends_.back());
    rows_.pop_back();
}

} // namespace verbatim::cli

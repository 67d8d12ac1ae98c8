#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::cli {

/// Rows of cells with texts, stored in one buffer, so that a large file needs little more than its size. Rows may have
/// fewer cells than there are columns; the rest is empty. Views of cells are valid until the next change.
class table
{
public:
    const std::vector<std::string>& columns() const noexcept { return columns_; }
    std::size_t                     row_count() const noexcept { return rows_.size(); }
    std::string_view                cell(std::size_t row, std::size_t column) const noexcept;
    std::optional<std::size_t>      find_column(std::string_view name) const noexcept;

    /// A further column, at the end. Returns its index.
    std::size_t add_column(std::string name);

    /// Begins a row. `place` is where people find it: the row of a spreadsheet, or the line of a file.
    void begin_row(std::size_t place = 0);
    void add_cell(std::string_view text);
    /// Appends a row of cells.
    void add_row(const std::vector<std::string>& cells);
    /// Removes the row that was begun last.
    void drop_row();

    /// How many cells the row has, also beyond the columns.
    std::size_t cell_count(std::size_t row) const noexcept;
    std::size_t place(std::size_t row) const noexcept { return rows_[row].place; }
    /// "row 12" for people.
    std::string place_name(std::size_t row) const { return place_word + " " + std::to_string(place(row)); }

    std::string place_word = "row";

private:
    struct row_start
    {
        std::size_t first_cell;
        std::size_t place;
    };

    std::vector<std::string> columns_;
    std::string              text_;
    std::vector<std::size_t> ends_; ///< of the cells in text_
    std::vector<row_start>   rows_;
};

} // namespace verbatim::cli

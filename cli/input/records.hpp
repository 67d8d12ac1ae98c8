#pragma once

#include "cli/input/columns.hpp"
#include "cli/table.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace verbatim::cli::input {

/// Limits of the server, docs/reference/records.md.
inline constexpr std::size_t max_content_length = 100'000;
inline constexpr std::size_t max_id_length      = 256;

/// The feedback records of a table: its rows with text, and what was found about the others. Rows with the id and the
/// text of an earlier one add their codes to its record.
class record_set
{
public:
    /// Throws failure with the row of a record that no server takes.
    record_set(table rows, column_roles roles);

    const table&        rows() const noexcept { return rows_; }
    const column_roles& roles() const noexcept { return roles_; }

    std::size_t                     size() const noexcept { return selected_.size(); }
    const std::vector<std::size_t>& selected() const noexcept { return selected_; }             ///< rows, in order
    std::size_t                     content_length() const noexcept { return content_length_; } ///< characters, of all

    std::string id_of(std::size_t row) const;
    /// `YYYY-MM-DD`, or empty.
    std::string day_of(std::size_t row) const;

    /// Records have no metadata from now on, for operations that read none.
    void leave_out_metadata() noexcept { has_metadata_ = false; }

    /// Leaves out these records; the positions are those of `selected`.
    void drop(const std::vector<std::size_t>& positions);

    /// Appends the JSON of a row: id, content, url_id and metadata. The date is the member `created`, codes are
    /// `coding_level_1` and so on, other metadata has the name of its column.
    void append_json(std::size_t row, std::string& json) const;
    /// The array of the records at these positions of `selected`.
    void append_json_array(std::size_t first, std::size_t count, std::string& json) const;

    /// Sentences about rows that have no text, no date, or an id of another row.
    std::vector<std::string> notes() const;

private:
    void check(std::size_t row);
    bool is_merged(std::size_t row);
    void append_metadata(std::size_t row, std::string& json) const;
    void append_codes(std::size_t row, std::size_t level, std::string& json) const;

    table                                                     rows_;
    column_roles                                              roles_;
    std::vector<std::size_t>                                  selected_;
    std::unordered_map<std::string, std::size_t>              first_rows_; ///< by id
    std::unordered_map<std::size_t, std::vector<std::size_t>> merged_;     ///< further rows of a record, by its first
    bool                                                      has_metadata_   = true;
    std::size_t                                               content_length_ = 0;
    std::size_t                                               blank_          = 0;
    std::size_t                                               undated_        = 0;
    std::size_t                                               repeated_ids_   = 0;
    std::size_t                                               merged_rows_    = 0;
    std::string                                               first_undated_, first_repeated_;
};

} // namespace verbatim::cli::input

#pragma once

#include "cli/input/reader.hpp"
#include "cli/table.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::cli::input {

/// The name of a column to send, and the option that gave it.
struct metadata_name
{
    std::string name;
    std::string option = "--metadata";
};

/// How options want records to be made. Names of columns that are absent are guessed; "none" is no column.
struct record_choice
{
    std::vector<std::string>                text;
    std::optional<std::string>              id, date, url_id;
    std::optional<std::vector<std::string>> codes;
    std::vector<metadata_name>              metadata;
    std::optional<std::string> order;         ///< of dates, "dmy" or "mdy"; by default what the column itself shows
    std::optional<std::string> separator;     ///< of codes in a cell; empty: none. By default what the cells show
    bool                       apart = false; ///< each text of a row is a record, with its column as the question
    bool                       as_is = false; ///< also with texts that are cut
    bool                       has_metadata = true;
};

/// A feedback record of a file.
struct record
{
    std::size_t row;      ///< of the table
    std::string id, day;  ///< `YYYY-MM-DD` or empty
    std::string question; ///< the column of the text, if each text of a row is a record
    std::string json;     ///< as the server reads it, docs/reference/records.md
};

/// The feedback records of a file and its rows.
class record_set
{
public:
    /// Takes rows and records of the last file of the reader. Throws failure that names the row or option.
    record_set(reader& reader, file_table file, const record_choice& choice);

    const table&               rows() const noexcept { return rows_; }
    const std::vector<record>& records() const noexcept { return records_; }
    std::size_t                size() const noexcept { return records_.size(); }
    const record&              operator[](std::size_t position) const noexcept { return records_[position]; }

    bool has_ids() const noexcept { return has_ids_; }             ///< a column of the file names each record
    bool has_questions() const noexcept { return has_questions_; } ///< rows have a record for each text
    /// The mode for `auto`: docs/reference/operations/analyze-bulk.md#choice-of-the-mode.
    const std::string& mode() const noexcept { return mode_; }
    /// The name in the metadata of the records of a column that record_choice::metadata names.
    const std::string& field_of(const std::string& column) const { return fields_.at(column); }

    /// Leaves out the records at these positions.
    void drop(const std::vector<std::size_t>& positions);

    /// Appends the array of `count` records.
    void append_json_array(std::size_t first, std::size_t count, std::string& json) const;

    /// Calls `use` for each row in order: with each of its records and their positions, or once with null.
    void for_each_row(const std::function<void(std::size_t row, const record*, std::size_t position)>& use) const;

    const std::string&              description() const noexcept { return description_; } ///< of the columns
    const std::vector<std::string>& notes() const noexcept { return notes_; }             ///< about columns and rows

private:
    table                              rows_;
    std::vector<record>                records_;
    std::map<std::string, std::string> fields_;
    std::string                        mode_, description_;
    std::vector<std::string>           notes_;
    bool                               has_ids_, has_questions_;
};

} // namespace verbatim::cli::input

#pragma once

#include "cli/input/records.hpp"
#include "cli/output/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::cli::commands {

/// A table of all rows of a file with further columns, for CSV. A row may occur several times.
class record_table
{
public:
    record_table(const input::record_set& records, const std::vector<std::string>& added);

    /// A row of the file, with its record, if it has one, and the cells of the added columns.
    void add(std::size_t row, const input::record* record, const std::vector<std::string>& cells);

    output::result_table take() && { return std::move(content_); }

private:
    const input::record_set& records_;
    output::result_table     content_;
};

} // namespace verbatim::cli::commands

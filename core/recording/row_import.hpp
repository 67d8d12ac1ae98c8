#pragma once

#include "recording/store.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace verbatim::core::recording {

/// A file that cannot be opened or read; what() is an error kind of the database, such as "io".
class unreadable_file : public std::runtime_error
{
public:
    explicit unreadable_file(std::string_view kind)
        : runtime_error{std::string{kind}}
    {}
};

struct import_result
{
    std::uint64_t rows       = 0;     ///< in the store now, earlier ones included
    std::uint64_t unreadable = 0;     ///< rows with damaged or rejected columns
    bool          is_damaged = false; ///< the file could not be read to its end
};

/// Writes the rows of a file to a store: the lines `usage_row_lost` of a log, or the rows of an outbox file, also of
/// one that was set aside. A row that is stored already is left as it is, so importing a file twice is harmless. No row
/// of the file is changed. Throws unreadable_file, and database::failure of the store.
import_result import_rows(const std::filesystem::path& file, store& target);

} // namespace verbatim::core::recording

#pragma once

#include "cli/table.hpp"

#include <optional>
#include <string>

namespace verbatim::cli::input {

enum class file_format
{
    csv,
    json,
    json_lines,
    yaml,
};

struct read_options
{
    std::optional<file_format> format; ///< else by the name of the file, else by its first bytes
    std::string                encoding;
    std::optional<char>        delimiter; ///< of CSV
};

/// "csv", "json", "jsonl" or "yaml". Throws failure for others.
file_format format_named(const std::string& name);

/// A readable file as bytes; `-` is standard input. Throws failure that names it.
std::string read_file(const std::string& path);

/// The rows of the bytes of a file, whose name may tell the format. Throws failure that names the row and the fix.
table parse_table(std::string bytes, const std::string& name, const read_options& options = {});

/// Reads the rows of a file. Throws failure that names the file, the row and the fix.
table read_table(const std::string& path, const read_options& options = {});

} // namespace verbatim::cli::input

#pragma once

#include "cli/output/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace verbatim::cli::output {

std::string as_text(const result& result, const format_options& options);
std::string as_markdown(const result& result);

/// RFC 4180, with line feeds, and commas or another delimiter. Throws failure for a table that the result does not
/// have.
std::string as_csv(const result& result, const format_options& options);

/// Markdown of a model for a terminal: headings, lists and paragraphs in lines of its width, links as their texts.
std::string render_markdown(std::string_view markdown, const terminal& screen);

/// From 1 to 6 for a heading in Markdown; 0 for another line, such as `#1 is water`.
std::size_t heading_level(std::string_view line);

/// A table in lines of at most the width of the terminal: numbers whole, texts cut.
std::string render_table(const result_table& content, const terminal& screen, std::size_t max_rows);

} // namespace verbatim::cli::output

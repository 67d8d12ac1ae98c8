#pragma once

#include <string>

namespace verbatim::cli::input {

/// The text of a file as UTF-8 without a byte order mark. A mark names the encoding; otherwise `encoding` does, or the
/// text is UTF-8. Throws failure with the line of the first byte that is no text, and the fix.
std::string to_utf8(std::string bytes, const std::string& encoding = {});

} // namespace verbatim::cli::input

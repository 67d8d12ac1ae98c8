#pragma once

#include <string>
#include <string_view>

namespace verbatim::core::extractive {

/// Reply `record_summary`: a title of the record's key phrases, and its three to five most central sentences as
/// bullets.
std::string summarize_record(std::string_view message);

/// Reply `bulk_summary`: a title of the two leading themes, and one bullet for each theme, most frequent first, with
/// its count, ids and one sentence, in the language that `system` asks for or else that of most records.
std::string summarize_records(std::string_view system, std::string_view message);

} // namespace verbatim::core::extractive

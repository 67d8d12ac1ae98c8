#pragma once

#include "verbatim/feedback/record.hpp"

#include <span>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// `text` with each mention of a record's id as a Markdown link to the record in the CRM, `[id](base/url_id)`. Existing
/// links and addresses stay unchanged. Without a base URL nothing changes. The rules:
/// docs/reference/output.md#hyperlinks.
std::string with_links(std::string_view text, std::string_view base_url, std::span<const record* const> records);

} // namespace verbatim::feedback

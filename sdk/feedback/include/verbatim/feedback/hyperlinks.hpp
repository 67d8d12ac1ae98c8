#pragma once

#include "verbatim/feedback/record.hpp"

#include <span>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// Every mention of a record's id in `text` as a Markdown link to the record in the CRM, `[id](base/url_id)`. One pass;
/// what is inside a link or an address, `https://…`, already is left alone. Without a base URL, or with a blank one,
/// the text as it is.
std::string with_links(std::string_view text, std::string_view base_url, std::span<const record* const> records);

} // namespace verbatim::feedback

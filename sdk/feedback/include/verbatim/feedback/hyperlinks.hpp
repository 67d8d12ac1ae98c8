#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/feedback/response_text.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace verbatim::feedback {

/// Bytes of a linked text in a response, which holds it twice: in its field and in pretty_output.
inline constexpr std::size_t max_linked_bytes = 4u << 20;

/// Characters of `crm_feedback_base_url`.
inline constexpr std::size_t max_base_url_length = 2'048;

/// `text` with each mention of a record's id as a Markdown link to the record in the CRM, `[id](base/url_id)`. Existing
/// links and addresses stay unchanged. Without a base URL nothing changes. The rules:
/// docs/reference/output.md#hyperlinks. The first link that would make the text longer than `max_json_bytes`, as JSON,
/// and all after it are left out.
response_text with_links(const response_text& text, std::string_view base_url, std::span<const record* const> records,
                         std::size_t max_json_bytes = max_linked_bytes);

/// `with_links`, on the pool if the texts or the possible result are large. The arguments are borrowed until the task
/// has ended. [call] [may wait]
sdk::task<response_text> add_links(sdk::call& call, const response_text& text, std::string_view base_url,
                                   std::span<const record* const> records);

} // namespace verbatim::feedback

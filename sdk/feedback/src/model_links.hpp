#pragma once

#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The Markdown of a model without images, HTML tags, and links that do not lead below `base_url`; the texts of links
/// and the alternative texts of images stay. A model that a record misleads could otherwise send text to a foreign
/// server as soon as the output is displayed. For output whose placeholders are not restored yet. The rules:
/// docs/reference/output.md#links-and-images-of-a-model.
std::string without_foreign_links(std::string_view markdown, std::string_view base_url = {});

} // namespace verbatim::feedback

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

/// Markdown without images, HTML tags, and links that do not lead below `base_url`; the texts of links and the
/// alternative texts of images stay. What remains holds no sequence that begins a link, an image or a tag, whatever
/// stands around it. The rules: docs/reference/output.md#links-and-images-of-a-model.
std::string without_foreign_links(std::string_view markdown, std::string_view base_url = {});

/// Whether text that ends with `left`, followed by text that begins with `right`, may begin a link, an image or a tag.
bool begins_markup(char left, char right);

/// The text on one line, with a blank inside each pair of characters that may begin a link, an image or a tag.
std::string as_plain_text(std::string_view text);

inline constexpr auto npos = std::string_view::npos;

/// The position of the closing bracket for each opening one of a Markdown text, in a single pass; npos elsewhere. A
/// blank line ends all open brackets.
std::vector<std::size_t> bracket_pairs(std::string_view text, char open, char close);

} // namespace verbatim::feedback

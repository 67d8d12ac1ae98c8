#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::extractive {

/// One tagged part of a message. Both views are borrowed from the message and still escaped.
struct element
{
    std::string_view id; ///< value of the attribute `id`; empty when there is none
    std::string_view inner;
};

/// Every element `tag` of `text`, in order; elements of one name do not nest. One without its closing tag ends where
/// the next begins, or with the text. Text of callers cannot form a tag: it is escaped. Linear in the length of `text`.
std::vector<element> elements(std::string_view text, std::string_view tag);

/// The inside of the first element `tag`; empty when there is none.
std::string_view inside(std::string_view text, std::string_view tag);

/// The inside of the first element `tag`, up to its last closing tag: for material that may hold elements of the same
/// name.
std::string_view inside_outermost(std::string_view text, std::string_view tag);

/// The five entities that the service escapes become the characters they stand for, in one pass.
std::string unescape(std::string_view text);

/// The length of the redaction placeholder, such as <PERSON_0>, that begins at `text[0]`; 0 when none does.
std::size_t placeholder_length(std::string_view text);

} // namespace verbatim::core::extractive

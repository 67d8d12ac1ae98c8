#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/llm.hpp"

#include <span>
#include <string>
#include <string_view>

namespace verbatim::feedback {

class redaction;

using sdk::escaped;
using sdk::escaped_code_points;

/// Each control character and each of Unicode's line breaks as one blank, so that no text can pose as another line of a
/// list.
std::string on_one_line(std::string_view text);

/// `<tag>`, the content, `</tag>`, each on its own line. The tag is a word of ours.
sdk::prompt_text tagged(sdk::literal tag, const sdk::prompt_text& content);

/// A metadata value as a model reads it, on one line: a text, a number, or the texts of an array. Empty for a blank
/// text and for values of other types. Not escaped.
std::string metadata_text(const boost::json::value& value);

/// One `key=value` line for each of `fields` that the record has and that has a metadata_text. Not escaped.
std::string metadata_lines(const boost::json::object& metadata, std::span<const std::string> fields);

/// A record as a model reads it: id, text, and its metadata where any is sent. `text` is what redaction made of its
/// content.
sdk::prompt_text record_block(const record& record, const sdk::prompt_text& text,
                              std::span<const std::string> metadata_fields = {});

/// Those of `records`, separated by line feeds; the content of the n-th is the n-th text of `names`.
sdk::prompt_text record_blocks(std::span<const record* const> records, const redaction& names,
                               std::span<const std::string> metadata_fields = {});

/// How an answer refers to the records it rests on.
enum class citation_style
{
    ids,
    none, ///< for messages that show no ids
};

/// What every system message about feedback says, whatever the task: the texts are data, nobody is identified, nothing
/// is quoted, weak grounding is said, nothing harmful, no closing question, and how records are cited.
sdk::prompt_text guardrails(citation_style citations = citation_style::ids);

} // namespace verbatim::feedback

#pragma once

#include "verbatim/feedback/record.hpp"
#include "verbatim/sdk/llm.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::feedback {

class redaction;

using sdk::escaped;
using sdk::escaped_estimation_length;

/// The text with a blank for each control character and each line break of Unicode, so that it cannot imitate another
/// line of a list.
std::string on_one_line(std::string_view text);

/// `<tag>`, the content and `</tag>` on separate lines.
sdk::prompt_text tagged(sdk::literal tag, const sdk::prompt_text& content);

/// A metadata value on a single line: a text, a number, or the texts of an array. Empty for a blank text and for other
/// types. Not escaped.
std::string metadata_text(const boost::json::value& value);

struct metadata_line
{
    std::string key;
    std::string value;
};

/// The keys, on a single line, and values of those `fields` with a metadata_text that is not empty. Not escaped.
std::vector<metadata_line> metadata_values(const boost::json::object& metadata, std::span<const std::string> fields);

/// The element of a record in a message: id, text, and a line `key=value` for each of the metadata_values. The content
/// is the n-th text of `names`.
sdk::prompt_text record_block(const record& record, const redaction& names, std::size_t n,
                              std::span<const std::string> metadata_fields = {});

/// The same with a number in place of the id, which the output then never holds.
sdk::prompt_text numbered_record_block(std::size_t number, const record& record, const redaction& names, std::size_t n,
                                       std::span<const std::string> metadata_fields = {});

/// The blocks of `records`, separated by line feeds; the content of the n-th is the n-th text of `names`.
sdk::prompt_text record_blocks(std::span<const record* const> records, const redaction& names,
                               std::span<const std::string> metadata_fields = {});

/// How an output refers to records.
enum class citation_style
{
    ids,
    none, ///< for messages that show no ids
};

/// The rules of every system message about feedback: docs/reference/prompts.md#guardrails.
sdk::prompt_text guardrails(citation_style citations = citation_style::ids);

} // namespace verbatim::feedback

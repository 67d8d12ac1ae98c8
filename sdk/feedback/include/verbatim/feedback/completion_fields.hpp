#pragma once

#include "verbatim/sdk/json_text.hpp"

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::feedback {

/// The output of a model, parsed leniently: a JSON object, alone or in a Markdown fence, or else labelled lines
/// (`SCORE: 0.8`), or else a JSON object in prose, with names in any letter case. A labelled text extends to the next
/// label. Unreadable output has no fields.
class completion_fields
{
public:
    /// `names` are the members and labels that may occur, lower case.
    completion_fields(std::string_view completion, std::initializer_list<std::string_view> names);

    /// The value of the first of `names` with a finite number.
    std::optional<double> number(std::initializer_list<std::string_view> names) const;
    /// The value of the first of `names` with a text that is not blank, trimmed.
    std::optional<std::string> text(std::initializer_list<std::string_view> names) const;

private:
    bool parse_object(std::string_view json, std::span<const std::string_view> names);
    void parse_lines(std::string_view completion, std::span<const std::string_view> names);

    std::map<std::string, std::string, std::less<>> texts_;
    std::map<std::string, double, std::less<>>      numbers_;
};

/// The JSON object or array of an output: the whole output, or the content of one of its first Markdown fences, on its
/// own lines or inline, with or without a language; else the only object in prose. A comma before a closing bracket is
/// removed. Without JSON, or with several objects in prose: the trimmed output. Takes time linear in the output.
std::string find_json(std::string_view completion);

/// Reads a value from the JSON in an output, which may be in a fence or in prose (see find_json). Returns nothing if it
/// is not JSON of this type.
template <class T>
std::optional<T> read_output(std::string_view completion)
{
    auto value = sdk::read_json<T>(completion); // most outputs are JSON as a whole
    if (!value) value = sdk::read_json<T>(find_json(completion));
    return value ? std::optional<T>{std::move(*value)} : std::nullopt;
}

/// Parses a finite number, surrounded at most by white space and Markdown emphasis.
std::optional<double> parse_number(std::string_view text);

} // namespace verbatim::feedback

#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// The output of a model, parsed leniently: a JSON object at the beginning, or else labelled lines (`SCORE: 0.8`), or
/// else the last JSON object. Objects are repaired as read_reply() does it: names with another case or separators,
/// wrappers, missing braces. A labelled text extends to the next label. Unreadable output has no fields.
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

/// A number in one of the forms of parse_score_text, surrounded at most by white space and Markdown emphasis.
std::optional<double> parse_number(std::string_view text);

} // namespace verbatim::feedback

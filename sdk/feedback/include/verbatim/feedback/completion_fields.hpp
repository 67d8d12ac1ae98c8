#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::feedback {

/// A model's reply, read with tolerance: a JSON object, alone or in a Markdown fence, or else labelled lines
/// (`SCORE: 0.8`), names in any letter case. A labelled text goes on until the next label. Never fails; what is not
/// there is not there.
class completion_fields
{
public:
    /// `names` are the members and labels that may occur, lower case.
    completion_fields(std::string_view completion, std::initializer_list<std::string_view> names);

    /// The first of `names` that holds a finite number.
    std::optional<double> number(std::initializer_list<std::string_view> names) const;
    /// The first of `names` that holds a text which is not blank, without the white space around it.
    std::optional<std::string> text(std::initializer_list<std::string_view> names) const;

private:
    bool parse_object(std::string_view json, std::span<const std::string_view> names);
    void parse_lines(std::string_view completion, std::span<const std::string_view> names);

    std::map<std::string, std::string, std::less<>> texts_;
    std::map<std::string, double, std::less<>>      numbers_;
};

/// The JSON object or array that a reply is, or else that stands in one of its first Markdown fences, which models
/// write on lines of their own or on one line, with a language or without. When there is none, the reply without the
/// white space around it. Borrows from it.
std::string_view find_json(std::string_view completion);

/// The number that `text` is, alone but for white space and Markdown's emphasis; none when it is not finite.
std::optional<double> parse_number(std::string_view text);

} // namespace verbatim::feedback

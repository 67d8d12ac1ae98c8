#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Text for a terminal. Data may hold any characters; none of them may control the terminal or exchange what is read.
namespace verbatim::cli::output {

/// The text on one line: line breaks and tabs become blanks, other control characters and controls of the direction of
/// text become visible, such as `\x1b`. Letters of all scripts, their marks and joiners stay.
std::string printable(std::string_view text);

/// The same for each line; line feeds stay.
std::string printable_lines(std::string_view text);

/// Columns of a terminal that printable text takes: two for wide characters, none for marks.
std::size_t width(std::string_view text);

/// The text in at most `columns`; a text that is cut ends with `…`. No character loses its marks.
std::string fitted(std::string_view text, std::size_t columns);

/// Lines of at most `columns`, broken at blanks; longer words are divided. At least one.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// A terminal's features. Without a terminal there are no colours.
struct terminal
{
    bool        is_terminal = false;
    bool        has_colours = false;
    std::size_t columns     = 100;

    /// Of an open file. NO_COLOR and TERM=dumb switch colours off; COLUMNS overrides the width.
    static terminal of(int descriptor);

    std::string bold(std::string_view text) const { return styled("1", text); }
    std::string faint(std::string_view text) const { return styled("2", text); }
    std::string red(std::string_view text) const { return styled("31", text); }

private:
    std::string styled(const char* code, std::string_view text) const;
};

} // namespace verbatim::cli::output

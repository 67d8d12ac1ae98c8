#include "bracket_pairs.hpp"

namespace verbatim::feedback {

namespace {

/// Whether a blank line follows the line that ends at `at`.
bool is_paragraph_end(std::string_view text, std::size_t at)
{
    const auto next = text.find_first_not_of(" \t\r", at + 1);
    return next != npos && text[next] == '\n';
}

} // namespace

std::vector<std::size_t> bracket_pairs(std::string_view text, char open, char close)
{
    std::vector<std::size_t> closing(text.size(), npos);
    std::vector<std::size_t> unclosed;
    for (std::size_t at = 0; at < text.size(); ++at)
    {
        const char c = text[at];
        if (c == '\\') ++at;
        else if (c == '\n' && is_paragraph_end(text, at)) unclosed.clear();
        else if (c == open) unclosed.push_back(at);
        else if (c == close && !unclosed.empty())
        {
            closing[unclosed.back()] = at;
            unclosed.pop_back();
        }
    }
    return closing;
}

} // namespace verbatim::feedback

#include "verbatim/codebook/options.hpp"

#include "verbatim/feedback/markup.hpp"

namespace verbatim::codebook {

namespace {

constexpr sdk::literal after_position = ": ";
constexpr sdk::literal between_names  = " &gt; "; // escaped like all text of a message

/// The name in one line, so that it cannot imitate another option.
sdk::prompt_text display_name(const node& node)
{
    return sdk::prompt_text::unredacted(feedback::on_one_line(node.name));
}

void append_options(const std::vector<node>& siblings, std::vector<const node*>& above, std::vector<option>& options)
{
    for (const auto& node : siblings)
    {
        above.push_back(&node);
        options.push_back({above});
        append_options(node.children, above, options);
        above.pop_back();
    }
}

struct line_totals
{
    std::uint64_t lines      = 0;
    std::uint64_t characters = 0;
};

/// `before` is the length of the label before a sibling's own name.
void add_lengths(const std::vector<node>& siblings, std::uint64_t before, line_totals& totals)
{
    for (const auto& node : siblings)
    {
        const auto label = before + feedback::escaped_code_points(node.name);
        totals.characters += std::to_string(totals.lines).size() + after_position.view().size() + label;
        ++totals.lines;
        add_lengths(node.children, label + between_names.view().size(), totals);
    }
}

} // namespace

std::vector<option> flatten(const framework& framework)
{
    std::vector<option>      options;
    std::vector<const node*> above;
    append_options(framework.root_codes, above, options);
    return options;
}

sdk::prompt_text format_options(std::span<const option> options)
{
    sdk::prompt_text lines;
    for (std::size_t n = 0; n != options.size(); ++n)
    {
        if (n != 0) lines += "\n";
        lines += sdk::prompt_text{n};
        lines += after_position;
        for (const auto* node : options[n].path)
        {
            if (node != options[n].path.front()) lines += between_names;
            lines += display_name(*node);
        }
    }
    return lines;
}

std::uint64_t formatted_length(const framework& framework)
{
    line_totals totals;
    add_lengths(framework.root_codes, 0, totals);
    return totals.lines == 0 ? 0 : totals.characters + (totals.lines - 1); // line feeds between them
}

} // namespace verbatim::codebook

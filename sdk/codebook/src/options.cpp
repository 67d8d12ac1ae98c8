#include "verbatim/codebook/options.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>

namespace verbatim::codebook {

namespace {

constexpr sdk::literal after_position = ": ";
constexpr sdk::literal between_names  = " &gt; "; // escaped like all text of a message

/// In one line, so that it cannot imitate another option.
sdk::prompt_text display_text(std::string_view text)
{
    return sdk::prompt_text::unredacted(feedback::on_one_line(text));
}

/// A text of a node with the label that precedes it.
struct labelled_text
{
    sdk::literal     label;
    std::string_view text;
};

std::vector<labelled_text> labelled_texts(const node& node)
{
    std::vector<labelled_text> texts;
    const auto                 add = [&](sdk::literal label, std::string_view text) {
        if (!sdk::utf8::is_blank(text)) texts.push_back({label, text});
    };
    add("\n  description: ", node.description);
    for (const auto& alias : node.aliases) add("\n  alias: ", alias);
    for (const auto& criterion : node.include) add("\n  include: ", criterion);
    for (const auto& criterion : node.exclude) add("\n  exclude: ", criterion);
    for (const auto& example : node.examples) add("\n  example: ", example);
    return texts;
}

std::uint64_t meaning_length(const node& node)
{
    std::uint64_t length = 0;
    for (const auto& [label, text] : labelled_texts(node))
        length += label.view().size() + feedback::escaped_estimation_length(text);
    return length;
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
    std::uint64_t lines      = 0; ///< of options
    std::uint64_t characters = 0;
};

/// `before` is the length of the label before a sibling's own name.
void add_lengths(const std::vector<node>& siblings, std::uint64_t before, line_totals& totals)
{
    for (const auto& node : siblings)
    {
        const auto label = before + feedback::escaped_estimation_length(node.name);
        totals.characters += std::to_string(totals.lines).size() + after_position.view().size() + label;
        totals.characters += meaning_length(node);
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

std::vector<std::string_view> meaning_of(const node& node)
{
    std::vector<std::string_view> texts;
    std::ranges::transform(labelled_texts(node), std::back_inserter(texts), &labelled_text::text);
    return texts;
}

sdk::prompt_text format_meaning(const node& node)
{
    sdk::prompt_text lines;
    for (const auto& [label, text] : labelled_texts(node))
    {
        lines += label;
        lines += display_text(text);
    }
    return lines;
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
            lines += display_text(node->name);
        }
        lines += format_meaning(*options[n].path.back());
    }
    return lines;
}

std::uint64_t formatted_length(const framework& framework)
{
    line_totals totals;
    add_lengths(framework.root_codes, 0, totals);
    return totals.lines == 0 ? 0 : totals.characters + (totals.lines - 1); // line feeds between them
}

std::vector<std::string_view> texts_in(std::span<const option> options)
{
    std::vector<std::string_view> texts;
    for (const auto& option : options)
    {
        texts.push_back(option.path.back()->name);
        std::ranges::copy(meaning_of(*option.path.back()), std::back_inserter(texts));
    }
    return texts;
}

} // namespace verbatim::codebook

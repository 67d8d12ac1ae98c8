#include "options.hpp"

#include "verbatim/feedback/envelope.hpp"

namespace verbatim::assign_codes {

namespace {

constexpr std::string_view after_position = ": ";
constexpr std::string_view between_names  = " &gt; "; // like all that stands in a message, escaped

/// A name as it stands in a list. On one line, so that it cannot pose as an option of its own.
std::string shown(const node& one) { return feedback::escaped(feedback::on_one_line(one.name)); }

void add(const std::vector<node>& siblings, std::vector<const node*>& above, std::vector<option>& to)
{
    for (const auto& one : siblings)
    {
        above.push_back(&one);
        to.push_back({above});
        add(one.children, above, to);
        above.pop_back();
    }
}

struct tally
{
    std::uint64_t lines      = 0;
    std::uint64_t characters = 0;
};

/// `before` is what stands before a sibling's own name in its label.
void count(const std::vector<node>& siblings, std::uint64_t before, tally& all)
{
    for (const auto& one : siblings)
    {
        const auto label = before + feedback::escaped_code_points(one.name);
        all.characters += std::to_string(all.lines).size() + after_position.size() + label;
        ++all.lines;
        count(one.children, label + between_names.size(), all);
    }
}

} // namespace

std::vector<option> flatten(const framework& all)
{
    std::vector<option>      options;
    std::vector<const node*> above;
    add(all.root_codes, above, options);
    return options;
}

sdk::outbound listed(std::span<const option> options)
{
    std::string lines;
    for (std::size_t n = 0; n != options.size(); ++n)
    {
        if (n != 0) lines += '\n';
        lines.append(std::to_string(n)).append(after_position);
        for (const auto* one : options[n].path)
        {
            if (one != options[n].path.front()) lines += between_names;
            lines += shown(*one);
        }
    }
    return sdk::outbound::redacted(std::move(lines));
}

std::uint64_t listed_characters(const framework& all)
{
    tally found;
    count(all.root_codes, 0, found);
    return found.lines == 0 ? 0 : found.characters + (found.lines - 1); // line feeds between them
}

} // namespace verbatim::assign_codes

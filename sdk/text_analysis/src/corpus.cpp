#include "verbatim/text_analysis/corpus.hpp"

#include "verbatim/text_analysis/period.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace verbatim::text_analysis {

void add_metadata(document& target, std::string_view value)
{
    value = sdk::ascii::trimmed(value);
    if (const auto day = parse_date(value))
    {
        if (!target.day) target.day = day;
        return;
    }
    if (value.find_first_not_of("0123456789.-+ ") == std::string_view::npos) return;
    while (!value.empty())
    {
        const auto comma = std::min(value.find(','), value.size());
        if (const auto label = sdk::ascii::trimmed(value.substr(0, comma)); !label.empty() && label.size() <= 200)
            target.labels.emplace_back(label);
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
}

corpus make_corpus(std::vector<document> documents)
{
    std::array<std::size_t, language_count> votes{};
    for (const auto& document : documents)
        if (document.content.detected_language) ++votes[index(*document.content.detected_language)];
    const auto most = std::ranges::max_element(votes) - votes.begin();
    return {std::move(documents), languages[static_cast<std::size_t>(most)]};
}

} // namespace verbatim::text_analysis

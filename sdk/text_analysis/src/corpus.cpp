#include "verbatim/text_analysis/corpus.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace verbatim::text_analysis {
namespace {

std::optional<std::chrono::sys_days> read_day(std::string_view text)
{
    const auto number = [&](std::size_t at, std::size_t length) -> int {
        int value = 0;
        for (std::size_t i = at; i < at + length; ++i)
        {
            if (i >= text.size() || text[i] < '0' || text[i] > '9') return -1;
            value = value * 10 + (text[i] - '0');
        }
        return value;
    };
    if (text.size() < 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const int year = number(0, 4), month = number(5, 2), day = number(8, 2);
    if (year < 0 || month < 0 || day < 0) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const auto                 begin  = text.find_first_not_of(blanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

} // namespace

void add_metadata(document& target, std::string_view value)
{
    value = trimmed(value);
    if (const auto day = read_day(value))
    {
        if (!target.day) target.day = day;
        return;
    }
    if (value.find_first_not_of("0123456789.-+ ") == std::string_view::npos) return;
    while (!value.empty())
    {
        const auto comma = std::min(value.find(','), value.size());
        if (const auto label = trimmed(value.substr(0, comma)); !label.empty() && label.size() <= 200)
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

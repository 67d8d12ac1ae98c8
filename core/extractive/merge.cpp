#include "extractive/merge.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace verbatim::core::extractive {
namespace {

constexpr std::size_t shown_ids = 8;

std::string key_of(std::string_view name, tokenizer& with)
{
    const auto  read = with.tokenize(name);
    std::string key;
    for (const auto& one : read.words) key += with.stem_text(one.stem) + ' ';
    return key.empty() ? std::string(name) : key;
}

void add(timeline& into, const timeline& more)
{
    for (const auto& [label, count] : more) into[label] += count;
}

void add(std::vector<named_count>& into, const std::vector<named_count>& more)
{
    std::unordered_map<std::string, std::size_t> at;
    for (std::size_t i = 0; i < into.size(); ++i) at.emplace(into[i].name, i);
    for (const auto& one : more)
        if (const auto [found, fresh] = at.try_emplace(one.name, into.size()); fresh) into.push_back(one);
        else into[found->second].count += one.count;
}

void order(std::vector<named_count>& all, std::size_t most)
{
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    if (all.size() > most) all.resize(most);
}

struct merged
{
    theme       sum;
    std::size_t partials = 0;
    std::size_t last     = 0; ///< the partial (counted from 1) that was added last
};

void add(merged& into, const theme& more, std::size_t partial)
{
    // Two themes of one partial may share records: the second is not added to the first.
    if (into.last == partial) return;
    into.last = partial;
    ++into.partials;
    into.sum.count += more.count;
    add(into.sum.over_time, more.over_time);
    add(into.sum.parts, more.parts);
    for (const auto& id : more.ids)
        if (into.sum.ids.size() < shown_ids) into.sum.ids.push_back(id);
    if (into.sum.example.empty()) into.sum.example = more.example;
    into.sum.matches_question = into.sum.matches_question || more.matches_question;
}

/// Weeks beside months cannot be compared: the times are dropped rather than bent.
bool one_unit(const report& which)
{
    return std::all_of(which.over_time.begin(), which.over_time.end(),
                       [&](const auto& one) { return one.first.size() == which.over_time.begin()->first.size(); });
}

} // namespace

report merge_reports(const std::vector<report>& partials, std::string_view question, tokenizer& with)
{
    report                                       made;
    std::vector<merged>                          all;
    std::unordered_map<std::string, std::size_t> known;
    made.partials     = partials.size();
    const auto asking = with.tokenize(question);

    std::unordered_set<std::uint32_t> asked;
    for (const auto& one : asking.words)
        if (one.role == word_role::content && !one.query) asked.insert(one.stem);

    std::size_t number = 0;
    for (const auto& partial : partials)
    {
        ++number;
        made.records += partial.records;
        add(made.over_time, partial.over_time);
        add(made.question, partial.question);
        add(made.labels, partial.labels);
        auto listed = partial.themes;
        for (const auto& one : partial.ubiquitous) listed.push_back({.name = one.name, .count = one.count});
        for (const auto& one : partial.further) listed.push_back({.name = one.name, .count = one.count});
        for (const auto& one : listed)
        {
            const auto [at, fresh] = known.try_emplace(key_of(one.name, with), all.size());
            if (fresh)
            {
                all.push_back({});
                all.back().sum.name = one.name;
            }
            add(all[at->second], one, number);
        }
    }
    for (auto& one : all)
    {
        const auto read = with.tokenize(one.sum.name);
        one.sum.matches_question =
            std::any_of(read.words.begin(), read.words.end(), [&](const word& w) { return asked.contains(w.stem); });
        // A partial that only named the phrase gave no times: an incomplete line would look like a movement.
        std::size_t timed = 0;
        for (const auto& [label, count] : one.sum.over_time) timed += count;
        if (timed < one.sum.count) one.sum.over_time.clear();
        order(one.sum.parts, 5);
    }
    if (!one_unit(made))
    {
        made.over_time.clear();
        for (auto& one : all) one.sum.over_time.clear();
    }
    std::stable_sort(all.begin(), all.end(), [](const merged& a, const merged& b) {
        return a.sum.matches_question != b.sum.matches_question ? a.sum.matches_question : a.sum.count > b.sum.count;
    });
    constexpr std::size_t most_asked = 8, most = 15, most_further = 30;
    std::size_t           asked_shown = 0;
    for (auto& one : all)
        if (one.sum.matches_question ? ++asked_shown <= most_asked : made.themes.size() < most)
            made.themes.push_back(std::move(one.sum));
        else made.further.push_back({one.sum.name, one.sum.count});
    order(made.further, most_further);
    order(made.question, 12);
    order(made.labels, 10);
    return made;
}

void read_trends(std::string_view grid, report& into)
{
    timeline                                      whole;
    std::vector<std::string>                      periods;
    std::vector<std::pair<std::string, timeline>> codes;
    for (bool head = true; !grid.empty();)
    {
        const auto end  = std::min(grid.find('\n'), grid.size());
        auto       line = grid.substr(0, end);
        grid.remove_prefix(std::min(end + 1, grid.size()));
        if (line.find(',') == std::string_view::npos) continue;
        std::vector<std::string_view> cells;
        while (true)
        {
            const auto comma = std::min(line.find(','), line.size());
            cells.push_back(line.substr(0, comma));
            if (comma == line.size()) break;
            line.remove_prefix(comma + 1);
        }
        if (head) periods.assign(cells.begin() + 1, cells.end());
        else if (cells.size() == periods.size() + 1)
        {
            auto& [name, counts] = codes.emplace_back(std::string(cells.front()), timeline());
            for (std::size_t at = 0; at < periods.size(); ++at)
            {
                std::size_t count = 0;
                std::from_chars(cells[at + 1].data(), cells[at + 1].data() + cells[at + 1].size(), count);
                counts[periods[at]] += count;
                whole[periods[at]] += count;
            }
        }
        head = false;
    }
    into.trend_labels = codes.size();
    for (const auto& [name, counts] : codes)
    {
        const auto moved = find_trend(counts, whole);
        if (moved != trend::growing && moved != trend::falling) continue;
        std::size_t before = 0, after = 0, at = 0;
        for (const auto& [period, count] : counts)
        {
            before += at < counts.size() / 2 ? count : 0;
            after += at >= counts.size() - counts.size() / 2 ? count : 0;
            ++at;
        }
        auto& list = moved == trend::growing ? into.rising : into.falling;
        if (list.size() < 12)
            list.push_back({name + " (" + std::to_string(before) + " → " + std::to_string(after) + ')', after});
    }
}

} // namespace verbatim::core::extractive

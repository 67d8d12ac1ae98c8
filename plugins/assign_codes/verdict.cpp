#include "verdict.hpp"

#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/percent.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace verbatim::assign_codes {

namespace {

constexpr std::size_t reported_levels = 3;
constexpr std::size_t listed_misses   = 3;

/// Whatever the locale.
std::string two_decimals(double score)
{
    char       text[16];
    const auto end = std::to_chars(std::begin(text), std::end(text), score, std::chars_format::fixed, 2).ptr;
    return {text, end};
}

template <class Count>
std::string counted(Count count, std::string_view what)
{
    return std::to_string(count).append(" ").append(what).append(count == 1 ? "" : "s");
}

std::string percent(double score) { return std::to_string(feedback::whole_percent(score)) + "%"; }

/// Of those that failed at one node of the framework, itself picked or finer ones beneath it, the first.
std::vector<candidate> one_for_each_node(std::vector<candidate> all)
{
    std::unordered_set<const node*> seen;
    std::erase_if(all,
                  [&](const candidate& one) { return !seen.insert(one.picked->path[one.levels.size() - 1]).second; });
    return all;
}

/// Highest aggregate first; what is equal keeps the order in which the model picked it.
void rank(std::vector<candidate>& all)
{
    std::stable_sort(all.begin(), all.end(),
                     [](const candidate& a, const candidate& b) { return a.aggregate() > b.aggregate(); });
}

std::string explained(const candidate& one)
{
    std::string lines;
    for (std::size_t n = 0; n < one.levels.size(); ++n)
        lines += (n ? "\n" : "") + ("- Level " + std::to_string(n + 1)) + " (" + two_decimals(one.levels[n].score) +
                 "): " + one.levels[n].explanation;
    return lines;
}

assigned_code reported(const candidate& one)
{
    assigned_code entry;
    for (std::size_t n = 0; n < std::min(one.levels.size(), reported_levels); ++n)
    {
        entry.level_id[n]   = one.picked->path[n]->id;
        entry.level_name[n] = one.picked->path[n]->name;
        entry.confidence[n] = one.levels[n].score;
    }
    entry.aggregate   = one.aggregate();
    entry.explanation = explained(one);
    return entry;
}

assigned_code entry_without_code(const std::string& reason)
{
    assigned_code entry;
    entry.explanation = "NO CODING APPLIED.\n" + reason;
    return entry;
}

/// The names down to the level that decided, its score, and what the judge said of it.
std::string near_miss(const candidate& one)
{
    std::string names;
    for (std::size_t n = 0; n < one.levels.size(); ++n)
        names += (n ? " > " : "") + feedback::on_one_line(one.picked->path[n]->name);
    return names + " — " + percent(one.aggregate()) + "\n  " + one.levels.back().explanation;
}

} // namespace

double candidate::aggregate() const
{
    double lowest = 1.0;
    for (const auto& one : levels) lowest = std::min(lowest, one.score);
    return lowest;
}

std::vector<assigned_code> applied(std::vector<candidate> accepted, std::size_t most)
{
    rank(accepted);
    std::vector<assigned_code> entries;
    for (const auto& one : accepted)
    {
        if (entries.size() == most) break;
        entries.push_back(reported(one));
    }
    return entries;
}

assigned_code not_applied(nothing why)
{
    switch (why)
    {
    case nothing::empty_content: return entry_without_code("The feedback text was empty; there was nothing to code.");
    case nothing::none_picked:
        return entry_without_code("No code of the framework was judged relevant to this feedback.");
    }
    return {};
}

assigned_code not_applied(double threshold, std::vector<candidate> rejected, std::size_t not_judged)
{
    rank(rejected);
    rejected = one_for_each_node(std::move(rejected));

    auto       entry  = entry_without_code("No code reached the " + percent(threshold) +
                                           " confidence threshold, so a person should review this record.");
    const auto listed = std::min(rejected.size(), listed_misses);
    for (std::size_t n = 0; n < listed; ++n) entry.explanation += "\n\n" + near_miss(rejected[n]);

    // Those that share the last percentage are not below it.
    const auto lowest  = feedback::whole_percent(rejected[listed - 1].aggregate());
    const auto further = std::ranges::count_if(
        rejected, [&](const candidate& one) { return feedback::whole_percent(one.aggregate()) < lowest; });
    if (further != 0)
        entry.explanation +=
            "\n\n" + counted(further, "further code") + " scored below " + std::to_string(lowest) + "%.";
    if (not_judged != 0)
        entry.explanation +=
            "\n\n" + counted(not_judged, "picked code") + (not_judged == 1 ? " was" : " were") + " not judged.";
    return entry;
}

} // namespace verbatim::assign_codes

#include "assigned_code.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/pretty_output.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace verbatim::assign_codes {

namespace {

constexpr std::size_t reported_levels = 3;
constexpr std::size_t listed_misses   = 3;

template <class Count>
std::string counted(Count count, std::string_view noun)
{
    return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

std::string percent(double score) { return std::to_string(feedback::whole_percent(score)) + "%"; }

/// The best candidate of each framework node at which candidates failed.
std::vector<scored_option> best_per_node(std::vector<scored_option> candidates)
{
    std::unordered_set<const node*> seen;
    std::erase_if(candidates, [&](const scored_option& candidate) {
        return !seen.insert(candidate.code->path[candidate.levels.size() - 1]).second;
    });
    return candidates;
}

/// Highest aggregate first; equal ones stay in the order of the pick.
void rank(std::vector<scored_option>& candidates)
{
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const scored_option& a, const scored_option& b) { return a.aggregate() > b.aggregate(); });
}

std::string explanation_of(const scored_option& candidate)
{
    std::string lines;
    for (std::size_t n = 0; n < candidate.levels.size(); ++n)
        lines += (n ? "\n" : "") + ("- Level " + std::to_string(n + 1)) + " (" +
                 feedback::two_decimals(candidate.levels[n].score) + "): " + candidate.levels[n].explanation;
    return lines;
}

assigned_code to_assigned_code(const scored_option& candidate)
{
    assigned_code entry;
    for (std::size_t n = 0; n < std::min(candidate.levels.size(), reported_levels); ++n)
    {
        entry.level_id[n]   = candidate.code->path[n]->id;
        entry.level_name[n] = candidate.code->path[n]->name;
        entry.confidence[n] = candidate.levels[n].score;
    }
    entry.aggregate   = candidate.aggregate();
    entry.explanation = explanation_of(candidate);
    return entry;
}

assigned_code entry_without_code(const std::string& reason)
{
    assigned_code entry;
    entry.explanation = "NO CODING APPLIED.\n" + reason;
    return entry;
}

/// The names down to the decisive level, its score, and the judge's explanation.
std::string near_miss(const scored_option& candidate)
{
    std::string names;
    for (std::size_t n = 0; n < candidate.levels.size(); ++n)
        names += (n ? " > " : "") + feedback::on_one_line(candidate.code->path[n]->name);
    return names + " — " + percent(candidate.aggregate()) + "\n  " + candidate.levels.back().explanation;
}

} // namespace

double scored_option::aggregate() const
{
    double lowest = 1.0;
    for (const auto& level : levels) lowest = std::min(lowest, level.score);
    return lowest;
}

std::vector<assigned_code> report_codes(std::vector<scored_option> accepted, std::size_t max_codes)
{
    rank(accepted);
    std::vector<assigned_code> entries;
    for (const auto& candidate : accepted)
    {
        if (entries.size() == max_codes) break;
        entries.push_back(to_assigned_code(candidate));
    }
    return entries;
}

assigned_code report_no_code(no_code_reason reason)
{
    switch (reason)
    {
    case no_code_reason::empty_content:
        return entry_without_code("The feedback text was empty; there was nothing to code.");
    case no_code_reason::none_picked:
        return entry_without_code("No code of the framework was judged relevant to this feedback.");
    }
    return {};
}

assigned_code report_no_code(double threshold, std::vector<scored_option> rejected, std::size_t not_judged)
{
    rank(rejected);
    rejected = best_per_node(std::move(rejected));

    auto       entry = entry_without_code("No code reached the " + percent(threshold) +
                                          " confidence threshold, so a person should review this record.");
    const auto count = std::min(rejected.size(), listed_misses);
    for (std::size_t n = 0; n < count; ++n) entry.explanation += "\n\n" + near_miss(rejected[n]);

    // Candidates with the last listed percentage are not below it.
    const auto lowest  = feedback::whole_percent(rejected[count - 1].aggregate());
    const auto further = std::ranges::count_if(rejected, [&](const scored_option& candidate) {
        return feedback::whole_percent(candidate.aggregate()) < lowest;
    });
    if (further != 0)
        entry.explanation +=
            "\n\n" + counted(further, "further code") + " scored below " + std::to_string(lowest) + "%.";
    if (not_judged != 0)
        entry.explanation +=
            "\n\n" + counted(not_judged, "picked code") + (not_judged == 1 ? " was" : " were") + " not judged.";
    return entry;
}

} // namespace verbatim::assign_codes

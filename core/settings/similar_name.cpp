#include "settings/similar_name.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace verbatim::core::settings {

namespace {

/// Short names are words of many programs. OpenTelemetry and Azure define further variables, some of which differ from
/// ours in two letters.
std::size_t max_distance(std::string_view setting)
{
    constexpr std::size_t long_name = 12;
    for (const auto* prefix : {"OTEL_", "AZURE_", "IDENTITY_"})
        if (setting.starts_with(prefix)) return 1;
    return setting.size() < long_name ? 1 : 2;
}

/// Names that a terminal or a log shows as they are.
bool is_printable(std::string_view name)
{
    return std::ranges::all_of(name, [](char letter) { return letter > ' ' && letter < '\x7f'; });
}

} // namespace

std::size_t edit_distance(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> before_last, last(right.size() + 1), row(right.size() + 1);
    for (std::size_t column = 0; column <= right.size(); ++column) last[column] = column;
    for (std::size_t line = 1; line <= left.size(); ++line)
    {
        row[0] = line;
        for (std::size_t column = 1; column <= right.size(); ++column)
        {
            const bool is_equal = left[line - 1] == right[column - 1];
            row[column] = std::min({last[column] + 1, row[column - 1] + 1, last[column - 1] + (is_equal ? 0U : 1U)});
            if (line > 1 && column > 1 && left[line - 1] == right[column - 2] && left[line - 2] == right[column - 1])
                row[column] = std::min(row[column], before_last[column - 2] + 1);
        }
        before_last = last;
        last.swap(row);
    }
    return last.back();
}

std::optional<std::string> similar_name(std::string_view name, const std::set<std::string, std::less<>>& known)
{
    constexpr std::size_t      longest_difference = 2;
    const auto                 upper              = sdk::ascii::uppercase(name);
    std::optional<std::string> nearest;
    std::size_t                nearest_distance = longest_difference + 1;
    for (const auto& setting : known)
    {
        if (upper == setting + "_FILE") return setting;
        const auto longer = std::max(upper.size(), setting.size()), shorter = std::min(upper.size(), setting.size());
        if (longer - shorter > longest_difference) continue;
        const auto distance = edit_distance(upper, setting);
        if (distance > max_distance(setting) || distance >= nearest_distance) continue;
        nearest          = setting;
        nearest_distance = distance;
    }
    return nearest;
}

setting_problems misspelled_variables(std::span<const std::string>                 names,
                                      const std::set<std::string, std::less<>>&    known,
                                      const std::function<bool(std::string_view)>& is_known)
{
    setting_problems problems;
    for (const auto& name : names)
    {
        if (known.contains(name) || !is_printable(name) || is_known(name)) continue;
        if (const auto setting = similar_name(name, known))
            problems.push_back({name, "is no setting but resembles " + *setting,
                                "correct the name of the environment variable, or remove it"});
    }
    return problems;
}

namespace {

struct removed_setting
{
    std::string_view name;
    std::string_view now; ///< what applies in its place
};

constexpr std::array removed{
    removed_setting{"JUDGE_LLM_MAX_RETRIES", "judge calls are retried as LLM_MAX_RETRIES says"},
    removed_setting{"OTEL_BSP_EXPORT_TIMEOUT", "an export with its retries takes at most 30 s"},
    removed_setting{"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "an export has at most 512 spans"},
    removed_setting{"OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT applies"},
};

const removed_setting* find(std::string_view name)
{
    const auto found = std::ranges::find(removed, name, &removed_setting::name);
    return found == removed.end() ? nullptr : &*found;
}

} // namespace

bool is_removed(std::string_view name) { return find(name) != nullptr; }

setting_problems removed_settings(std::span<const std::string> names)
{
    setting_problems warnings;
    for (const auto& name : names)
        if (const auto* setting = find(name))
            warnings.push_back({name, "has no effect since it was removed: " + std::string{setting->now}, "remove it"});
    return warnings;
}

} // namespace verbatim::core::settings

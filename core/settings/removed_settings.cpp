#include "settings/removed_settings.hpp"

#include <algorithm>
#include <array>

namespace verbatim::core::settings {

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

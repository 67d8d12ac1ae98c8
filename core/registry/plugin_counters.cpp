#include "registry/plugin_counters.hpp"

#include "metrics/counters.hpp"

#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace verbatim::core::registry {

namespace {

// Each value is a time series of every server.
constexpr std::ptrdiff_t max_counters_of_plugin = 20;
constexpr std::size_t    max_values             = 50;
constexpr std::size_t    max_name               = 60;

bool is_name(std::string_view text)
{
    const auto is_allowed = [](char c) { return sdk::ascii::is_lower(c) || sdk::ascii::is_digit(c) || c == '_'; };
    return !text.empty() && text.size() <= max_name && sdk::ascii::is_lower(text.front()) &&
           std::ranges::all_of(text, is_allowed);
}

/// A file may have any name.
std::string metric_name(std::string_view plugin, std::string_view name)
{
    std::string result = "verbatim_plugin_";
    for (const char c : plugin) result += sdk::ascii::is_alphanumeric(c) ? sdk::ascii::to_lower(c) : '_';
    return result.append("_").append(name).append("_total");
}

std::string problem_of(const sdk::counter_description& description)
{
    if (!is_name(description.name)) return "needs a name of a-z, 0-9 and _, at most 60 characters";
    if (!description.help.view().ends_with('.')) return "needs a help text that ends with a full stop";
    if (description.label.view().empty() != description.values.empty())
        return "needs a label with its values, or neither";
    if (!description.values.empty() && !is_name(description.label)) return "needs a label of a-z, 0-9 and _";
    if (description.values.size() > max_values) return "has more than 50 values of its label";
    for (auto value = description.values.begin(); value != description.values.end(); ++value)
        if (value->view().empty() || std::find(description.values.begin(), value, *value) != value)
            return "has an empty or a repeated value of its label";
    return {};
}

} // namespace

class plugin_counters::striped_counter final : public sdk::counter
{
public:
    striped_counter(std::string_view plugin, sdk::counter_description description)
        : plugin_{plugin}
        , name_{metric_name(plugin, description.name)}
        , description_{std::move(description)}
        , sums_{std::max<std::size_t>(description_.values.size(), 1)}
    {}

    void add(std::size_t value, std::uint64_t count) noexcept override
    {
        if (value < std::max<std::size_t>(description_.values.size(), 1))
            sums_.add(value, static_cast<std::int64_t>(count));
    }

    const std::string& plugin() const noexcept { return plugin_; }
    const std::string& name() const noexcept { return name_; }
    std::string        help() const { return std::string{description_.help.view()}; }

    std::vector<metrics::sample> samples() const
    {
        if (description_.values.empty()) return {{{}, static_cast<double>(sums_.read(0))}};
        std::vector<metrics::sample> result;
        for (std::size_t n = 0; n != description_.values.size(); ++n)
            result.push_back({{{std::string{description_.label.view()}, std::string{description_.values[n].view()}}},
                              static_cast<double>(sums_.read(n))});
        return result;
    }

private:
    const std::string              plugin_;
    const std::string              name_;
    const sdk::counter_description description_;
    metrics::counters              sums_;
};

plugin_counters::plugin_counters()  = default;
plugin_counters::~plugin_counters() = default;

sdk::counter& plugin_counters::add(std::string_view plugin, const sdk::counter_description& description)
{
    const auto counter = "declares the counter '" + std::string{description.name.view()} + "', which ";
    if (const auto problem = problem_of(description); !problem.empty()) throw std::invalid_argument{counter + problem};
    const auto has_name     = [&](const auto& other) { return other->name() == metric_name(plugin, description.name); };
    const auto is_of_plugin = [&](const auto& other) { return other->plugin() == plugin; };
    if (std::ranges::any_of(counters_, has_name)) throw std::invalid_argument{counter + "exists already"};
    if (std::ranges::count_if(counters_, is_of_plugin) == max_counters_of_plugin)
        throw std::invalid_argument{"declares more than 20 counters"};
    return *counters_.emplace_back(std::make_unique<striped_counter>(plugin, description));
}

void plugin_counters::withdraw(std::string_view plugin)
{
    const auto withdrawn =
        std::ranges::stable_partition(counters_, [&](const auto& counter) { return counter->plugin() != plugin; });
    std::ranges::move(withdrawn, std::back_inserter(withdrawn_));
    counters_.erase(withdrawn.begin(), withdrawn.end());
}

void plugin_counters::add_to(metrics::metric_registry& registry) const
{
    for (const auto& counter : counters_)
        registry.add_counter(counter->name(), counter->help(), [&counter = *counter] { return counter.samples(); });
}

} // namespace verbatim::core::registry

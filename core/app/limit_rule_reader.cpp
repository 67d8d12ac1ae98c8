#include "app/limit_rule_reader.hpp"

#include "gateway/descriptor_facts.hpp"

#include <optional>
#include <span>

namespace verbatim::core::app {

limit_rule_reader::limit_rule_reader(const configuration& config, const registry::operation_table& operations)
    : has_all_{operations.skipped().empty()}
{
    for (const auto& entry : operations.operations())
        if (gateway::has_tenant_limits(entry.descriptor)) operations_.push_back(entry.descriptor.name);
    if (config.llm.on_unknown_price == llm::unknown_price::allow)
        budget_problems_.push_back({"LLM_PRICE_UNKNOWN",
                                    "is allow, but LIMITS_FILE has a budget, which needs a price for each model",
                                    "set it to stop"});
}

limits::rules limit_rule_reader::read(const std::string& path) const
{
    std::optional<std::span<const std::string_view>> names;
    if (has_all_) names = operations_;
    auto rules = limits::read_rules(path, names);
    if (rules.has_budget() && !budget_problems_.empty()) throw settings::setting_error::of(budget_problems_);
    return rules;
}

} // namespace verbatim::core::app

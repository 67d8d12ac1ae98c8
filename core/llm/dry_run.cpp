#include "llm/dry_run.hpp"

#include <algorithm>

namespace verbatim::core::llm {

namespace {

/// The entry of the same model, or a new one without calls.
planned_model& entry_of(std::vector<planned_model>& models, const planned_model& call)
{
    const auto entry = std::ranges::find_if(models, [&](const planned_model& candidate) {
        return candidate.connection == call.connection && candidate.model == call.model;
    });
    if (entry != models.end()) return *entry;
    return models.emplace_back(planned_model{.connection = call.connection, .model = call.model});
}

planned_usage larger(const planned_usage& a, const planned_usage& b)
{
    return {.calls         = std::max(a.calls, b.calls),
            .input_tokens  = std::max(a.input_tokens, b.input_tokens),
            .output_tokens = std::max(a.output_tokens, b.output_tokens),
            .cost          = std::max(a.cost, b.cost),
            .is_priced     = a.is_priced && b.is_priced};
}

} // namespace

planned_usage& planned_usage::operator+=(const planned_usage& other) noexcept
{
    calls += other.calls;
    input_tokens += other.input_tokens;
    output_tokens += other.output_tokens;
    cost += other.cost;
    is_priced = is_priced && other.is_priced;
    return *this;
}

void dry_run::add(const planned_model& call)
{
    auto& entry = entry_of(models_, call);
    entry.expected += call.expected;
    entry.highest += call.highest;
}

void dry_run::add_embedding_calls(const dry_run& earlier)
{
    for (const auto& model : earlier.models())
        if (model.connection == "embedding") add(model);
}

std::vector<planned_model> combine(const dry_run& expected, const dry_run& longest)
{
    auto models = expected.models();
    for (const auto& model : longest.models())
    {
        auto& entry   = entry_of(models, model);
        entry.highest = larger(entry.highest, model.highest);
    }
    return models;
}

} // namespace verbatim::core::llm

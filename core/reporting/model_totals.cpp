#include "reporting/model_totals.hpp"

namespace verbatim::core::reporting {

sdk::usage_of_model& model_totals::at(std::string_view model)
{
    // Rows of one model are mostly adjacent.
    if (latest_ != nullptr && latest_->model == model) return *latest_;
    auto position = models_.find(model);
    if (position == models_.end())
        position = models_.emplace(model, sdk::usage_of_model{.model = std::string{model}}).first;
    latest_ = &position->second;
    return *latest_;
}

void model_totals::add(const report_row& row)
{
    auto& sums = at(row.model);
    ++sums.total_calls;
    sums.cost_micro_usd += row.cost_micro_usd;
    if (!row.priced) ++sums.unpriced_calls;
    if (row.failed)
    {
        ++sums.failed_calls;
        return;
    }
    sums.input_tokens += row.input_tokens;
    sums.output_tokens += row.output_tokens;
    sums.cached_tokens += row.cached_tokens;
}

std::vector<sdk::usage_of_model> model_totals::list() const
{
    std::vector<sdk::usage_of_model> models;
    for (const auto& [name, sums] : models_) models.push_back(sums);
    return models;
}

} // namespace verbatim::core::reporting

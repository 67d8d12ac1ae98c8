#pragma once

#include "reporting/report_row.hpp"

#include "verbatim/sdk/usage_reader.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::reporting {

/// Sums over the model calls of each model.
class model_totals
{
public:
    model_totals()                               = default;
    model_totals(const model_totals&)            = delete;
    model_totals& operator=(const model_totals&) = delete;

    void add(const report_row& row);

    /// The sums of a model, created with zeros. Valid as long as this object.
    sdk::usage_of_model& at(std::string_view model);

    /// Sorted by model, in code-point order.
    std::vector<sdk::usage_of_model> list() const;

private:
    std::map<std::string, sdk::usage_of_model, std::less<>> models_;
    sdk::usage_of_model*                                    latest_ = nullptr;
};

} // namespace verbatim::core::reporting

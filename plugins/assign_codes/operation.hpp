#pragma once

#include "path_evaluation.hpp"
#include "wire.hpp"

#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/operation.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace verbatim::assign_codes {

/// POST /v1/assign-codes: suggests codes of a framework for one record, with a score per level.
class operation final : public sdk::typed_operation<request, response>
{
public:
    /// `default_framework` serves requests without one; at most `concurrency` codes of a request are judged at once.
    operation(std::optional<framework> default_framework, std::size_t concurrency);

    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;

private:
    const framework&               codes_for(const request& request) const;
    sdk::task<std::vector<option>> options_for(sdk::call& call, const request& request) const;
    sdk::task<> judge(sdk::call& call, const feedback::redaction& redaction, path_evaluation& evaluation) const;

    const std::optional<framework> default_framework_;
    const std::size_t              concurrency_;
    const sdk::prompt_text         pick_system_;
    const sdk::prompt_text         judge_system_;
};

} // namespace verbatim::assign_codes

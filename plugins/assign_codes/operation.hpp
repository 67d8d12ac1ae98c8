#pragma once

#include "bulk_run.hpp"
#include "code_list.hpp"
#include "offline.hpp"
#include "path_evaluation.hpp"
#include "wire.hpp"

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/feedback/redaction.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <cstddef>
#include <vector>

namespace verbatim::assign_codes {

struct settings
{
    sdk::path         framework_path; ///< empty: every request must have its own
    feedback::fan_out concurrency;
    bool              speculative = false; ///< all levels of a code are judged at once
};
void declare(sdk::schema_builder& schema, settings& settings);

/// POST /v1/assign-codes: suggests codes of a framework for one record, with a score per level.
class operation final : public sdk::typed_operation<request, response>
{
public:
    explicit operation(coding_settings settings);

    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;

private:
    sdk::task<code_list> list_codes(sdk::call& call, const request& request) const;
    sdk::task<> judge(sdk::call& call, const feedback::redaction& names, std::vector<path_evaluation>& evaluations,
                      offline::picker& picker) const;
    sdk::task<sdk::result<level_score>> judge_level(sdk::call& call, const feedback::redaction& names,
                                                    const option& path, std::size_t level,
                                                    offline::picker& picker) const;

    const coding_settings     settings_;
    const sdk::system_message pick_system_;
    const sdk::system_message judge_system_;
};

/// POST /v1/assign-codes-bulk: suggests codes for each of many records, with several records in each model call.
class bulk_operation final : public sdk::typed_operation<bulk_request, bulk_response>
{
public:
    explicit bulk_operation(coding_settings settings);

    sdk::descriptor          describe() const override;
    sdk::task<bulk_response> run(sdk::call& call, const bulk_request& request) const override;

private:
    const coding_settings settings_;
    const bulk_prompts    prompts_;
};

} // namespace verbatim::assign_codes

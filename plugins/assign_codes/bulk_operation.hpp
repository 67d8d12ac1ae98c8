#pragma once

#include "bulk_run.hpp"
#include "bulk_wire.hpp"
#include "code_list.hpp"

#include "verbatim/sdk/operation.hpp"

namespace verbatim::assign_codes {

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

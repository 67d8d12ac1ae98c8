#pragma once

#include "wire.hpp"

#include "verbatim/sdk/operation.hpp"

namespace verbatim::summarize {

/// POST /v1/summarize: one record, a title and a few lines.
class summarize_record final : public sdk::typed_operation<record_request, record_response>
{
public:
    sdk::descriptor            describe() const override;
    sdk::task<record_response> run(sdk::call& call, const record_request& request) const override;
};

/// POST /v1/summarize-bulk: many records, one title and their themes, the most frequent first.
class summarize_bulk final : public sdk::typed_operation<bulk_request, bulk_response>
{
public:
    sdk::descriptor          describe() const override;
    sdk::task<bulk_response> run(sdk::call& call, const bulk_request& request) const override;
};

} // namespace verbatim::summarize

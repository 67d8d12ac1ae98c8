#pragma once

#include "wire.hpp"

#include "verbatim/hierarchy/phases.hpp"
#include "verbatim/sdk/operation.hpp"

namespace verbatim::summarize {

/// POST /v1/summarize: a title and a few lines for one record.
class summarize_record final : public sdk::typed_operation<record_request, record_response>
{
public:
    sdk::descriptor            describe() const override;
    sdk::task<record_response> run(sdk::call& call, const record_request& request) const override;
};

/// POST /v1/summarize-bulk: one title and the themes of many records, the most frequent first.
class summarize_bulk final : public sdk::typed_operation<bulk_request, bulk_response>
{
public:
    explicit summarize_bulk(hierarchy::settings settings);

    sdk::descriptor          describe() const override;
    sdk::task<bulk_response> run(sdk::call& call, const bulk_request& request) const override;

private:
    const hierarchy::settings settings_;
};

} // namespace verbatim::summarize

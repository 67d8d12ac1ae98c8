#pragma once

#include "verbatim/sdk/operation.hpp"

namespace verbatim::summarize {

/// POST /v1/summarize: one record, a title and a few lines.
class summarize_record final : public sdk::operation
{
public:
    sdk::descriptor          describe() const override;
    sdk::task<sdk::response> run(sdk::call& call) override;
};

/// POST /v1/summarize-bulk: many records, one title and their themes, the most frequent first.
class summarize_bulk final : public sdk::operation
{
public:
    sdk::descriptor          describe() const override;
    sdk::task<sdk::response> run(sdk::call& call) override;
};

} // namespace verbatim::summarize

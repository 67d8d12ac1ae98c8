#pragma once

#include "verbatim/sdk/operation.hpp"

namespace verbatim::summarize {

/// POST /v1/summarize: one record, a title and a few lines.
class of_one final : public sdk::operation
{
public:
    sdk::descriptor       describe() const override;
    sdk::task<sdk::reply> run(sdk::call& call) override;
};

/// POST /v1/summarize-bulk: many records, one title and their themes, the most frequent first.
class of_many final : public sdk::operation
{
public:
    sdk::descriptor       describe() const override;
    sdk::task<sdk::reply> run(sdk::call& call) override;
};

} // namespace verbatim::summarize

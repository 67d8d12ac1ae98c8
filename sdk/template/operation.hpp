#pragma once

#include "wire.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/operation.hpp"

namespace hello {

/// Says how urgent a feedback record is.
class operation final : public sdk::operation
{
public:
    explicit operation(const settings& settings);

    sdk::descriptor          describe() const override;
    sdk::task<sdk::response> run(sdk::call& call) override;

private:
    const sdk::prompt_text system_prompt_;
};

} // namespace hello

#pragma once

#include "wire.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/operation.hpp"

namespace hello {

/// Says how urgent a feedback record is.
class operation final : public sdk::typed_operation<request, response>
{
public:
    explicit operation(const settings& settings);

    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;

private:
    const sdk::system_message system_prompt_;
    const sdk::output_schema& output_schema_; ///< made at load, so that --check reports a mistake in it
};

} // namespace hello

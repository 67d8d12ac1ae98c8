#pragma once

#include "wire.hpp"

#include "verbatim/sdk/operation.hpp"

namespace verbatim::coding_agreement {

/// POST /v1/coding-agreement: how far the codes of a model agree with those of people. Computes; calls no model.
class operation final : public sdk::typed_operation<request, response>
{
public:
    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;
};

} // namespace verbatim::coding_agreement

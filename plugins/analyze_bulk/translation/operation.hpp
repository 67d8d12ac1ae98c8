#pragma once

#include "translation/wire.hpp"

#include "verbatim/sdk/operation.hpp"

namespace verbatim::analyze_bulk::translation {

/// POST /v1/translate-themes: the titles and definitions of a list of themes in another language, in one model call. No
/// record is needed.
class operation final : public sdk::typed_operation<request, response>
{
public:
    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;
};

} // namespace verbatim::analyze_bulk::translation

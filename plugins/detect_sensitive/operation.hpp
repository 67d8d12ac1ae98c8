#pragma once

#include "settings.hpp"
#include "wire.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/operation.hpp"

#include <string>
#include <vector>

namespace verbatim::detect_sensitive {

/// POST /v1/detect-sensitive: the types of sensitive content of one record, with a reason.
class operation final : public sdk::typed_operation<request, response>
{
public:
    explicit operation(const settings& settings);

    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;

private:
    const std::vector<std::string> shown_metadata_;
    const sdk::system_message      system_prompt_;
};

} // namespace verbatim::detect_sensitive

#pragma once

#include "wire.hpp"

#include "verbatim/codebook/framework.hpp"
#include "verbatim/codebook/options.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/system_message.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <optional>
#include <vector>

namespace verbatim::suggest_codes {

struct settings
{
    sdk::path framework_path; ///< empty: every request must have its own
};
void declare(sdk::schema_builder& schema, settings& settings);

/// POST /v1/suggest-codes: proposes codes for records that no code of a framework fits. Changes no framework.
class operation final : public sdk::typed_operation<request, response>
{
public:
    /// `default_framework` serves requests without one.
    explicit operation(std::optional<codebook::framework> default_framework);

    sdk::descriptor     describe() const override;
    sdk::task<response> run(sdk::call& call, const request& request) const override;

private:
    const std::optional<codebook::framework> default_framework_;
    const sdk::system_message                system_;
};

} // namespace verbatim::suggest_codes

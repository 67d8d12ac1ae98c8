#pragma once

#include "wire.hpp"

#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/feedback/metadata.hpp"
#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/operation.hpp"
#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/system_message.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::detect_sensitive {

struct settings
{
    feedback::metadata_keys metadata;
    feedback::fan_out       concurrency; ///< of calls about several records
};
void declare(sdk::schema_builder& schema, settings& settings);

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

/// POST /v1/detect-sensitive-bulk: the types of sensitive content of each of many records, several in each model call.
class bulk_operation final : public sdk::typed_operation<bulk_request, bulk_response>
{
public:
    explicit bulk_operation(const settings& settings);

    sdk::descriptor          describe() const override;
    sdk::task<bulk_response> run(sdk::call& call, const bulk_request& request) const override;

private:
    const std::vector<std::string> shown_metadata_;
    const std::size_t              concurrency_;
    const sdk::system_message      system_prompt_;
};

} // namespace verbatim::detect_sensitive

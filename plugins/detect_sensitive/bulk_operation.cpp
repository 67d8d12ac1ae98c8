#include "bulk_operation.hpp"

#include "bulk_run.hpp"
#include "prompts.hpp"

#include "verbatim/sdk/call.hpp"

namespace verbatim::detect_sensitive {

namespace {

/// Records without content have a response without a model call.
bulk_response blank_response(const bulk_request& request)
{
    bulk_response response;
    for (const auto& record : request.records)
        response.records.push_back(
            {.id = record.id, .is_sensitive = false, .explanation = feedback::no_content, .types = {}, .error = {}});
    return response;
}

} // namespace

bulk_operation::bulk_operation(const settings& settings)
    : shown_metadata_{settings.metadata.visible_to_models()}
    , concurrency_{settings.concurrency.limit}
    , system_prompt_{prompts::bulk_detection()}
{}

sdk::descriptor bulk_operation::describe() const
{
    return {.name    = "detect_sensitive_bulk",
            .path    = "/v1/detect-sensitive-bulk",
            .summary = "Detect sensitive content in many feedback records",
            .description =
                "Checks each record as detect-sensitive does. A model call reads several records. A record whose calls "
                "fail has an error, and is neither sensitive nor harmless. Run it as a job for many records. A person "
                "should check the result.",
            .tag               = "Bulk Inference",
            .usage_label       = "detect_sensitive_bulk",
            .deadline          = std::chrono::seconds{600},
            .max_output_tokens = 8'192,
            .errors            = {sdk::errc::analysis_unavailable},
            .open_members      = shown_metadata_};
}

sdk::task<bulk_response> bulk_operation::run(sdk::call& call, const bulk_request& request) const
{
    auto response = blank_response(request);
    if (feedback::with_content(request.records).empty()) co_return response;
    bulk_run run{call, request, {shown_metadata_, concurrency_, system_prompt_}};
    co_await run.check_records(response.records);
    co_return response;
}

} // namespace verbatim::detect_sensitive

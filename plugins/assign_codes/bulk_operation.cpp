#include "bulk_operation.hpp"

#include "prompts.hpp"

#include "verbatim/sdk/call.hpp"

#include <utility>

namespace verbatim::assign_codes {

namespace {

/// Records without content have a response without a model call.
bulk_response blank_response(const bulk_request& request)
{
    bulk_response response;
    for (const auto& record : request.records)
        response.records.push_back(
            {.id = record.id, .assigned_codes = {report_no_code(no_code_reason::empty_content)}, .error = {}});
    return response;
}

} // namespace

bulk_operation::bulk_operation(coding_settings settings)
    : settings_{std::move(settings)}
    , prompts_{prompts::bulk_pick_system(), prompts::bulk_judge_system()}
{}

sdk::descriptor bulk_operation::describe() const
{
    return {
        .name    = "assign_codes_bulk",
        .path    = "/v1/assign-codes-bulk",
        .summary = "Suggest codes of a coding framework for many feedback records",
        .description =
            "Codes each record as assign-codes does: it picks codes of the framework and scores each level of every "
            "picked code. A model call reads several records. A record whose calls fail has an error in place of "
            "codes. Run it as a job for many records. Codes are suggestions for a person to confirm.",
        .tag               = "Bulk Inference",
        .usage_label       = "assign_codes_bulk",
        .deadline          = std::chrono::seconds{600},
        .max_output_tokens = 8'192,
        .errors            = {sdk::errc::analysis_unavailable},
        .open_members      = std::vector<std::string>{}};
}

sdk::task<bulk_response> bulk_operation::run(sdk::call& call, const bulk_request& request) const
{
    auto response = blank_response(request);
    if (feedback::with_content(request.records).empty()) co_return response;

    const auto& framework = framework_of(request.coding_levels, settings_);
    const auto  codes     = co_await make_code_list(call, framework, pick_frame_length(prompts_));
    bulk_run    run{call, request, settings_, prompts_, codes};
    co_await run.code_records(response.records);
    co_return response;
}

} // namespace verbatim::assign_codes

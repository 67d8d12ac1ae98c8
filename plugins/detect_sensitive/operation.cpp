#include "operation.hpp"

#include "bulk_run.hpp"
#include "prompts.hpp"
#include "sensitive_finding.hpp"
#include "wire.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <optional>
#include <string_view>
#include <utility>

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

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("DetectSensitiveSettings", "Settings of detect-sensitive.");

    feedback::metadata_settings(schema, settings.metadata);
    feedback::fan_out_setting(schema, settings.concurrency);
}

operation::operation(const settings& settings)
    : shown_metadata_{settings.metadata.visible_to_models()}
    , system_prompt_{prompts::detection()}
{}

sdk::descriptor operation::describe() const
{
    return {.name        = "detect_sensitive",
            .path        = "/v1/detect-sensitive",
            .summary     = "Detect sensitive content in a feedback record",
            .description = "Returns the types of sensitive content in a record, with a reason. The prompt asks the "
                           "model to name a type "
                           "when in doubt, so a person should check the result. A record without content has no types.",
            .tag         = "Inference",
            .usage_label = "detect_sensitive",
            .deadline    = std::chrono::seconds{120},
            .max_output_tokens = 2'048,
            .open_members      = shown_metadata_};
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    const auto& record = request.record;
    response    response{.id = record.id};
    if (record.content.empty())
    {
        response.explanation = feedback::no_content;
        co_return response;
    }

    std::optional<sensitive_finding> finding;
    const feedback::record* const    records[]{&record};
    feedback::prompt                 prompt;
    prompt.system   = system_prompt_;
    prompt.redacted = {record.content};
    prompt.fields   = {.records = records, .metadata = shown_metadata_};
    prompt.user     = [&](const feedback::redaction& redaction) {
        return prompts::detection_message(feedback::record_block(record, redaction, 0, shown_metadata_));
    };
    prompt.output_schema = &feedback::output_schema_of<sensitive_finding>("sensitivity");
    prompt.parse         = [&](std::string_view output) {
        finding = parse_finding(output);
        return finding.has_value();
    };
    prompt.offline = [](const feedback::redaction& redaction) {
        return sdk::to_json(offline::detect(redaction.unescaped_text(0).text()));
    };
    const auto completion = co_await feedback::complete(call, prompt);

    response.explanation  = displayed_explanation(finding.value(), completion.names);
    response.types        = std::move(finding->types);
    response.is_sensitive = !response.types.empty();
    co_return response;
}

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

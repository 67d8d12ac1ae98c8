#include "operation.hpp"

#include "model_output.hpp"
#include "offline.hpp"
#include "path_evaluation.hpp"
#include "prompts.hpp"

#include "verbatim/codebook/framework_file.hpp"
#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace verbatim::assign_codes {

namespace {

/// Each pick costs one call per level. The model names the best picks first, so picks beyond `limit` are not judged;
/// the log and a response without codes report them.
std::size_t limit_picks(sdk::call& call, std::vector<std::size_t>& picks, std::size_t limit)
{
    if (picks.size() <= limit) return 0;
    /// The model picked more codes than are judged: see docs/reference/operations/assign-codes.md#processing.
    call.log().write(sdk::severity::warning, "code_picks_dropped", {{"picked", picks.size()}, {"judged", limit}});
    const auto dropped = picks.size() - limit;
    picks.resize(limit);
    return dropped;
}

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

void declare(sdk::schema_builder& schema, settings& settings)
{
    schema.name("AssignCodesSettings", "Settings of assign-codes.");

    codebook::framework_setting(schema, settings.framework_path);
    feedback::fan_out_setting(schema, settings.concurrency);
    schema.optional("ASSIGN_CODES_SPECULATIVE", settings.speculative,
                    "Whether all levels of a picked code are judged at once. Faster, with the same answer, but levels "
                    "below one that ends a code are judged in vain.");
}

operation::operation(coding_settings settings)
    : settings_{std::move(settings)}
    , pick_system_{prompts::pick_system()}
    , judge_system_{prompts::judge_system()}
{}

sdk::descriptor operation::describe() const
{
    return {
        .name    = "assign_codes",
        .path    = "/v1/assign-codes",
        .summary = "Suggest codes of a coding framework for a feedback record",
        .description =
            "Picks codes of the framework, including broad ones, and scores each level of every picked code. A code is "
            "reported if all its levels reach `confidence_threshold`. The response always has an entry: without a "
            "code it holds the reason and the nearest misses. Codes are suggestions for a person to confirm.",
        .tag               = "Inference",
        .usage_label       = "assign_codes",
        .deadline          = std::chrono::seconds{120},
        .max_output_tokens = 4'096,
        .errors            = {sdk::errc::analysis_unavailable},
        .open_members      = std::vector<std::string>{}};
}

sdk::task<code_list> operation::list_codes(sdk::call& call, const request& request) const
{
    const auto text  = feedback::redaction{{request.record.content}}.text(0); // measured, never sent
    const auto other = pick_system_.estimation_length() + feedback::characters_of(prompts::pick_message({}, text));
    co_return co_await make_code_list(call, framework_of(request.coding_levels, settings_.default_framework.get()),
                                      other);
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    if (request.record.content.empty()) co_return response{{report_no_code(no_code_reason::empty_content)}};
    const auto codes = co_await list_codes(call, request);
    if (codes.options.empty()) co_return response{{report_no_code(no_code_reason::none_picked)}};

    offline::picker          picker{codes.options, call.word_vectors()};
    std::vector<std::size_t> picks;
    feedback::prompt         prompt;
    prompt.system     = pick_system_;
    prompt.redacted   = {request.record.content};
    prompt.unredacted = texts_in(codes.options); // placeholders in them must not be restored
    prompt.user = [&](const feedback::redaction& names) { return prompts::pick_message(codes.text, names.text(0)); };
    prompt.output_schema = &feedback::output_schema_of<code_selection>("code_pick");
    prompt.parse         = [&](std::string_view output) {
        auto selection = parse_selection(output, codes.options.size());
        if (selection) picks = std::move(*selection);
        return selection.has_value();
    };
    prompt.offline = [&picker](const feedback::redaction& names) {
        return sdk::to_json(picker.pick(names.unescaped_text(0).text()));
    };
    prompt.longest = [&](std::size_t) {
        return sdk::to_json(code_selection{longest::picks(codes.options, judged_picks(request.max_codes))});
    };
    prompt.shared_prefix  = codes.text.text().size();
    const auto completion = co_await feedback::complete(call, prompt);

    const auto                   dropped = limit_picks(call, picks, judged_picks(request.max_codes));
    std::vector<path_evaluation> evaluations;
    for (const auto position : picks) evaluations.emplace_back(codes.options[position], request.confidence_threshold);
    if (evaluations.empty()) co_return response{{report_no_code(no_code_reason::none_picked)}};

    co_await judge(call, completion.names, evaluations, picker);
    co_return response{report(path_outcomes{evaluations}, request.max_codes, request.confidence_threshold, dropped)};
}

sdk::task<> operation::judge(sdk::call& call, const feedback::redaction& names,
                             std::vector<path_evaluation>& evaluations, offline::picker& picker) const
{
    const auto                      judging     = call.phase("judge");
    const assign_codes::judge_level score_level = [&](const option& path, std::size_t level) {
        return judge_level(call, names, path, level, picker);
    };
    if (settings_.speculative) co_await judge_at_once(evaluations, settings_.concurrency, score_level);
    else co_await judge_in_turn(evaluations, settings_.concurrency, score_level);
}

sdk::task<sdk::result<level_score>> operation::judge_level(sdk::call& call, const feedback::redaction& names,
                                                           const option& path, std::size_t level,
                                                           offline::picker& picker) const
{
    std::optional<level_score> score;
    bool                       answered = false;
    sdk::chat_request          request{.system        = judge_system_,
                                       .user          = prompts::judge_message(path, level, names.text(0)),
                                       .output_schema = &feedback::output_schema_of<level_score>("code_judge", true)};
    request.accept = [&](std::string_view output) {
        answered = true;
        score    = parse_level_score(output);
        return score.has_value();
    };
    request.offline   = [&] { return sdk::to_json(picker.judge(names.unescaped_text(0).text(), path, level)); };
    request.longest   = [](std::size_t) { return sdk::to_json(longest::score()); };
    const auto result = co_await call.model().try_complete(request);
    if (!score) co_return judge_failure(call, answered ? std::nullopt : std::optional{result.error()});
    score->explanation = co_await displayed_explanation(call, names, score->explanation);
    co_return std::move(*score);
}

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

    const auto& framework = framework_of(request.coding_levels, settings_.default_framework.get());
    const auto  codes     = co_await make_code_list(call, framework, pick_frame_length(prompts_));
    bulk_run    run{call, request, settings_, prompts_, codes};
    co_await run.code_records(response.records);
    co_return response;
}

} // namespace verbatim::assign_codes

#include "operation.hpp"

#include "model_output.hpp"
#include "offline.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/complete.hpp"
#include "verbatim/feedback/explanation.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/json_text.hpp"
#include "verbatim/sdk/text.hpp"

#include <functional>
#include <string_view>
#include <utility>

namespace verbatim::assign_codes {

namespace {

/// Names are sent unredacted, so placeholders in them must not be restored.
std::vector<std::string_view> names_in(const std::vector<option>& options)
{
    std::vector<std::string_view> names;
    for (const auto& option : options) names.push_back(option.path.back()->name);
    return names;
}

/// Each pick costs one call per level. The model names the best picks first, so picks beyond `limit` are not judged;
/// the log and a response without codes report them.
std::size_t limit_picks(sdk::call& call, std::vector<std::size_t>& picked, std::size_t limit)
{
    if (picked.size() <= limit) return 0;
    call.log().write(sdk::severity::warning, "code_picks_dropped", {{"picked", picked.size()}, {"judged", limit}});
    const auto dropped = picked.size() - limit;
    picked.resize(limit);
    return dropped;
}

std::size_t length(const sdk::prompt_text& text) { return sdk::utf8::count_code_points(text.text()); }

} // namespace

operation::operation(std::optional<framework> default_framework, std::size_t concurrency)
    : default_framework_{std::move(default_framework)}
    , concurrency_{concurrency}
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
        .tag          = "Inference",
        .usage_label  = "assign_codes",
        .deadline     = std::chrono::seconds{120},
        .errors       = {sdk::errc::analysis_unavailable},
        .open_members = std::vector<std::string>{}};
}

const framework& operation::codes_for(const request& request) const
{
    if (request.coding_levels) return *request.coding_levels;
    if (default_framework_) return *default_framework_;
    throw sdk::validation_error{"coding_levels", "Field required"};
}

/// The options of the request's framework. Checks the token limit before building them.
sdk::task<std::vector<option>> operation::options_for(sdk::call& call, const request& request) const
{
    const auto& codes  = codes_for(request);
    const auto  limits = call.model().limits();

    std::vector<option>         options;
    const std::function<void()> measure = [&] {
        const auto text  = feedback::redaction{{request.record.content}}.text(0); // measured, never sent
        const auto frame = prompts::pick_message(text, {});
        feedback::check_budget(length(pick_system_) + length(frame) + formatted_length(codes), limits);
        options = flatten(codes);
    };
    co_await call.compute(measure);
    co_return options;
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    if (request.record.content.empty()) co_return response{{report_no_code(no_code_reason::empty_content)}};
    const auto options = co_await options_for(call, request);
    if (options.empty()) co_return response{{report_no_code(no_code_reason::none_picked)}};

    feedback::prompt prompt;
    prompt.system     = pick_system_;
    prompt.redacted   = {request.record.content};
    prompt.unredacted = names_in(options);
    prompt.user       = [&](const feedback::redaction& redaction) {
        return prompts::pick_message(redaction.text(0), format_options(options));
    };
    prompt.output_schema = &feedback::output_schema_of<code_selection>("code_pick");
    prompt.offline       = [&](const feedback::redaction& redaction) {
        return sdk::to_json(offline::pick(redaction.unescaped_text(0).text(), options));
    };
    const auto completion = co_await feedback::complete(call, prompt);

    auto                         picked  = parse_selection(completion.text, options.size());
    const auto                   dropped = limit_picks(call, picked, judged_picks(request.max_codes));
    std::vector<path_evaluation> evaluations;
    for (const auto position : picked) evaluations.emplace_back(options[position], request.confidence_threshold);
    if (evaluations.empty()) co_return response{{report_no_code(no_code_reason::none_picked)}};

    const auto                                    judging    = call.phase("judge");
    const std::function<sdk::task<>(std::size_t)> judge_path = [&](std::size_t n) {
        return judge(call, completion.names, evaluations[n]);
    };
    co_await sdk::for_each_bounded(evaluations.size(), concurrency_, judge_path);

    auto outcomes = path_outcomes{evaluations};
    if (outcomes.accepted.empty())
        co_return response{
            {report_no_code(request.confidence_threshold.value(), std::move(outcomes.rejected), dropped)}};
    co_return response{report_codes(std::move(outcomes.accepted), static_cast<std::size_t>(request.max_codes))};
}

/// Judges level by level until the evaluation is finished.
sdk::task<> operation::judge(sdk::call& call, const feedback::redaction& redaction, path_evaluation& evaluation) const
{
    while (!evaluation.finished())
    {
        std::optional<level_score> score;
        bool                       answered = false;
        sdk::chat_request          request{
                     .system = judge_system_,
                     .user   = prompts::judge_message(redaction.text(0), evaluation.path(), evaluation.next_level()),
                     .output_schema = &feedback::output_schema_of<level_score>("code_judge")};
        request.accept = [&](std::string_view output) {
            answered = true;
            score    = parse_level_score(output);
            return score.has_value();
        };
        request.offline = [&] {
            return sdk::to_json(
                offline::judge(redaction.unescaped_text(0).text(), evaluation.path(), evaluation.next_level()));
        };
        const auto result = co_await call.model().try_complete(request);
        if (score)
        {
            const auto display = [&] {
                return feedback::on_one_line(feedback::displayed_explanation(score->explanation, redaction));
            };
            constexpr std::size_t growth = 512; // by restored originals
            score->explanation = co_await feedback::compute_if_large(call, growth * score->explanation.size(), display);
            evaluation.add_score(std::move(*score));
            continue;
        }
        // Unreadable output is not a common cause of the provider.
        evaluation.fail(answered ? sdk::error{sdk::errc::analysis_unavailable} : result.error());
        feedback::judgement verdict;
        verdict.error_class = answered ? "invalid_response" : sdk::to_string(evaluation.failure()->code());
        feedback::log_failure(call, verdict);
    }
}

} // namespace verbatim::assign_codes

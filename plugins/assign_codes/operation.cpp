#include "operation.hpp"

#include "prompts.hpp"
#include "replies.hpp"

#include "verbatim/feedback/ask.hpp"
#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/form.hpp"
#include "verbatim/feedback/judge.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/feedback/unicode.hpp"
#include "verbatim/sdk/call.hpp"

#include <functional>
#include <string_view>
#include <utility>

namespace verbatim::assign_codes {

namespace {

sdk::reply answered(std::vector<assigned_code> entries) { return sdk::ok(reply{std::move(entries)}); }

/// Because placeholders that stand in a name are the caller's, not ours.
std::vector<std::string_view> names_in(const std::vector<option>& options)
{
    std::vector<std::string_view> names;
    for (const auto& one : options) names.push_back(one.path.back()->name);
    return names;
}

/// Each pick costs a call for every level of its path, so a model that picks everything must not be able to spend
/// without end. The model names the best first and an answer holds `most_codes` at most: what it picks beyond as many
/// is not judged. The log tells of it, and so does an answer without a code.
std::size_t leave_out_the_last(sdk::call& call, std::vector<std::size_t>& picked)
{
    constexpr std::size_t most = most_codes;
    if (picked.size() <= most) return 0;
    call.log_line().write(sdk::severity::warning, "picks left out", {{"picked", picked.size()}, {"judged", most}});
    const auto left_out = picked.size() - most;
    picked.resize(most);
    return left_out;
}

std::size_t characters(const sdk::outbound& text) { return feedback::code_points(text.text()); }

} // namespace

operation::operation(std::optional<framework> own, std::size_t judges)
    : own_{std::move(own)}
    , judges_{judges}
    , picking_{prompts::picking()}
    , judging_{prompts::judging()}
{}

sdk::descriptor operation::describe() const
{
    return {.name    = "assign_codes",
            .path    = "/v1/assign-codes",
            .summary = "Suggest codes of a coding framework for a feedback record",
            .description =
                "Chooses from all codes of the framework, the broader ones included, and scores each level of what was "
                "chosen. A code is reported when every level reaches `confidence_threshold`. There is always an entry: "
                "without a code it tells why, and what came nearest. A coding is a suggestion for a person.",
            .tag          = "Inference",
            .usage_label  = "assign_codes",
            .deadline     = std::chrono::seconds{120},
            .asks         = sdk::type_of<request>(),
            .answers      = sdk::type_of<reply>(),
            .refuses      = {sdk::errc::analysis_unavailable},
            .open_members = std::vector<std::string>{}};
}

const framework& operation::codes_for(const request& asked) const
{
    if (asked.coding_levels) return *asked.coding_levels;
    if (own_) return *own_;
    throw sdk::invalid{"coding_levels", "Field required"};
}

/// The options, once it is known that a message can hold them: a framework that cannot be asked is not written out.
sdk::task<std::vector<option>> operation::offered(sdk::call& call, const request& asked) const
{
    const auto& codes  = codes_for(asked);
    const auto  limits = call.model().limits();

    std::vector<option>         options;
    const std::function<void()> measure = [&] {
        const auto text   = feedback::as_it_came(asked.record.content); // measured, never sent
        const auto around = prompts::to_pick(text, {});
        feedback::check_budget(characters(picking_) + characters(around) + listed_characters(codes), limits);
        options = flatten(codes);
    };
    co_await call.compute(measure);
    co_return options;
}

sdk::task<sdk::reply> operation::run(sdk::call& call)
{
    const auto& asked = call.asked<request>();
    if (asked.record.content.empty()) co_return answered({not_applied(nothing::empty_content)});
    const auto options = co_await offered(call, asked);
    if (options.empty()) co_return answered({not_applied(nothing::none_picked)});

    feedback::question question;
    question.system = picking_;
    question.texts  = {asked.record.content};
    question.beside = names_in(options);
    question.user = [&](const feedback::redaction& names) { return prompts::to_pick(names.text(0), listed(options)); };
    question.form = &feedback::form_of<selection>("code_pick");
    const auto answer = co_await feedback::ask(call, question);

    auto              picked   = read_selection(answer.text, options.size());
    const auto        left_out = leave_out_the_last(call, picked);
    std::vector<walk> walks;
    for (const auto position : picked) walks.emplace_back(options[position], asked.confidence_threshold);
    if (walks.empty()) co_return answered({not_applied(nothing::none_picked)});

    const std::function<sdk::task<>(std::size_t)> one = [&](std::size_t n) {
        return judge(call, answer.names, walks[n]);
    };
    co_await sdk::for_each_bounded(walks.size(), judges_, one);

    auto found = outcome{walks};
    if (found.accepted.empty())
        co_return answered({not_applied(asked.confidence_threshold.value(), std::move(found.rejected), left_out)});
    co_return answered(applied(std::move(found.accepted), static_cast<std::size_t>(asked.max_codes)));
}

/// Level after level, until the walk has ended.
sdk::task<> operation::judge(sdk::call& call, const feedback::redaction& names, walk& along) const
{
    while (!along.ended())
    {
        std::optional<level_score> heard;
        bool                       replied = false;
        sdk::conversation          bench{.system = judging_,
                                         .user   = prompts::to_judge(names.text(0), along.path(), along.next_level()),
                                         .form   = &feedback::form_of<level_score>("code_judge")};
        bench.fits = [&](std::string_view said) {
            replied = true;
            heard   = read_level_score(said);
            return heard.has_value();
        };
        const auto given = co_await call.model().try_complete(bench);
        if (heard)
        {
            heard->explanation = feedback::on_one_line(names.restore(heard->explanation));
            along.learn(std::move(*heard));
            continue;
        }
        // What a judge says and nobody can read is no failure of the provider's that other paths could share.
        along.lose(replied ? sdk::error{sdk::errc::analysis_unavailable} : given.error());
        feedback::verdict none;
        none.failure = replied ? "invalid_response" : sdk::to_string(along.loss()->code());
        feedback::log_failure(call, none);
    }
}

} // namespace verbatim::assign_codes

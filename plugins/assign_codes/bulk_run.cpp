#include "bulk_run.hpp"

#include "judging.hpp"
#include "longest.hpp"
#include "model_output.hpp"
#include "offline.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace verbatim::assign_codes {

namespace {

/// The code points that remain for items in a message with `used` others.
std::size_t remaining_length(std::size_t used, std::size_t max_length)
{
    return max_length > used ? max_length - used : 0;
}

/// For records and levels about which no answer can be read.
sdk::error unreadable_answer()
{
    sdk::error error{sdk::errc::analysis_unavailable};
    error.cause = sdk::failure_cause::unreadable;
    return error;
}

/// The answer of a call without usable output. Refusals and long outputs may be due to one of the items.
template <class Result>
partial_answer<Result> unusable_answer(const sdk::error& failure)
{
    return {.failure      = failure,
            .is_divisible = failure.code() == sdk::errc::content_policy_violation ||
                            failure.cause == sdk::failure_cause::truncated ||
                            failure.cause == sdk::failure_cause::prompt_cut ||
                            failure.cause == sdk::failure_cause::context_exceeded};
}

template <class Result>
bool has_any(const std::vector<std::optional<Result>>& results)
{
    return std::ranges::any_of(results, [](const auto& result) { return result.has_value(); });
}

} // namespace

std::size_t pick_frame_length(const bulk_prompts& prompts)
{
    return prompts.pick.estimation_length() + feedback::characters_of(prompts::bulk_pick_message({}, {}));
}

std::vector<std::vector<std::size_t>> make_batches(std::span<const std::size_t> lengths, std::size_t max_length)
{
    std::vector<std::vector<std::size_t>> batches;
    std::size_t                           used = 0;
    for (std::size_t n = 0; n != lengths.size(); ++n)
    {
        if (lengths[n] > max_length) continue;
        if (batches.empty() || batches.back().size() == max_items_per_call || used + lengths[n] > max_length)
        {
            batches.emplace_back();
            used = 0;
        }
        batches.back().push_back(n);
        used += lengths[n];
    }
    return batches;
}

bulk_run::bulk_run(sdk::call& call, const bulk_request& request, const coding_settings& settings,
                   const bulk_prompts& prompts, const code_list& codes)
    : call_{call}
    , request_{request}
    , settings_{settings}
    , prompts_{prompts}
    , codes_{codes}
{
    for (std::size_t n = 0; n != request.records.size(); ++n)
        if (!request.records[n].content.empty()) positions_.push_back(n);
}

sdk::task<> bulk_run::code_records(std::vector<coded_record>& entries)
{
    const auto response_size = [&] { return sdk::to_json(bulk_response{entries}).size(); };
    response_bytes_          = co_await call_.compute(response_size);
    co_await redact();
    const auto phase   = call_.phase("code");
    const auto batches = co_await make_record_batches(entries);
    done_              = failures_.size(); // records that exceed the token limit
    call_.progress("code", done_, positions_.size());
    call_.note("batches", static_cast<std::int64_t>(batches.size()));
    call_time_.wait_for_connection = batches.size() > 1; // other batches are paid
    calls_per_batch_ = std::max<std::size_t>(1, settings_.concurrency / std::max<std::size_t>(1, batches.size()));

    // The first few show whether the model answers at all, before the others are paid.
    std::size_t                                   begun = 0;
    const std::function<sdk::task<>(std::size_t)> step  = [&](std::size_t n) {
        return code_batch(batches[begun + n], entries);
    };
    while (begun != batches.size())
    {
        const auto count = outcomes_.next_batches(batches.size() - begun);
        co_await sdk::for_each_bounded(count, settings_.concurrency, step);
        begun += count;
    }

    call_.note("failed_records", static_cast<std::int64_t>(failures_.size()));
    if (failures_.empty()) co_return;
    call_.log().write(sdk::severity::warning, "records_not_coded",
                      {{"failed", failures_.size()}, {"total", positions_.size()}});
    if (failures_.size() == positions_.size()) throw common_cause(failures_);
}

sdk::task<> bulk_run::redact()
{
    const auto phase = call_.phase("anonymise");
    call_.progress("anonymise", 0, 0);
    std::vector<std::string_view> contents;
    for (std::size_t n = 0; n != positions_.size(); ++n) contents.push_back(record(n).content);
    names_ = co_await feedback::redact(call_, std::move(contents), texts_in(codes_.options));
}

/// By the lengths before redaction. A record that exceeds the token limit alone gets an error.
sdk::task<std::vector<std::vector<std::size_t>>> bulk_run::make_record_batches(std::vector<coded_record>& entries)
{
    const auto               limits     = call_.model().limits();
    const auto               used       = pick_frame_length(prompts_) + feedback::characters_of(codes_.text);
    const auto               max_length = remaining_length(used, feedback::max_characters(limits));
    std::vector<std::size_t> lengths;
    const auto               measure = [&] {
        const sdk::prompt_text blank[1];
        const auto             frame = feedback::characters_of(prompts::bulk_pick_message({}, blank));
        for (std::size_t n = 0; n != positions_.size(); ++n)
        {
            lengths.push_back(frame + feedback::escaped_estimation_length(record(n).content));
            text_lengths_.push_back(feedback::characters_of(names_.text(n)));
        }
    };
    co_await call_.compute(measure);

    for (std::size_t n = 0; n != lengths.size(); ++n)
        if (lengths[n] > max_length)
            write(entries[positions_[n]],
                  feedback::over_budget(used + lengths[n], limits).value_or(sdk::error{sdk::errc::payload_too_large}));
    co_return make_batches(lengths, max_length);
}

sdk::task<> bulk_run::code_batch(std::span<const std::size_t> records, std::vector<coded_record>& entries)
{
    std::vector<record_state> states;
    for (const auto record : records) states.push_back({record});
    co_await pick(states);
    co_await judge(states);
    for (const auto& state : states) write(entries[positions_[state.record]], state);
    call_.progress("code", done_ += records.size(), positions_.size());
}

sdk::task<> bulk_run::pick(std::vector<record_state>& states)
{
    std::vector<std::size_t> positions;
    for (std::size_t n = 0; n != states.size(); ++n) positions.push_back(n);
    std::vector<std::optional<sdk::result<picks>>> results(states.size());
    const item_question<picks> ask = [&](std::span<const std::size_t> subset) { return ask_pick(states, subset); };
    co_await ask_until_answered(ask, std::move(positions), results);

    for (std::size_t n = 0; n != states.size(); ++n)
    {
        auto& state     = states[n];
        state.selection = std::move(results[n]);
        if (!*state.selection) continue;
        const auto& options = state.selection->value();
        const auto  judged  = std::min(options.size(), judged_picks(request_.max_codes));
        state.dropped       = options.size() - judged;
        for (std::size_t m = 0; m != judged; ++m)
            state.evaluations.emplace_back(codes_.options[options[m]], request_.confidence_threshold);
    }
}

sdk::task<partial_answer<bulk_run::picks>> bulk_run::ask_pick(std::span<const record_state> states,
                                                              std::span<const std::size_t>  positions)
{
    const auto write = [&] {
        std::vector<sdk::prompt_text> texts;
        for (const auto n : positions) texts.push_back(names_.text(states[n].record));
        return prompts::bulk_pick_message(codes_.text, texts);
    };
    auto size = codes_.text.text().size();
    for (const auto n : positions) size += text_lengths_[states[n].record];

    if (const auto failure = outcomes_.common_failure()) co_return partial_answer<picks>{.failure = *failure};
    partial_answer<picks> answer;
    bool                  answered = false;
    sdk::chat_request     request{.system        = prompts_.pick,
                                  .user          = {},
                                  .output_schema = &feedback::output_schema_of<bulk_selection>("code_picks", true)};
    request.user   = co_await message(size, write);
    request.accept = [&](std::string_view output) {
        answered       = true;
        answer.results = parse_bulk_selection(output, positions.size(), codes_.options.size());
        return has_any(answer.results);
    };
    request.offline = [&] {
        offline::picker picker{codes_.options};
        bulk_selection  selection;
        for (std::size_t n = 0; n != positions.size(); ++n)
        {
            const auto text = names_.unescaped_text(states[positions[n]].record);
            selection.records.push_back({static_cast<std::int64_t>(n), picker.pick(text.text()).selected});
        }
        return sdk::to_json(selection);
    };
    request.longest = [&](std::size_t) {
        bulk_selection selection;
        for (std::size_t n = 0; n != positions.size(); ++n)
            selection.records.push_back({static_cast<std::int64_t>(n), longest_picks()});
        return sdk::to_json(selection);
    };
    request.time                         = call_time_;
    request.shared_prefix                = codes_.text.text().size();
    const auto                completion = co_await call_.model().try_complete(request);
    std::optional<sdk::error> failure;
    if (!completion) failure = answered ? unreadable_answer() : completion.error();
    outcomes_.add(failure);
    if (failure) co_return unusable_answer<picks>(*failure);
    co_return answer;
}

/// Reads a long framework once, on the thread of the first call that needs it.
const std::vector<std::int64_t>& bulk_run::longest_picks()
{
    std::call_once(longest_picks_known_,
                   [&] { longest_picks_ = longest::picks(codes_.options, judged_picks(request_.max_codes)); });
    return longest_picks_;
}

sdk::task<> bulk_run::judge(std::vector<record_state>& states)
{
    for (auto levels = next_levels(states); !levels.empty(); levels = next_levels(states))
    {
        auto results = co_await judge_levels(levels);
        for (std::size_t n = 0; n != levels.size(); ++n)
        {
            if (levels[n].evaluation->finished()) continue;
            if (results[n])
                results[n]->explanation = co_await displayed_explanation(call_, names_, results[n]->explanation);
            levels[n].evaluation->take(std::move(results[n]));
        }
    }
}

/// The next level of each unfinished evaluation, or all its levels.
std::vector<bulk_run::judged_level> bulk_run::next_levels(std::vector<record_state>& states) const
{
    std::vector<judged_level> levels;
    for (auto& state : states)
        for (auto& evaluation : state.evaluations)
        {
            if (evaluation.finished()) continue;
            const auto first = evaluation.next_level();
            const auto last  = settings_.speculative ? evaluation.path().path.size() : first;
            for (auto level = first; level <= last; ++level) levels.push_back({state.record, &evaluation, level});
        }
    return levels;
}

sdk::task<std::vector<sdk::result<level_score>>> bulk_run::judge_levels(std::span<const judged_level> levels)
{
    // The messages themselves may be a hundred times the records, so each is written for its call.
    std::vector<std::size_t> lengths;
    const auto               measure = [&] {
        for (const auto& [record, evaluation, level] : levels)
        {
            const sdk::prompt_text frame[]{prompts::judge_message(evaluation->path(), level, {})};
            lengths.push_back(feedback::characters_of(prompts::bulk_judge_message(frame)) + text_lengths_[record]);
        }
    };
    constexpr std::size_t frame_size = 4'096;
    co_await feedback::compute_if_large(call_, frame_size * levels.size(), measure);
    const auto limits     = call_.model().limits();
    const auto max_length = remaining_length(prompts_.judge.estimation_length(), feedback::max_characters(limits));
    if (!limits.is_enforced)
        for (auto& length : lengths) length = std::min(length, max_length); // longer ones would be left out
    const auto batches = make_batches(lengths, max_length);

    std::vector<std::optional<sdk::result<level_score>>> results(levels.size());
    const item_question<level_score>                     ask = [&](std::span<const std::size_t> positions) {
        return ask_judge(levels, lengths, positions);
    };
    const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) {
        return ask_until_answered(ask, batches[n], results);
    };
    co_await sdk::for_each_bounded(batches.size(), calls_per_batch_, step);

    std::vector<sdk::result<level_score>> scores;
    for (auto& result : results) // a level whose message is too long has none
        if (result) scores.push_back(std::move(*result));
        else scores.emplace_back(sdk::error{sdk::errc::payload_too_large});
    co_return scores;
}

template <class Write>
sdk::task<sdk::prompt_text> bulk_run::message(std::size_t length, Write write)
{
    co_return co_await feedback::compute_if_large(call_, settings_.concurrency * length, write);
}

sdk::task<partial_answer<level_score>> bulk_run::ask_judge(std::span<const judged_level> levels,
                                                           std::span<const std::size_t>  lengths,
                                                           std::span<const std::size_t>  positions)
{
    const auto write = [&] {
        std::vector<sdk::prompt_text> items;
        for (const auto n : positions)
            items.push_back(
                prompts::judge_message(levels[n].evaluation->path(), levels[n].level, names_.text(levels[n].record)));
        return prompts::bulk_judge_message(items);
    };
    std::size_t size = 0;
    for (const auto n : positions) size += lengths[n];

    partial_answer<level_score> answer;
    bool                        answered = false;
    sdk::chat_request           request{.system        = prompts_.judge,
                                        .user          = {},
                                        .output_schema = &feedback::output_schema_of<bulk_scores>("code_judges", true)};
    request.user   = co_await message(size, write);
    request.accept = [&](std::string_view output) {
        answered       = true;
        answer.results = parse_bulk_scores(output, positions.size());
        return has_any(answer.results);
    };
    request.offline = [&] {
        bulk_scores scores;
        for (std::size_t n = 0; n != positions.size(); ++n)
        {
            const auto& [record, evaluation, level] = levels[positions[n]];
            auto score = offline::judge(names_.unescaped_text(record).text(), evaluation->path(), level);
            scores.scores.push_back({static_cast<std::int64_t>(n), score.score, std::move(score.explanation)});
        }
        return sdk::to_json(scores);
    };
    request.longest = [&](std::size_t) {
        const auto  score = longest::score();
        bulk_scores scores;
        for (std::size_t n = 0; n != positions.size(); ++n)
            scores.scores.push_back({static_cast<std::int64_t>(n), score.score, score.explanation});
        return sdk::to_json(scores);
    };
    request.time          = call_time_;
    const auto completion = co_await call_.model().try_complete(request);
    if (has_any(answer.results)) co_return answer;
    const auto failure = judge_failure(call_, answered ? std::nullopt : std::optional{completion.error()});
    co_return unusable_answer<level_score>(failure);
}

void bulk_run::write(coded_record& entry, const record_state& state)
try
{
    if (!*state.selection) throw sdk::error{state.selection->error()};
    entry.assigned_codes = state.evaluations.empty() ? std::vector{report_no_code(no_code_reason::none_picked)}
                                                     : report(path_outcomes{state.evaluations}, request_.max_codes,
                                                              request_.confidence_threshold, state.dropped);
    const auto bytes     = sdk::to_json(entry).size();
    if (response_bytes_ + bytes > max_response_bytes) throw sdk::error{sdk::errc::payload_too_large};
    response_bytes_ += bytes;
}
catch (const sdk::error& failure)
{
    write(entry, failure);
}

void bulk_run::write(coded_record& entry, sdk::error failure)
{
    entry.assigned_codes.clear();
    entry.error = record_error{std::string{failure.code_name()}};
    failures_.push_back(std::move(failure));
}

} // namespace verbatim::assign_codes

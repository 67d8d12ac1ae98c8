#include "bulk_run.hpp"

#include "model_output.hpp"
#include "offline.hpp"
#include "path_evaluation.hpp"
#include "prompts.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/output_schema.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/json_text.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace verbatim::assign_codes {

namespace {

/// The code points that remain for items in a message with `used` others.
std::size_t remaining_length(std::size_t used, std::size_t max_length)
{
    return max_length > used ? max_length - used : 0;
}

} // namespace

std::size_t pick_frame_length(const bulk_prompts& prompts)
{
    return prompts.pick.estimation_length() + feedback::characters_of(prompts::bulk_pick_message({}, {}));
}

std::size_t records_per_pick(std::size_t list_length) noexcept
{
    return std::clamp(list_length / list_length_per_record, min_records_per_pick, max_records_per_pick);
}

bulk_run::bulk_run(sdk::call& call, const bulk_request& request, const coding_settings& settings,
                   const bulk_prompts& prompts, const code_list& codes)
    : call_{call}
    , request_{request}
    , settings_{settings}
    , prompts_{prompts}
    , codes_{codes}
    , picker_{codes.options, call.word_vectors()}
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

    const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) { return code_batch(batches[n], entries); };
    co_await feedback::for_each_batch(batches.size(), settings_.concurrency, outcomes_, step);

    /// By cause or error code: see docs/reference/provider.md#causes.
    failures_.report(call_, "records_not_coded", positions_.size());
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
    const auto max_records = records_per_pick(feedback::characters_of(codes_.text));
    co_return feedback::make_batches(lengths, {max_records, max_length, std::min(max_length, max_pick_characters)});
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
    const feedback::item_question<picks>           ask = [&](std::span<const std::size_t> subset) {
        return ask_pick(states, subset);
    };
    co_await feedback::ask_until_answered(ask, std::move(positions), results);

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

sdk::task<feedback::partial_answer<bulk_run::picks>> bulk_run::ask_pick(std::span<const record_state> states,
                                                                        std::span<const std::size_t>  positions)
{
    const auto write = [&] {
        std::vector<sdk::prompt_text> texts;
        for (const auto n : positions) texts.push_back(names_.text(states[n].record));
        return prompts::bulk_pick_message(codes_.text, texts);
    };
    auto size = codes_.text.text().size();
    for (const auto n : positions) size += text_lengths_[states[n].record];

    if (const auto failure = outcomes_.common_failure()) co_return feedback::partial_answer<picks>{.failure = *failure};
    feedback::partial_answer<picks> answer;
    bool                            answered = false;
    sdk::chat_request               request{.system        = prompts_.pick,
                                            .user          = {},
                                            .output_schema = &feedback::output_schema_of<bulk_selection>("code_picks", true)};
    request.user   = co_await message(size, write);
    request.accept = [&](std::string_view output) {
        answered       = true;
        answer.results = parse_bulk_selection(output, positions.size(), codes_.options.size());
        return answer.has_any();
    };
    const auto select = [&](std::size_t most) {
        bulk_selection selection;
        for (std::size_t n = 0; n != positions.size(); ++n)
        {
            const auto text   = names_.unescaped_text(states[positions[n]].record);
            auto       picked = picker_.pick(text.text()).selected;
            picked.resize(std::min(picked.size(), most));
            selection.records.push_back({static_cast<std::int64_t>(n), std::move(picked)});
        }
        return sdk::to_json(selection);
    };
    request.offline  = [&] { return select(judged_picks(request_.max_codes)); };
    request.expected = [&] { return select(static_cast<std::size_t>(request_.max_codes)); };
    request.longest  = [&](std::size_t) {
        bulk_selection selection;
        for (std::size_t n = 0; n != positions.size(); ++n)
            selection.records.push_back({static_cast<std::int64_t>(n), longest_picks()});
        return sdk::to_json(selection);
    };
    request.time                         = call_time_;
    request.shared_prefix                = codes_.text.text().size();
    const auto                completion = co_await call_.model().try_complete(request);
    std::optional<sdk::error> failure;
    if (!completion) failure = answered ? feedback::unreadable_answer() : completion.error();
    outcomes_.add(failure);
    if (failure) co_return feedback::partial_answer<picks>{.failure = *failure};
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
    std::vector<judged_code> codes;
    for (auto& state : states)
        for (auto& evaluation : state.evaluations) codes.push_back({state.record, &evaluation});
    if (codes.empty()) co_return;

    auto results = co_await judge_codes(codes);
    for (std::size_t n = 0; n != codes.size(); ++n)
    {
        auto& evaluation = *codes[n].evaluation;
        if (!results[n]) evaluation.fail(results[n].error());
        else
            for (auto& level : results[n].value())
            {
                if (evaluation.finished()) break;
                level.explanation = co_await displayed_explanation(call_, names_, level.explanation);
                evaluation.add_score(std::move(level));
            }
    }
}

sdk::task<std::vector<sdk::result<bulk_run::scores>>> bulk_run::judge_codes(std::span<const judged_code> codes)
{
    // The codes themselves may be a hundred times the records, so each message is written for its call.
    std::vector<std::size_t> lengths;
    std::size_t              most_levels = 1;
    const auto               measure     = [&] {
        for (const auto& [record, evaluation] : codes)
        {
            const prompts::judged_item item[]{{codes.size(), codes.size()}};
            lengths.push_back(feedback::characters_of(prompts::judged_code(codes.size(), evaluation->path())) +
                                                feedback::characters_of(prompts::judged_record({}, item)) + text_lengths_[record] + 2);
            most_levels = std::max(most_levels, evaluation->path().path.size());
        }
    };
    constexpr std::size_t frame_size = 4'096;
    co_await feedback::compute_if_large(call_, frame_size * codes.size(), measure);
    const auto limits = call_.model().limits();
    const auto used = prompts_.judge.estimation_length() + feedback::characters_of(prompts::bulk_judge_message({}, {}));
    const auto max_length = remaining_length(used, feedback::max_characters(limits));
    if (!limits.is_enforced)
        for (auto& length : lengths) length = std::min(length, max_length); // longer ones would be left out
    const auto max_items = std::max<std::size_t>(1, max_levels_per_judge / most_levels);
    const auto batches   = feedback::make_batches(lengths, {max_items, max_length, max_length});

    std::vector<std::optional<sdk::result<scores>>> results(codes.size());
    const feedback::item_question<scores>           ask = [&](std::span<const std::size_t> positions) {
        return ask_judge(codes, lengths, positions);
    };
    const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) {
        return feedback::ask_until_answered(ask, batches[n], results);
    };
    co_await sdk::for_each_bounded(batches.size(), calls_per_batch_, step);

    std::vector<sdk::result<scores>> judged;
    for (auto& result : results) // a code whose message is too long has none
        if (result) judged.push_back(std::move(*result));
        else judged.emplace_back(sdk::error{sdk::errc::payload_too_large});
    co_return judged;
}

bool bulk_run::decide(const path_evaluation& evaluation, const scores& levels) const
{
    const auto rejects = [&](const level_score& level) {
        return request_.confidence_threshold && level.score < *request_.confidence_threshold;
    };
    return levels.size() >= evaluation.path().path.size() || std::ranges::any_of(levels, rejects);
}

/// Each code and each record once, however many items share it. Items of a record are neighbours.
sdk::prompt_text bulk_run::judge_message(std::span<const judged_code> codes,
                                         std::span<const std::size_t> positions) const
{
    std::map<const option*, std::size_t> numbers;
    sdk::prompt_text                     listed;
    sdk::prompt_text                     records;
    for (std::size_t n = 0; n != positions.size();)
    {
        const auto                        record = codes[positions[n]].record;
        std::vector<prompts::judged_item> items;
        for (; n != positions.size() && codes[positions[n]].record == record; ++n)
        {
            const auto& option        = codes[positions[n]].evaluation->path();
            const auto [entry, added] = numbers.try_emplace(&option, numbers.size());
            if (added && entry->second != 0) listed += "\n";
            if (added) listed += prompts::judged_code(entry->second, option);
            items.push_back({n, entry->second});
        }
        if (!records.text().empty()) records += "\n";
        records += prompts::judged_record(names_.text(record), items);
    }
    return prompts::bulk_judge_message(listed, records);
}

template <class Write>
sdk::task<sdk::prompt_text> bulk_run::message(std::size_t length, Write write)
{
    co_return co_await feedback::compute_if_large(call_, settings_.concurrency * length, write);
}

sdk::task<feedback::partial_answer<bulk_run::scores>> bulk_run::ask_judge(std::span<const judged_code> codes,
                                                                          std::span<const std::size_t> lengths,
                                                                          std::span<const std::size_t> positions)
{
    const auto  write = [&] { return judge_message(codes, positions); };
    std::size_t size  = 0;
    for (const auto n : positions) size += lengths[n];

    feedback::partial_answer<scores> answer;
    bool                             answered = false;
    sdk::chat_request                request{.system        = prompts_.judge,
                                             .user          = {},
                                             .output_schema = &feedback::output_schema_of<bulk_scores>("code_judges", true)};
    request.user   = co_await message(size, write);
    request.accept = [&](std::string_view output) {
        answered    = true;
        auto levels = parse_bulk_scores(output, positions.size());
        answer.results.assign(positions.size(), std::nullopt);
        for (std::size_t n = 0; n != positions.size(); ++n)
            if (decide(*codes[positions[n]].evaluation, levels[n])) answer.results[n] = std::move(levels[n]);
        return answer.has_any();
    };
    request.offline = [&] {
        bulk_scores scores;
        for (std::size_t n = 0; n != positions.size(); ++n)
        {
            const auto& [record, evaluation] = codes[positions[n]];
            const auto text                  = names_.unescaped_text(record);
            auto&      item                  = scores.scores.emplace_back();
            item.item                        = static_cast<std::int64_t>(n);
            for (std::size_t level = 1; level <= evaluation->path().path.size(); ++level)
                item.levels.push_back(picker_.judge(text.text(), evaluation->path(), level));
        }
        return sdk::to_json(scores);
    };
    request.longest = [&](std::size_t) {
        bulk_scores scores;
        for (std::size_t n = 0; n != positions.size(); ++n)
            scores.scores.push_back(
                {static_cast<std::int64_t>(n),
                 std::vector(codes[positions[n]].evaluation->path().path.size(), longest::score())});
        return sdk::to_json(scores);
    };
    request.time          = call_time_;
    const auto completion = co_await call_.model().try_complete(request);
    if (answer.has_any()) co_return answer;
    const auto failure = judge_failure(call_, answered ? std::nullopt : std::optional{completion.error()});
    co_return feedback::partial_answer<scores>{.failure = failure};
}

void bulk_run::write(coded_record& entry, const record_state& state)
try
{
    if (!*state.selection) throw sdk::error{state.selection->error()};
    entry.assigned_codes = state.evaluations.empty() ? std::vector{report_no_code(no_code_reason::none_picked)}
                                                     : report(path_outcomes{state.evaluations}, request_.max_codes,
                                                              request_.confidence_threshold, state.dropped);
    const auto bytes     = sdk::to_json(entry).size();
    if (response_bytes_ + bytes > feedback::max_bulk_response_bytes) throw sdk::error{sdk::errc::payload_too_large};
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
    failures_.add(std::move(failure));
}

} // namespace verbatim::assign_codes

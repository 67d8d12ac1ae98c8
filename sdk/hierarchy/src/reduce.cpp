#include "verbatim/hierarchy/reduce.hpp"

#include "reduce_plan.hpp"
#include "text_sample.hpp"

#include "verbatim/feedback/markup.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>
#include <utility>

namespace verbatim::hierarchy {

namespace {

/// Records of one group in a sample. Errors of several groups average out, so fewer suffice.
constexpr std::size_t max_group_sample = max_sample / 4;

/// Lengths are rounded down, so a part may add one more to a message: `é` is 1.4 long and counts 1.
constexpr std::size_t fraction = 1;

std::size_t bytes_of(std::span<const shared_text> texts)
{
    std::size_t bytes = 0;
    for (const auto& text : texts) bytes += text->size();
    return bytes;
}

/// Writes the user messages of a reduce.
class message_writer
{
public:
    message_writer(const analysis_run& run, const reduce_prompts& prompts)
        : redaction_{run.redaction}
        , prompts_{prompts}
        , limits_{run.call.model().limits()}
    {
        const auto max_characters = feedback::max_characters(limits_);
        const auto overhead =
            prompts.system.estimation_length() + feedback::characters_of(message({}, unlimited, false)) + fraction;
        capacity_.without_statistics = max_characters > overhead ? max_characters - overhead : 0;

        // Omits statistics that fill a message by themselves: no split of the partial analyses would make them fit.
        if (prompts.statistics) statistics_ = prompts.statistics(capacity_.without_statistics);
        const auto characters = feedback::characters_of(message({}, unlimited, true)) -
                                feedback::characters_of(message({}, unlimited, false)) + fraction;
        if (characters > capacity_.without_statistics) statistics_.reset();
        capacity_.with_statistics =
            statistics_ ? capacity_.without_statistics - characters : capacity_.without_statistics;
    }

    reduce_step next_step(std::span<const shared_text> partials) const
    {
        std::vector<std::size_t> lengths;
        lengths.reserve(partials.size());
        for (const auto& partial : partials) lengths.push_back(feedback::characters_of(block(*partial)) + fraction);
        auto step = hierarchy::next_step(lengths, capacity_);
        if (limits_.is_enforced) return step;
        step.show_statistics = step.last();
        step.max_length      = unlimited;
        return step;
    }

    sdk::prompt_text message(std::span<const shared_text> partials, std::size_t max_length, bool show_statistics) const
    {
        sdk::prompt_text blocks;
        for (const auto& partial : partials)
        {
            if (&partial != partials.data()) blocks += "\n";
            blocks += cut_block(*partial, max_length);
        }
        auto result = prompts_.user(blocks);
        if (!show_statistics || !statistics_) return result;
        result += "\n\n";
        result += *statistics_;
        return result;
    }

private:
    static constexpr auto unlimited = reduce_step::unlimited;

    sdk::prompt_text block(std::string_view partial) const
    {
        return feedback::tagged("partial_analysis", redaction_.completion_text(partial));
    }

    /// The longest beginning of a partial analysis whose block fits into `max_length`. Escaping lengthens texts
    /// unevenly, so the length is found by iteration.
    sdk::prompt_text cut_block(std::string_view partial, std::size_t max_length) const
    {
        auto whole = block(partial);
        for (auto size = feedback::characters_of(whole) + fraction; size > max_length && !partial.empty();
             size      = feedback::characters_of(whole) + fraction)
        {
            const auto count = sdk::utf8::count_code_points(partial);
            const auto next  = static_cast<std::size_t>(static_cast<double>(count) * static_cast<double>(max_length) /
                                                       static_cast<double>(size));
            partial          = sdk::utf8::first_code_points(partial, std::min(next, count - 1));
            whole            = block(partial);
        }
        return whole;
    }

    const feedback::redaction&      redaction_;
    const reduce_prompts&           prompts_;
    const sdk::token_limits         limits_;
    std::optional<sdk::prompt_text> statistics_;
    reduce_capacity                 capacity_;
};

/// The user message about these partial analyses. On the pool if the messages of `calls` concurrent calls together may
/// be large: those of a level start without a wait in between.
sdk::task<sdk::prompt_text> write_message(sdk::call& call, const message_writer& writer,
                                          std::span<const shared_text> partials, const reduce_step& step,
                                          std::size_t calls)
{
    constexpr std::size_t passes = 8;
    const auto            write  = [&] { return writer.message(partials, step.max_length, step.show_statistics); };
    co_return co_await feedback::compute_if_large(call, passes * calls * bytes_of(partials), write);
}

/// The end of the calls of a level that is not the last: half of the time left, but 15 s where there is so much.
std::chrono::steady_clock::time_point end_of_level(const analysis_run& run, std::chrono::steady_clock::time_point end)
{
    const auto now = run.now();
    return std::min(std::max(now + (end - now) / 2, now + std::chrono::seconds{15}), end);
}

chunk concatenate(std::span<const chunk> chunks)
{
    chunk all;
    for (const auto& records : chunks) all.insert(all.end(), records.begin(), records.end());
    return all;
}

/// Adds the completions that need no provider. Borrows all but the request.
void add_offline(sdk::chat_request& request, const reduce_prompts& prompts, const chunk& records, std::size_t sample,
                 bool with_statistics)
{
    request.offline = [&, with_statistics] { return prompts.offline(records, with_statistics); };
    if (prompts.expected)
        request.expected = [&, with_statistics] { return prompts.expected(records, with_statistics); };
    else if (!prompts.output_schema)
        request.expected = [&, sample, with_statistics] {
            return prompts.offline(sampled(records, sample), with_statistics);
        };
    request.longest = prompts.longest;
}

} // namespace

sdk::task<synthesis> reduce(analysis_run& run, const reduce_prompts& prompts,
                            const std::vector<partial_analysis>& parts)
{
    const auto               end = prompts.deadline.value_or(run.last_call_end());
    std::vector<shared_text> partials;
    repeated_text_cache      texts;
    std::vector<chunk>       records; // of each partial: an offline completion counts them again
    bool                     truncated = false;
    for (const auto& part : parts)
        if (part.text)
        {
            partials.push_back(part.text);
            records.push_back(part.records);
            truncated = truncated || part.truncated;
        }

    std::optional<message_writer> writer;
    const std::function<void()>   measure = [&] { writer.emplace(run, prompts); };
    co_await run.call.compute(measure);

    for (;;)
    {
        reduce_step                 plan;
        const std::function<void()> decide = [&] { plan = writer->next_step(partials); };
        co_await feedback::compute_if_large(run.call, bytes_of(partials), decide);

        if (plan.last())
        {
            const auto        all = concatenate(records);
            sdk::chat_request request{
                .system = prompts.system, .user = {}, .output_schema = prompts.output_schema, .accept = prompts.accept};
            request.user = co_await write_message(run.call, *writer, partials, plan, 1);
            add_offline(request, prompts, all, max_sample, plan.show_statistics);
            request.time = {.deadline = end, .min_attempt = all_time_left, .wait_for_connection = true};
            auto answer  = co_await run.complete(request);
            if (!answer) throw std::move(answer).error();
            co_return synthesis{.text      = std::move(answer->text),
                                .source    = std::move(request.user),
                                .truncated = truncated || answer->truncated};
        }

        run.call.log().write(sdk::severity::debug, "reduce_split",
                             {{"partials", partials.size()}, {"groups", plan.ends.size()}});
        const auto                                    level_end = end_of_level(run, end);
        std::vector<shared_text>                      combined(plan.ends.size());
        std::vector<chunk>                            combined_records(plan.ends.size());
        const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) -> sdk::task<> {
            const auto begin   = n == 0 ? 0 : plan.ends[n - 1];
            const auto members = std::span{partials}.subspan(begin, plan.ends[n] - begin);
            auto&      all     = combined_records[n];
            all                = concatenate(std::span{records}.subspan(begin, plan.ends[n] - begin));
            sdk::chat_request request{
                .system = prompts.system, .user = {}, .output_schema = prompts.output_schema, .accept = prompts.accept};
            request.user = co_await write_message(run.call, *writer, members, plan, run.concurrency);
            add_offline(request, prompts, all, max_group_sample, false);
            request.time = {.deadline = level_end, .min_attempt = all_time_left, .wait_for_connection = true};
            auto answer  = co_await run.complete(request, max_partial_bytes);
            if (!answer) throw std::move(answer).error();
            combined[n] = texts.add(std::move(answer->text));
            truncated   = truncated || answer->truncated;
        };
        co_await sdk::for_each_bounded(combined.size(), run.concurrency, step);
        partials = std::move(combined);
        records  = std::move(combined_records);
    }
}

} // namespace verbatim::hierarchy

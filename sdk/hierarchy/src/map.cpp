#include "verbatim/hierarchy/map.hpp"

#include "text_sample.hpp"
#include "verbatim/hierarchy/progress_log.hpp"

#include "verbatim/feedback/call_outcomes.hpp"
#include "verbatim/feedback/concurrency.hpp"
#include "verbatim/feedback/refused_items.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"
#include "verbatim/sdk/token_estimate.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

namespace verbatim::hierarchy {

namespace {

using clock = std::chrono::steady_clock;

/// The error of the request if every chunk failed.
sdk::error common_cause(const std::vector<partial_analysis>& parts)
{
    using enum sdk::errc;
    const auto code       = parts.front().failure->code();
    const bool shared     = std::ranges::all_of(parts, [&](const auto& part) { return part.failure->code() == code; });
    const bool actionable = code == llm_rate_limited || code == llm_timeout || code == analysis_timeout;
    if (!shared || !actionable) return sdk::error{analysis_unavailable, "every chunk failed"};

    sdk::error cause{code, "every chunk failed"};
    for (const auto& part : parts) cause.retry_after = std::max(cause.retry_after, part.failure->retry_after);
    return cause;
}

/// Whether the same call may succeed later.
bool may_pass(const sdk::error& error)
{
    using enum sdk::failure_cause;
    if (error.code() == sdk::errc::llm_timeout || error.code() == sdk::errc::llm_rate_limited) return true;
    if (error.code() != sdk::errc::llm_error) return false;
    const auto cause = error.cause;
    return cause != unauthorized && cause != not_found && cause != quota_exhausted && cause != invalid_request &&
           cause != truncated && cause != unreadable; // which has been asked for twice
}

bool has_failed(const partial_analysis& part) { return part.failure.has_value(); }

bool may_be_repeated(const partial_analysis& part) { return part.failure && may_pass(*part.failure); }

error_counts errors_of(const std::vector<partial_analysis>& parts, bool (*is_counted)(const partial_analysis&))
{
    error_counts errors;
    for (const auto& part : parts)
        if (is_counted(part)) errors.add(sdk::to_string(part.failure->code()));
    return errors;
}

/// Whether a call with fewer records may succeed.
bool is_too_long(const sdk::error& error)
{
    using enum sdk::failure_cause;
    return error.cause == truncated || error.cause == prompt_cut || error.cause == context_exceeded;
}

/// Logs how many chunks get a second call.
void report_repetition(sdk::log& log, const std::vector<partial_analysis>& parts)
{
    const auto errors = errors_of(parts, &may_be_repeated);
    if (errors.total() == 0) return;
    const auto classes = errors.to_string();
    /// Chunks whose call is made once more.
    log.write(sdk::severity::warning, "map_calls_repeated",
              {{"repeated", errors.total()}, {"total", parts.size()}, {"classes", classes}});
}

/// Notes chunks and failed chunks, and logs the latter. Throws their common cause if every chunk failed.
void report_failures(sdk::call& call, const map_prompts& prompts, const std::vector<partial_analysis>& parts)
{
    const auto errors = errors_of(parts, &has_failed);
    call.note(prompts.chunk_fact, static_cast<std::int64_t>(parts.size()));
    call.note(prompts.failed_chunk_fact, static_cast<std::int64_t>(errors.total()));
    if (errors.total() == 0) return;
    const auto classes = errors.to_string();
    /// Chunks left out of an analysis.
    call.log().write(sdk::severity::warning, "map_calls_failed",
                     {{"failed", errors.total()}, {"total", parts.size()}, {"classes", classes}});
    if (errors.total() == parts.size() && !prompts.may_fail) throw common_cause(parts);
}

/// The parts of all lists, in order.
std::vector<partial_analysis> joined(std::vector<std::vector<partial_analysis>> lists)
{
    std::vector<partial_analysis> all;
    for (auto& list : lists) std::ranges::move(list, std::back_inserter(all));
    return all;
}

std::pair<chunk, chunk> halves_of(const chunk& records)
{
    const auto middle = records.begin() + static_cast<std::ptrdiff_t>((records.size() + 1) / 2);
    return {chunk(records.begin(), middle), chunk(middle, records.end())};
}

/// Analyses chunks within the time of the map.
class chunk_reader
{
public:
    chunk_reader(analysis_run& run, const map_prompts& prompts, std::vector<chunk> chunks)
        : run_{run}
        , prompts_{prompts}
        , chunks_{std::move(chunks)}
        , expected_texts_{chunks_.size()}
        , start_{clock::now()}
        , schedule_{run.now(), prompts.deadline.value_or(run.call.deadline())}
    {}

    std::chrono::milliseconds expected_call() const { return schedule_.expected_call(); }

    /// Analyses the chosen parts; the others stay as they are.
    template <class Choice>
    sdk::task<std::vector<partial_analysis>> read(std::vector<partial_analysis> parts, Choice is_chosen)
    {
        std::vector<std::size_t>                   positions;
        std::vector<std::vector<partial_analysis>> lists(parts.size());
        for (std::size_t n = 0; n != parts.size(); ++n)
        {
            if (is_chosen(parts[n])) positions.push_back(n);
            lists[n].push_back(std::move(parts[n]));
        }
        std::size_t done  = 0;
        std::size_t begun = 0;
        if (!positions.empty()) run_.call.progress(prompts_.phase, done, positions.size());
        const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) -> sdk::task<> {
            auto& list = lists[positions[n]];
            if (!schedule_.may_start(run_.now())) co_return;
            const auto queued    = seconds_since(start_);
            const auto began     = clock::now();
            const auto records   = list.front().records;
            list.front().started = true;
            list                 = co_await read_chunk(records, positions[n]);
            log_chunk(run_.call.log(), "chunk_mapped", positions[n], lists.size(), records.size(), queued,
                      seconds_since(began), {"excluded", std::ranges::any_of(list, &has_failed)});
            run_.call.progress(prompts_.phase, ++done, positions.size());
        };
        const std::function<sdk::task<>(std::size_t)> next = [&](std::size_t n) { return step(begun + n); };
        while (begun != positions.size())
        {
            const auto count   = outcomes_.next_batches(positions.size() - begun);
            auto       reading = sdk::for_each_bounded(count, run_.concurrency, next);
            co_await feedback::run_until(schedule_.latest_end(), std::move(reading));
            begun += count;
        }
        co_return joined(std::move(lists));
    }

private:
    /// Halves a chunk whose report was truncated or refused, as long as it has several records and time is left. A
    /// report that repeats itself is cut, but halves would not help. `position` is that of the whole chunk.
    sdk::task<std::vector<partial_analysis>> read_chunk(const chunk& records, std::size_t position)
    {
        partial_analysis part{.records = records, .text = {}, .started = true};
        auto             completion = co_await complete(records, position);
        part.truncated              = completion ? completion->truncated : is_too_long(completion.error());
        part.failure                = completion ? std::nullopt : std::optional{completion.error()};
        const bool repeats = completion && std::ranges::count(completion->repairs, sdk::reply_repair::repetition) != 0;
        if (completion) part.text = texts_.add(std::move(completion->text));

        std::vector<partial_analysis> whole;
        whole.push_back(std::move(part));
        const bool is_refused = whole.front().failure && feedback::is_refusal(*whole.front().failure);
        const bool may_divide =
            records.size() > 1 && !repeats && schedule_.may_start(run_.now()) && !outcomes_.common_failure();
        if (!may_divide || !(whole.front().truncated || is_refused)) co_return whole;

        const auto [first, second] = halves_of(records);
        auto halves                = co_await read_chunk(first, position);
        auto others                = co_await read_chunk(second, position);
        std::ranges::move(others, std::back_inserter(halves));
        // A truncated report of all records is better than a whole one of half of them.
        if (whole.front().text && std::ranges::any_of(halves, &has_failed)) co_return whole;
        co_return halves;
    }

    sdk::task<sdk::result<sdk::completion>> complete(const chunk& records, std::size_t position)
    {
        if (auto failure = outcomes_.common_failure()) co_return std::move(*failure);
        sdk::chat_request request{.system = prompts_.system, .user = {}, .output_schema = prompts_.output_schema};
        request.user = co_await run_.message(records, prompts_.user);
        if (!prompts_.task.text().empty()) request.shared_prefix = request.user.text().size();
        request.user += prompts_.task;
        request.offline = [&] { return prompts_.offline(records); };
        if (!prompts_.output_schema && is_whole_chunk(records, position))
            request.expected = [&] { return expected_text(position); };
        if (prompts_.longest)
            request.longest = [&](std::size_t max_characters) { return prompts_.longest(records, max_characters); };
        if (prompts_.accept) request.accept = [&](std::string_view output) { return prompts_.accept(records, output); };
        request.time = {
            .deadline = schedule_.end(), .min_attempt = schedule_.min_attempt(), .wait_for_connection = true};
        const auto began      = run_.now();
        auto       completion = co_await run_.complete(request, prompts_.max_bytes);
        outcomes_.add(completion ? std::nullopt : std::optional{completion.error()});
        if (completion) learn(*completion, began);
        co_return completion;
    }

    /// False for a half of a chunk, and for a position that halves have moved.
    bool is_whole_chunk(const chunk& records, std::size_t position) const
    {
        return position < chunks_.size() && records == chunks_[position];
    }

    /// Of a text without a schema only the length decides about further calls. A model writes less than the built-in
    /// one about many records.
    const std::string& expected_text(std::size_t position)
    {
        constexpr std::size_t max_length = 1'200; // bytes: docs/reference/dry-run.md#expected
        return expected_texts_.at(position, [&](std::size_t n) {
            auto text = prompts_.offline(chunks_[n]);
            text.resize(sdk::utf8::truncated(text, max_length).size());
            return text;
        });
    }

    void learn(const sdk::completion& completion, clock::time_point began)
    {
        schedule_.add_call(std::chrono::floor<std::chrono::milliseconds>(run_.now() - began));
        ++answers_;
        characters_ += sdk::estimation_length(completion.text);
        schedule_.set_reduce_levels(reduce_levels(chunks_.size(), characters_ / answers_ + 1,
                                                  feedback::max_characters(run_.call.model().limits())));
    }

    analysis_run&            run_;
    const map_prompts&       prompts_;
    const std::vector<chunk> chunks_;
    text_sample              expected_texts_;
    const clock::time_point  start_;
    map_schedule             schedule_;
    feedback::call_outcomes  outcomes_;
    repeated_text_cache      texts_;
    std::size_t              answers_    = 0;
    std::size_t              characters_ = 0; ///< of all answers
};

} // namespace

sdk::task<std::vector<partial_analysis>> map(analysis_run& run, const map_prompts& prompts, std::vector<chunk> chunks)
{
    std::vector<partial_analysis> parts;
    for (const auto& records : chunks) parts.push_back({.records = records, .text = {}});

    chunk_reader reader{run, prompts, std::move(chunks)};
    const auto   all = [](const partial_analysis&) { return true; };
    parts            = co_await reader.read(std::move(parts), all);
    report_repetition(run.call.log(), parts);
    parts             = co_await reader.read(std::move(parts), &may_be_repeated);
    run.expected_call = reader.expected_call();

    report_failures(run.call, prompts, parts);
    co_return parts;
}

std::vector<std::size_t> refused_records(std::span<const partial_analysis> parts)
{
    std::vector<std::size_t> records;
    for (const auto& part : parts)
        if (part.failure && feedback::is_refusal(*part.failure))
            records.insert(records.end(), part.records.begin(), part.records.end());
    std::ranges::sort(records);
    return records;
}

std::vector<chunk> halve_to_fit(std::vector<chunk> chunks, std::span<const std::size_t> block_lengths,
                                std::size_t overhead, std::size_t max_characters)
{
    const auto too_long = [&](const chunk& records) {
        const auto separators = records.size() - 1;
        return std::accumulate(records.begin(), records.end(), overhead + separators,
                               [&](std::size_t sum, std::size_t at) { return sum + block_lengths[at]; }) >
               max_characters;
    };

    std::vector<chunk> fitting;
    std::ranges::reverse(chunks); // the loop takes chunks from the back, and the halves of a chunk stay in order
    while (!chunks.empty())
    {
        auto records = std::move(chunks.back());
        chunks.pop_back();
        if (records.size() <= 1 || !too_long(records))
        {
            fitting.push_back(std::move(records));
            continue;
        }
        auto [first, second] = halves_of(records);
        chunks.push_back(std::move(second));
        chunks.push_back(std::move(first));
    }
    return fitting;
}

} // namespace verbatim::hierarchy

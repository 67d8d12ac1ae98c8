#include "bulk_run.hpp"

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

namespace verbatim::detect_sensitive {

bulk_run::bulk_run(sdk::call& call, const bulk_request& request, const bulk_parameters& parameters)
    : call_{call}
    , request_{request}
    , parameters_{parameters}
{
    for (std::size_t n = 0; n != request.records.size(); ++n)
        if (!request.records[n].content.empty()) positions_.push_back(n);
}

sdk::task<> bulk_run::check_records(std::vector<checked_record>& entries)
{
    const auto response_size = [&] { return sdk::to_json(bulk_response{entries}).size(); };
    response_bytes_          = co_await call_.compute(response_size);
    const auto batches       = co_await make_batches(entries);
    if (!batches.empty()) co_await redact();

    const auto phase = call_.phase("detect");
    done_            = failures_.size(); // records that exceed the token limit
    call_.progress("detect", done_, positions_.size());
    call_.note("batches", static_cast<std::int64_t>(batches.size()));
    call_time_.wait_for_connection                     = batches.size() > 1; // other batches are paid
    const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) {
        return check_batch(batches[n], entries);
    };
    co_await feedback::for_each_batch(batches.size(), parameters_.concurrency, outcomes_, step);

    if (failures_.size() == 0 && !failed_calls_.empty())
        /// Failed calls whose records others checked, by cause or error code.
        call_.log().write(sdk::severity::warning, "checks_repeated",
                          {{"calls", failed_calls_.size()}, {"causes", feedback::count_causes(failed_calls_)}});
    /// By cause or error code: see docs/reference/provider.md#causes.
    failures_.report(call_, "records_not_checked", positions_.size());
}

sdk::task<> bulk_run::redact()
{
    const auto phase = call_.phase("anonymise");
    call_.progress("anonymise", 0, 0);
    std::vector<std::string_view>        contents;
    std::vector<const feedback::record*> records;
    for (std::size_t n = 0; n != positions_.size(); ++n)
    {
        contents.push_back(record(n).content);
        records.push_back(&record(n));
    }
    names_ = co_await feedback::redact(call_, std::move(contents), {}, {records, parameters_.shown_metadata});
}

/// By the lengths before redaction. A record that exceeds the token limit alone gets an error.
sdk::task<std::vector<std::vector<std::size_t>>> bulk_run::make_batches(std::vector<checked_record>& entries)
{
    const auto limits = call_.model().limits();
    const auto used =
        parameters_.system_prompt.estimation_length() + feedback::characters_of(prompts::bulk_detection_message({}));
    const auto available  = feedback::max_characters(limits);
    const auto max_length = available > used ? available - used : 0;
    const auto measure    = [&] {
        const feedback::redaction nothing{{std::string_view{}}};
        for (std::size_t n = 0; n != positions_.size(); ++n)
        {
            const auto frame = feedback::numbered_record_block(max_records_per_call, record(n), nothing, 0,
                                                                  parameters_.shown_metadata);
            lengths_.push_back(feedback::characters_of(frame) + 1 + sdk::escaped_estimation_length(record(n).content));
        }
    };
    co_await call_.compute(measure);

    for (std::size_t n = 0; n != lengths_.size(); ++n)
        if (lengths_[n] > max_length)
            write(entries[positions_[n]],
                  feedback::over_budget(used + lengths_[n], limits).value_or(sdk::error{sdk::errc::payload_too_large}));
    co_return feedback::make_batches(lengths_,
                                     {max_records_per_call, max_length, std::min(max_length, max_characters_per_call)});
}

sdk::task<> bulk_run::check_batch(std::span<const std::size_t> records, std::vector<checked_record>& entries)
{
    std::vector<std::size_t> items;
    for (std::size_t n = 0; n != records.size(); ++n) items.push_back(n);
    std::vector<std::optional<sdk::result<finding>>> results(records.size());
    const feedback::item_question<finding>           question = [&](std::span<const std::size_t> subset) {
        std::vector<std::size_t> chosen;
        for (const auto n : subset) chosen.push_back(records[n]);
        return ask_about(std::move(chosen));
    };
    co_await feedback::ask_until_answered(question, std::move(items), results);
    for (std::size_t n = 0; n != records.size(); ++n)
        co_await write(entries[positions_[records[n]]], results[n].value());
    call_.progress("detect", done_ += records.size(), positions_.size());
}

sdk::prompt_text bulk_run::message(std::span<const std::size_t> records) const
{
    sdk::prompt_text blocks;
    for (std::size_t n = 0; n != records.size(); ++n)
    {
        if (n != 0) blocks += "\n";
        blocks +=
            feedback::numbered_record_block(n, record(records[n]), names_, records[n], parameters_.shown_metadata);
    }
    return prompts::bulk_detection_message(blocks);
}

sdk::task<feedback::partial_answer<sensitive_finding>> bulk_run::ask_about(std::vector<std::size_t> records)
{
    if (const auto failure = outcomes_.common_failure())
        co_return feedback::partial_answer<finding>{.failure = *failure};

    feedback::partial_answer<finding> answer;
    bool                              answered = false;
    sdk::chat_request                 request{.system = parameters_.system_prompt,
                                              .user   = {},
                                              .output_schema = &feedback::output_schema_of<bulk_finding>("sensitivities", true)};
    std::size_t                       size = 0;
    for (const auto n : records) size += lengths_[n];
    const auto write = [&] { return message(records); };
    request.user     = co_await feedback::compute_if_large(call_, parameters_.concurrency * size, write);
    request.accept   = [&](std::string_view output) {
        answered       = true;
        answer.results = parse_bulk_finding(output, records.size());
        return answer.has_any();
    };
    request.offline = [&] {
        bulk_finding findings;
        for (std::size_t n = 0; n != records.size(); ++n)
        {
            auto found = offline::detect(names_.unescaped_text(records[n]).text());
            findings.records.push_back(
                {static_cast<std::int64_t>(n), std::move(found.types), std::move(found.explanation)});
        }
        return sdk::to_json(findings);
    };
    request.time                         = call_time_;
    const auto                completion = co_await call_.model().try_complete(request);
    std::optional<sdk::error> failure;
    if (!completion) failure = answered ? feedback::unreadable_answer() : completion.error();
    outcomes_.add(failure);
    if (!failure) co_return answer;
    failed_calls_.push_back(*failure);
    co_return feedback::partial_answer<finding>{.failure = *failure};
}

sdk::task<> bulk_run::write(checked_record& entry, const sdk::result<finding>& result)
{
    if (!result)
    {
        write(entry, result.error());
        co_return;
    }
    const auto&           found  = result.value();
    constexpr std::size_t growth = 512; // by restored originals
    const auto            fill   = [&] {
        entry.types        = found.types;
        entry.is_sensitive = !found.types.empty();
        entry.explanation  = displayed_explanation(found, names_);
        return sdk::to_json(entry).size();
    };
    const auto bytes = co_await feedback::compute_if_large(call_, growth * found.explanation.size(), fill);
    if (response_bytes_ + bytes > feedback::max_bulk_response_bytes)
        write(entry, sdk::error{sdk::errc::payload_too_large});
    else response_bytes_ += bytes;
}

void bulk_run::write(checked_record& entry, sdk::error failure)
{
    entry.is_sensitive.reset();
    entry.types.clear();
    entry.explanation = {};
    entry.error       = record_error{std::string{failure.code_name()}};
    failures_.add(std::move(failure));
}

} // namespace verbatim::detect_sensitive

#include "operation.hpp"

#include "codings.hpp"
#include "groups.hpp"
#include "limits.hpp"
#include "measurement.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/error.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace verbatim::coding_agreement {

namespace {

/// A report of the response, and its records.
struct part
{
    agreement_report*          report;
    std::vector<std::uint32_t> positions;
    bool                       is_blind = false; ///< the records of the verdict
};

/// Two sets of codes of a record.
using coder_pair = std::pair<code_set coding::*, code_set coding::*>;

/// Codings of the two coders, as a person and a model.
std::vector<coding> codings_of(std::span<const coding> codings, std::span<const std::uint32_t> positions,
                               const coder_pair& coders)
{
    std::vector<coding> result;
    result.reserve(positions.size());
    for (const auto position : positions)
        result.push_back({.human     = codings[position].*coders.first,
                          .suggested = codings[position].*coders.second,
                          .second    = {},
                          .scored    = {}});
    return result;
}

/// Compares the codes of a request, in slices of computation that end at the deadline of the call.
class comparison
{
public:
    comparison(sdk::call& call, const request& request)
        : call_{call}
        , request_{request}
    {}

    sdk::task<response> run()
    {
        response_.bootstrap_resamples     = request_.bootstrap_resamples;
        const std::function<void()> begin = [this] { prepare(); };
        co_await compute(begin);
        for (std::size_t n = 0; n != request_.by.size(); ++n) co_await group(request_.by[n], response_.by[n]);
        co_await for_each_part(&comparison::check);
        co_await for_each_part(&comparison::measure);
        const std::function<void()> copy = [this] { copy_single_kind(); };
        co_await compute(copy);
        co_return std::move(response_);
    }

private:
    sdk::task<> compute(const std::function<void()>& step)
    {
        if (std::chrono::steady_clock::now() >= call_.deadline()) throw sdk::error{sdk::errc::analysis_timeout};
        co_await call_.compute(step);
    }

    void prepare()
    {
        paths_ = read_paths(request_.records, tree_);
        std::vector<std::uint32_t> all(request_.records.size());
        std::iota(all.begin(), all.end(), 0U);
        std::vector<std::uint32_t> kinds[2];
        for (const auto position : all) kinds[request_.records[position].blind ? 0 : 1].push_back(position);

        add_part(response_.report, std::move(all));
        has_one_kind_           = kinds[0].empty() || kinds[1].empty();
        parts_.front().is_blind = kinds[1].empty();
        if (!has_one_kind_)
        {
            add_part(response_.blind.emplace(), std::move(kinds[0]));
            parts_.back().is_blind = true;
            add_part(response_.not_blind.emplace(), std::move(kinds[1]));
        }
        response_.by.resize(request_.by.size());
    }

    /// The report of all records is the one of their kind, if there is one kind.
    void copy_single_kind()
    {
        if (!has_one_kind_) return;
        (parts_.front().is_blind ? response_.blind : response_.not_blind) = response_.report;
    }

    /// Adds a part for each value of a key.
    sdk::task<> group(const std::string& key, key_report& report)
    {
        std::optional<record_grouper> grouper{std::in_place, key, request_.records};
        const std::function<void()>   add    = [&] { grouper->add(slice_records); };
        const std::function<void()>   finish = [&] {
            auto grouping = grouper->groups(max_values);
            grouper.reset();
            report.key            = key;
            report.values_omitted = grouping.omitted_values;
            report.values.resize(grouping.groups.size()); // parts refer to them
            for (std::size_t n = 0; n != grouping.groups.size(); ++n)
            {
                report.values[n].value = std::move(grouping.groups[n].value);
                add_part(report.values[n].report, std::move(grouping.groups[n].positions));
            }
        };
        while (!grouper->is_finished()) co_await compute(add);
        co_await compute(finish);
    }

    void add_part(agreement_report& report, std::vector<std::uint32_t> positions)
    {
        report.record_count = positions.size();
        parts_.push_back({&report, std::move(positions)});
    }

    /// Runs a step for complete codes and then for each level, of each part.
    sdk::task<> for_each_part(sdk::task<> (comparison::*step)(const part&, std::optional<std::size_t>))
    {
        for (std::optional<std::size_t> level; level.value_or(0) <= tree_.levels(); level = level.value_or(0) + 1)
        {
            const std::function<void()> cut = [&] { codings_ = codings_at(paths_, tree_, level); };
            co_await compute(cut);
            for (const auto& part : parts_) co_await (this->*step)(part, level);
        }
    }

    /// Makes the measurement of a part up to its resamples.
    sdk::task<> start(const part& part, std::optional<measurement>& measurement)
    {
        const std::function<void()> steps[]{
            [&] { measurement.emplace(request_, tree_, codings_, part.positions, request_.max_codes); },
            [&] { measurement->count_confusions(); },
            [&] { measurement->compare_sets(); },
        };
        for (const auto& step : steps) co_await compute(step);
    }

    /// Adds up the work and the response, so that too much of them fails before it is done.
    sdk::task<> check(const part& part, std::optional<std::size_t> level)
    {
        std::optional<measurement> measurement;
        co_await start(part, measurement);
        const std::function<void()> add = [&] {
            steps_ += measurement->steps();
            bytes_ += measurement->measures_bytes();
            if (level) bytes_ += measurement->list_bytes();
            measurement.reset();
        };
        const auto bytes_before = bytes_;
        co_await compute(add);
        if (has_one_kind_ && part.report == &response_.report) bytes_ += bytes_ - bytes_before;
        if (!level) co_await check_people(part);
        if (steps_ > max_request_steps) throw too_much_work();
        if (bytes_ > max_response_size)
            throw sdk::validation_error{"max_codes",
                                        "The response would be too large; lower `max_codes`, "
                                        "`max_confusions` or `confidence_bins`, or name fewer keys in `by`"};
    }

    /// The records of a part that two people coded.
    std::vector<std::uint32_t> positions_of_people(const part& part) const
    {
        std::vector<std::uint32_t> positions;
        std::ranges::copy_if(part.positions, std::back_inserter(positions), [&](std::uint32_t position) {
            return request_.records[position].second_human.has_value();
        });
        return positions;
    }

    /// Makes the measurement of two coders up to its resamples.
    sdk::task<> start_pair(std::span<const std::uint32_t> positions, const coder_pair& coders)
    {
        const std::function<void()> steps[]{
            [&] {
                pair_codings_ = codings_of(codings_, positions, coders);
                pair_positions_.resize(positions.size());
                std::iota(pair_positions_.begin(), pair_positions_.end(), 0U);
            },
            [&] { pair_.emplace(request_, tree_, pair_codings_, pair_positions_, 0U); },
            [&] { pair_->compare_sets(); },
        };
        for (const auto& step : steps) co_await compute(step);
    }

    sdk::task<> check_people(const part& part)
    {
        std::vector<std::uint32_t>  positions;
        const std::function<void()> find = [&] { positions = positions_of_people(part); };
        co_await compute(find);
        if (positions.empty()) co_return;
        for (const auto& pair : coder_pairs)
        {
            co_await start_pair(positions, pair);
            steps_ += pair_->steps();
        }
    }

    sdk::task<> measure_people(const part& part)
    {
        std::vector<std::uint32_t>  positions;
        people_report               report;
        std::size_t                 pair    = 0;
        const std::function<void()> find    = [&] { positions = positions_of_people(part); };
        const std::function<void()> advance = [&] { pair_->advance(slice_steps); };
        const std::function<void()> finish  = [&] { report.*pair_reports[pair] = pair_->pair(); };
        co_await compute(find);
        if (positions.empty()) co_return;
        report.record_count = positions.size();
        for (; pair != std::size(coder_pairs); ++pair)
        {
            co_await start_pair(positions, coder_pairs[pair]);
            while (!pair_->is_finished()) co_await compute(advance);
            co_await compute(finish);
        }
        part.report->people = report;
    }

    sdk::task<> measure(const part& part, std::optional<std::size_t> level)
    {
        std::optional<measurement>  measurement;
        const std::function<void()> advance = [&] { measurement->advance(slice_steps); };
        const std::function<void()> finish  = [&] {
            if (!level)
            {
                part.report->overall.agreement = measurement->measure();
                if (part.is_blind) response_.verdict = measurement->verdict(part.report->overall.agreement.alpha);
            }
            else part.report->levels.push_back(measurement->report(*level));
            measurement.reset();
        };
        co_await start(part, measurement);
        while (!measurement->is_finished()) co_await compute(advance);
        co_await compute(finish);
        if (!level) co_await measure_people(part);
    }

    static constexpr coder_pair coder_pairs[]{
        {&coding::human, &coding::second}, {&coding::human, &coding::suggested}, {&coding::second, &coding::suggested}};
    static constexpr coder_pair_report people_report::*pair_reports[]{
        &people_report::between_people, &people_report::model_and_human, &people_report::model_and_second_human};

    sdk::call&               call_;
    const request&           request_;
    code_tree                tree_;
    std::vector<coded_paths> paths_;
    std::vector<part>        parts_;
    std::vector<coding>      codings_;
    response                 response_;
    bool                     has_one_kind_ = false;
    std::size_t              steps_        = 0;
    std::size_t              bytes_        = 0;

    std::vector<coding>        pair_codings_; ///< of the two coders that are compared; `pair_` refers to them
    std::vector<std::uint32_t> pair_positions_;
    std::optional<measurement> pair_;
};

} // namespace

sdk::descriptor operation::describe() const
{
    return {
        .name    = "coding_agreement",
        .path    = "/v1/coding-agreement",
        .summary = "Measure how far suggested codes agree with codes of people",
        .description =
            "Compares the codes that people chose for records with the codes that a model suggests: Cohen's kappa and "
            "Krippendorff's alpha with intervals, precision, recall and F1 by code and level, the most frequent "
            "confusions, and how far the confidence can be trusted. Records whose people had not seen the suggestions "
            "are reported apart, and a verdict is made from them alone. No model is called. A statistic that is not "
            "defined is null.",
        .tag                = "Inference",
        .usage_label        = {},
        .deadline           = std::chrono::seconds{120},
        .open_members       = std::vector<std::string>{},
        .open_member_fields = {"by"}};
}

sdk::task<response> operation::run(sdk::call& call, const request& request) const
{
    comparison comparison{call, request};
    co_return co_await comparison.run();
}

} // namespace verbatim::coding_agreement

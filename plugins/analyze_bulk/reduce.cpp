#include "reduce.hpp"

#include "prompts.hpp"
#include "reduce_plan.hpp"

#include "verbatim/feedback/envelope.hpp"
#include "verbatim/feedback/tokens.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace verbatim::analyze_bulk {

namespace {

std::size_t length(const sdk::outbound& text) { return feedback::code_points(text.text()); }

/// Writes the user messages of one reduce.
class writer
{
public:
    writer(const inquiry& run, const std::optional<coding_trends>& trends)
        : names_{run.names}
        , prompt_{run.prompt()}
    {
        const auto most  = feedback::most_characters(run.call.model().limits());
        const auto frame = length(prompts::reduce(run.asked.language)) + length(message({}, any_length, false));
        room_.alone      = most > frame ? most - frame : 0;

        // Counts that leave no room for anything else are left out: splitting the partials would not help them.
        if (trends)
            if (const auto rows = trend_grid(*trends, room_.alone)) grid_ = feedback::as_it_came(*rows);
        const auto beside = length(message({}, any_length, true)) - length(message({}, any_length, false));
        if (beside > room_.alone) grid_.reset();
        room_.beside_trends = grid_ ? room_.alone - beside : room_.alone;
    }

    reduce_room room() const noexcept { return room_; }

    std::vector<std::size_t> lengths(std::span<const std::string> partials) const
    {
        std::vector<std::size_t> each;
        each.reserve(partials.size());
        for (const auto& one : partials) each.push_back(length(block(one)));
        return each;
    }

    sdk::outbound message(std::span<const std::string> partials, std::size_t longest, bool with_trends) const
    {
        sdk::outbound blocks;
        for (const auto& one : partials)
        {
            if (&one != partials.data()) blocks += sdk::outbound::trusted("\n");
            blocks += cut_block(one, longest);
        }
        auto written = feedback::tagged("analyst_instruction", prompt_);
        written += sdk::outbound::trusted("\n\n");
        written += feedback::tagged("partial_analyses", blocks);
        if (!with_trends || !grid_) return written;
        written += sdk::outbound::trusted("\n\n");
        written += feedback::tagged("coding_trends", *grid_);
        return written;
    }

private:
    static constexpr auto any_length = reduce_step::any_length;

    sdk::outbound block(std::string_view partial) const
    {
        return feedback::tagged("partial_analysis", names_.said(partial));
    }

    /// The block of as much of the beginning as `longest` allows. Escaping lengthens a text by its own measure, so the
    /// right place to cut is approached.
    sdk::outbound cut_block(std::string_view partial, std::size_t longest) const
    {
        auto whole = block(partial);
        for (auto has = length(whole); has > longest && !partial.empty(); has = length(whole))
        {
            const auto kept = feedback::code_points(partial);
            const auto next = static_cast<std::size_t>(static_cast<double>(kept) * static_cast<double>(longest) /
                                                       static_cast<double>(has));
            partial         = feedback::first_code_points(partial, std::min(next, kept - 1));
            whole           = block(partial);
        }
        return whole;
    }

    const feedback::redaction&   names_;
    sdk::outbound                prompt_;
    std::optional<sdk::outbound> grid_;
    reduce_room                  room_;
};

} // namespace

sdk::task<synthesis> reduce(inquiry& run, std::vector<std::string> partials, const std::optional<coding_trends>& trends)
{
    std::optional<writer>       writes;
    const std::function<void()> measure = [&] { writes.emplace(run, trends); };
    co_await feedback::compute_if_large(run.call, trends ? trends->cells.size() * sizeof(trend_cell) : 0, measure);

    for (;;)
    {
        reduce_step                 plan;
        const std::function<void()> think = [&] { plan = next_step(writes->lengths(partials), writes->room()); };
        std::size_t                 bytes = 0;
        for (const auto& one : partials) bytes += one.size();
        co_await feedback::compute_if_large(run.call, bytes, think);

        if (plan.last())
        {
            auto seen = writes->message(partials, plan.longest, plan.trends);
            auto said = co_await run.ask(prompts::reduce(run.asked.language), seen);
            if (!said) throw std::move(said).error();
            co_return synthesis{.text = std::move(*said), .seen = std::move(seen)};
        }

        run.call.log_line().write(sdk::severity::debug, "reduce split",
                                  {{"partials", partials.size()}, {"groups", plan.ends.size()}});
        std::vector<std::string>                      combined(plan.ends.size());
        const std::function<sdk::task<>(std::size_t)> step = [&](std::size_t n) -> sdk::task<> {
            const auto begin = n == 0 ? 0 : plan.ends[n - 1];
            const auto group = std::span{partials}.subspan(begin, plan.ends[n] - begin);
            auto       said =
                co_await run.ask(prompts::reduce(run.asked.language), writes->message(group, plan.longest, false));
            if (!said) throw std::move(said).error();
            combined[n] = std::move(*said);
        };
        co_await sdk::for_each_bounded(combined.size(), run.at_once, step);
        partials = std::move(combined);
    }
}

} // namespace verbatim::analyze_bulk

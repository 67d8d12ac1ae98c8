#include "verbatim/hierarchy/progress_log.hpp"

namespace verbatim::hierarchy {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::array<sdk::literal, phase_count> names{"anonymise", "embed",       "cluster", "map",   "reduce",
                                                      "induce",    "consolidate", "assign",  "write", "judge"};

constexpr std::array<std::string_view, phase_count> seconds_names{
    "anonymise_s", "embed_s",       "cluster_s", "map_s",   "reduce_s",
    "induce_s",    "consolidate_s", "assign_s",  "write_s", "judge_s"};

constexpr std::size_t index(phase value) { return static_cast<std::size_t>(value); }

} // namespace

double seconds_since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

progress_log::progress_log(sdk::call& call, std::size_t records, std::size_t concurrency)
    : call_{call}
    , records_{records}
    , concurrency_{concurrency}
{}

void progress_log::begin(phase next)
{
    end_current();
    current_      = next;
    has_themes_   = has_themes_ || next == phase::assign;
    traced_phase_ = call_.phase(names[index(next)]);
    call_.progress(names[index(next)], 0, 0);
    since_ = clock::now();
    /// Without seconds.
    write("phase_started", {});
}

void progress_log::end_current()
{
    if (!current_) return;
    const auto elapsed = seconds_since(since_);
    seconds_[index(*current_)] += elapsed;
    write("phase_finished", elapsed);
    traced_phase_.reset();
    current_.reset();
}

void progress_log::write(std::string_view event, std::optional<double> seconds) const
{
    const sdk::log_field name{"phase", names[index(*current_)].view()};
    const sdk::log_field records{"records", records_};
    const sdk::log_field chunks{"chunks", chunks_};
    const sdk::log_field concurrency{"concurrency", concurrency_};
    auto&                log = call_.log();
    if (seconds) log.write(sdk::severity::info, event, {name, records, chunks, concurrency, {"seconds", *seconds}});
    else log.write(sdk::severity::info, event, {name, records, chunks, concurrency});
}

void progress_log::end(const feedback::model_usage& usage)
{
    using enum phase;
    end_current();
    const auto seconds = [&](phase value) {
        return sdk::log_field{seconds_names[index(value)], seconds_[index(value)]};
    };
    const sdk::log_field records{"records", records_};
    const sdk::log_field chunks{"chunks", chunks_};
    const sdk::log_field calls{"calls", usage.calls};
    const sdk::log_field estimate{"estimated_tokens", usage.estimated_tokens};
    const sdk::log_field tokens{"tokens", usage.tokens};
    auto&                log = call_.log();
    if (has_themes_)
        /// Also the seconds of each phase, such as `induce_s`.
        log.write(sdk::severity::info, "theme_analysis_finished",
                  {records, chunks, calls, estimate, tokens, seconds(anonymise), seconds(embed), seconds(cluster),
                   seconds(induce), seconds(consolidate), seconds(assign), seconds(phase::write), seconds(judge)});
    else
        /// Also the seconds of each phase, such as `map_s`.
        log.write(sdk::severity::info, "hierarchical_analysis_finished",
                  {records, chunks, calls, estimate, tokens, seconds(anonymise), seconds(embed), seconds(cluster),
                   seconds(map), seconds(reduce), seconds(judge)});
}

void log_chunk(sdk::log& log, std::string_view event, std::size_t position, std::size_t total, std::size_t records,
               double queued, double took, const sdk::log_field& outcome)
{
    if (!log.enabled(sdk::severity::debug)) return;
    log.write(
        sdk::severity::debug, event,
        {{"index", position}, {"of", total}, {"records", records}, {"queued_s", queued}, {"call_s", took}, outcome});
}

} // namespace verbatim::hierarchy

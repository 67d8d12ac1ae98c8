#include "phases.hpp"

namespace verbatim::analyze_bulk {

namespace {

using clock = std::chrono::steady_clock;

constexpr std::array<std::string_view, 6> names{"anonymise", "embed", "cluster", "map", "reduce", "judge"};

constexpr std::size_t index(phase of) { return static_cast<std::size_t>(of); }

} // namespace

double seconds_since(clock::time_point when) { return std::chrono::duration<double>(clock::now() - when).count(); }

phases::phases(sdk::log& lines, std::size_t records, std::size_t at_once)
    : lines_{lines}
    , records_{records}
    , at_once_{at_once}
{}

void phases::begin(phase next)
{
    end_current();
    current_ = next;
    since_   = clock::now();
    write("phase begins", {});
}

void phases::end_current()
{
    if (!current_) return;
    auto& taken = seconds_[index(*current_)];
    taken       = seconds_since(since_);
    write("phase ends", taken);
    current_.reset();
}

void phases::write(std::string_view event, std::optional<double> seconds) const
{
    const sdk::fact name{"phase", names[index(*current_)]};
    const sdk::fact records{"records", records_};
    const sdk::fact chunks{"chunks", chunks_};
    const sdk::fact at_once{"at_once", at_once_};
    if (seconds) lines_.write(sdk::severity::info, event, {name, records, chunks, at_once, {"seconds", *seconds}});
    else lines_.write(sdk::severity::info, event, {name, records, chunks, at_once});
}

void phases::end(const feedback::spending& paid)
{
    end_current();
    lines_.write(sdk::severity::info, "hierarchical analysis",
                 {{"records", records_},
                  {"chunks", chunks_},
                  {"calls", paid.calls},
                  {"estimated_tokens", paid.estimated_tokens},
                  {"tokens", paid.tokens},
                  {"anonymise_s", seconds_[index(phase::anonymise)]},
                  {"embed_s", seconds_[index(phase::embed)]},
                  {"cluster_s", seconds_[index(phase::cluster)]},
                  {"map_s", seconds_[index(phase::map)]},
                  {"reduce_s", seconds_[index(phase::reduce)]},
                  {"judge_s", seconds_[index(phase::judge)]}});
}

void chunk_line(sdk::log& lines, std::string_view event, std::size_t at, std::size_t of, std::size_t records,
                double queued, double took, const sdk::fact& how)
{
    if (!lines.enabled(sdk::severity::debug)) return;
    lines.write(sdk::severity::debug, event,
                {{"index", at}, {"of", of}, {"records", records}, {"queued_s", queued}, {"call_s", took}, how});
}

} // namespace verbatim::analyze_bulk

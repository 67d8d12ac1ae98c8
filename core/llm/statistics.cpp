#include "llm/statistics.hpp"

namespace verbatim::core::llm {

void attempt_statistics::add(const recording::usage_row& attempt) noexcept
{
    counters_.add(attempt.cause ? 1 + static_cast<std::size_t>(*attempt.cause) : 0);
    counters_.add(input, attempt.input_tokens);
    counters_.add(output, attempt.output_tokens);
    counters_.add(cached, attempt.cached_tokens);
    if (!attempt.priced) counters_.add(unpriced);
    counters_.add(cost, attempt.cost);
    durations_.add(attempt.duration);
}

attempt_statistics::snapshot attempt_statistics::read() const
{
    snapshot totals;
    for (std::size_t index = 0; index != outcomes; ++index) totals.attempts[index] = counters_.read(index);
    totals.input_tokens  = counters_.read(input);
    totals.output_tokens = counters_.read(output);
    totals.cached_tokens = counters_.read(cached);
    totals.unpriced      = counters_.read(unpriced);
    totals.cost          = counters_.read(cost);
    totals.duration      = durations_.read();
    return totals;
}

} // namespace verbatim::core::llm

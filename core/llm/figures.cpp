#include "llm/figures.hpp"

namespace verbatim::core::llm {

void attempt_figures::add(const usage::attempt& row) noexcept
{
    const auto ending = row.failed ? 1 + static_cast<std::size_t>(*row.failed) : 0;
    static_assert(static_cast<std::size_t>(usage::failure::cancelled) + 2 == outcomes);
    sums_.add(ending);
    sums_.add(input, row.input_tokens);
    sums_.add(output, row.output_tokens);
    sums_.add(cost, row.cost);
    took_.add(row.duration);
}

attempt_figures::reading attempt_figures::read() const
{
    reading sums;
    for (std::size_t each = 0; each != outcomes; ++each) sums.attempts[each] = sums_.read(each);
    sums.input_tokens  = sums_.read(input);
    sums.output_tokens = sums_.read(output);
    sums.cost          = sums_.read(cost);
    sums.took          = took_.read();
    return sums;
}

} // namespace verbatim::core::llm

#include "text_sample.hpp"

namespace verbatim::hierarchy {

text_sample::text_sample(std::size_t calls)
    : stride_{calls / max_sample + 1}
    , entries_(calls / stride_ + 1)
{}

const std::string& text_sample::at(std::size_t call, const std::function<std::string(std::size_t)>& make)
{
    const auto n = call / stride_;
    std::call_once(entries_[n].is_made, [&] { entries_[n].text = make(n * stride_); });
    return entries_[n].text;
}

std::vector<std::size_t> sampled(const std::vector<std::size_t>& positions, std::size_t count)
{
    if (positions.size() <= count) return positions;
    std::vector<std::size_t> sample;
    for (std::size_t n = 0; n != count; ++n) sample.push_back(positions[n * positions.size() / count]);
    return sample;
}

} // namespace verbatim::hierarchy

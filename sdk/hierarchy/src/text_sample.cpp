#include "text_sample.hpp"

#include <cassert>

namespace verbatim::hierarchy {

text_sample::text_sample(std::size_t calls)
    : stride_{calls / max_sample + 1}
    , entries_(calls / stride_ + 1)
{}

const std::string& text_sample::at(std::size_t call, const std::function<std::string(std::size_t)>& make)
{
    const auto n = call / stride_;
    assert(n < entries_.size());
    auto& [mutex, text] = entries_[n];
    const std::lock_guard lock{mutex};
    if (!text) text = make(n * stride_);
    return *text;
}

} // namespace verbatim::hierarchy

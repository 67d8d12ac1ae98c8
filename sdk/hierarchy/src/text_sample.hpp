#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace verbatim::hierarchy {

/// The mean length of so many texts differs from that of all by about 1 %.
inline constexpr std::size_t max_sample = 256;

/// The expected texts of calls that are alike. Up to max_sample - 1 calls have a text each. Of more calls, every n-th
/// has a text and shares it with the n - 1 calls after it.
class text_sample
{
public:
    explicit text_sample(std::size_t calls)
        : stride_{calls / max_sample + 1}
        , entries_(calls / stride_ + 1)
    {}

    /// The text of a call. `make(n)` writes the text of call `n`. [any thread]
    const std::string& at(std::size_t call, const std::function<std::string(std::size_t)>& make)
    {
        const auto n = call / stride_;
        assert(n < entries_.size());
        auto& [mutex, text] = entries_[n];
        const std::lock_guard lock{mutex};
        if (!text) text = make(n * stride_);
        return *text;
    }

private:
    struct entry
    {
        std::mutex                 mutex;
        std::optional<std::string> text;
    };

    std::size_t        stride_;
    std::vector<entry> entries_;
};

/// All of at most `count` values, otherwise evenly spread ones.
template <class T>
std::vector<T> sampled(const std::vector<T>& values, std::size_t count = max_sample)
{
    if (values.size() <= count) return values;
    std::vector<T> sample;
    for (std::size_t n = 0; n != count; ++n) sample.push_back(values[n * values.size() / count]);
    return sample;
}

} // namespace verbatim::hierarchy

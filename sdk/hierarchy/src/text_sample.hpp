#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace verbatim::hierarchy {

/// The mean length of so many texts differs from that of all by about 1 %.
inline constexpr std::size_t max_sample = 256;

/// The expected texts of calls that are alike. Each of few calls has its own text. Of many, evenly spread ones do, and
/// those after each of them have the same text.
class text_sample
{
public:
    explicit text_sample(std::size_t calls);

    /// The text of a call; `make` makes that of any call. [any thread]
    const std::string& at(std::size_t call, const std::function<std::string(std::size_t)>& make);

private:
    struct entry
    {
        std::once_flag is_made;
        std::string    text;
    };

    std::size_t        stride_;
    std::vector<entry> entries_;
};

/// All of at most `count` positions, otherwise evenly spread ones.
std::vector<std::size_t> sampled(const std::vector<std::size_t>& positions, std::size_t count = max_sample);

} // namespace verbatim::hierarchy

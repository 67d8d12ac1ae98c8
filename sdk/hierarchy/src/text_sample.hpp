#pragma once

#include "verbatim/hierarchy/chunking.hpp"

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

/// The records that the expected text of a reduce call is about: all of few, otherwise evenly spread ones.
chunk sampled(const chunk& records);

} // namespace verbatim::hierarchy

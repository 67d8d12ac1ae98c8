#pragma once

#include "verbatim/sdk/word_vectors.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::support {

/// A table of the words of a test, all with vectors of one size.
class listed_words final : public sdk::word_vectors
{
public:
    using words = std::map<std::string_view, std::vector<float>>;

    explicit listed_words(words listed)
        : words_{std::move(listed)}
    {}

    std::size_t dimensions() const noexcept override { return words_.begin()->second.size(); }

    bool add(std::string_view word, float weight, std::span<float> sum) const noexcept override
    {
        const auto entry = words_.find(word);
        if (entry == words_.end()) return false;
        for (std::size_t n = 0; n != entry->second.size(); ++n) sum[n] += weight * entry->second[n];
        return true;
    }

private:
    const words words_;
};

} // namespace verbatim::support

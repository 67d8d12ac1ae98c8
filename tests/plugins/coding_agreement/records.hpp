#pragma once

#include "codings.hpp"
#include "wire.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::coding_agreement {

using paths = std::vector<code_path>;

/// A record without confidences.
inline coded_record coded(paths human, const paths& suggested)
{
    coded_record record{.id = "R", .human = std::move(human)};
    for (const auto& code : suggested) record.suggested.push_back({code, {}});
    return record;
}

/// All positions of `count` records.
inline std::vector<std::uint32_t> positions(std::size_t count)
{
    std::vector<std::uint32_t> result(count);
    std::iota(result.begin(), result.end(), 0U);
    return result;
}

/// The complete codes of records.
struct complete_codes
{
    explicit complete_codes(std::vector<coded_record> list)
        : records{std::move(list)}
        , codings{codings_at(read_paths(records, tree), tree, {})}
        , pairs{count_pairs(codings, positions(codings.size()))}
    {}

    std::vector<coded_record> records;
    code_tree                 tree;
    std::vector<coding>       codings;
    coding_pairs              pairs;
};

} // namespace verbatim::coding_agreement

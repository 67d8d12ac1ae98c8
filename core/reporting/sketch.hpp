#pragma once

#include "verbatim/sdk/usage_reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::reporting {

/// Distribution of whole numbers from 0: exact count, sum, minimum and maximum, and percentiles with a relative error
/// of at most 1 %. Sketches of parts merge to the sketch of the whole, in any order.
///
/// DDSketch (Masson, Rim, Lee: "DDSketch: A fast and fully-mergeable quantile sketch with relative-error guarantees",
/// VLDB 2019): the bucket of x is ceil(log_g(x)) with g = (1 + e) / (1 - e), and 2 g^i / (g + 1) stands for the values
/// of bucket i.
class sketch
{
public:
    static constexpr double relative_error = 0.01;

    /// `value` is not negative.
    void add(std::int64_t value);

    void merge(const sketch& other);

    std::uint64_t count() const noexcept { return count_; }
    std::int64_t  total() const noexcept { return total_; }

    /// Percentiles interpolate as percentile_cont of SQL does.
    sdk::usage_distribution distribution() const;

    /// Appends unsigned numbers in Base64 VLQ, as source maps do: five bits per digit, the lowest first.
    void append_to(std::string& text) const;

    /// Merges the sketch at the start of the text and removes it from the text. Throws database::failure{corrupt}.
    void merge_from(std::string_view& text);

    friend bool operator==(const sketch&, const sketch&) = default;

private:
    void   merge_buckets_from(std::string_view& source);
    void   add_to_bucket(std::size_t bucket, std::uint64_t count);
    void   widen(std::int64_t min, std::int64_t max) noexcept;
    double value_at(std::uint64_t rank) const;
    double percentile(double fraction) const;

    std::uint64_t              count_ = 0;
    std::int64_t               total_ = 0;
    std::int64_t               min_   = INT64_MAX;
    std::int64_t               max_   = 0;
    std::uint64_t              zeros_ = 0;
    std::vector<std::uint64_t> buckets_; ///< the last one is not empty
};

} // namespace verbatim::core::reporting

#include "reporting/sketch.hpp"

#include "database/failure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace verbatim::core::reporting {
namespace {

constexpr double growth     = (1 + sketch::relative_error) / (1 - sketch::relative_error);
const double     log_growth = std::log(growth);

/// That of the largest 64-bit number.
const auto max_bucket = static_cast<std::size_t>(std::ceil(63 * std::log(2.0) / log_growth));

std::size_t bucket_of(std::int64_t value)
{
    return static_cast<std::size_t>(std::ceil(std::log(static_cast<double>(value)) / log_growth));
}

double value_of(std::size_t bucket) { return 2 * std::exp(static_cast<double>(bucket) * log_growth) / (growth + 1); }

constexpr std::string_view digits         = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned         bits_per_digit = 5;
constexpr std::uint64_t    continued      = 1U << bits_per_digit;
constexpr std::uint8_t     no_digit       = 0xFF;

constexpr auto digit_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t n = 0; n < digits.size(); ++n)
        values[static_cast<unsigned char>(digits[n])] = static_cast<std::uint8_t>(n);
    return values;
}();

void append_number(std::string& text, std::uint64_t number)
{
    for (; number >= continued; number >>= bits_per_digit) text += digits[(number & (continued - 1)) | continued];
    text += digits[number];
}

struct number_and_rest
{
    std::uint64_t    number = 0;
    std::string_view rest;
};

number_and_rest split_number(std::string_view text)
{
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !text.empty(); shift += bits_per_digit)
    {
        const std::uint8_t digit = digit_values[static_cast<unsigned char>(text.front())];
        if (digit == no_digit) break;
        text.remove_prefix(1);
        number |= (digit & (continued - 1)) << shift;
        if (digit < continued) return {number, text};
    }
    throw database::failure{database::error_kind::corrupt};
}

/// Most numbers of a sketch have one digit, and a long report reads some ten million of them. Inline and without the
/// address of `text`, so that a loop keeps it in registers.
inline std::uint64_t take_number(std::string_view& text)
{
    const std::uint8_t digit = text.empty() ? no_digit : digit_values[static_cast<unsigned char>(text.front())];
    if (digit < continued)
    {
        text.remove_prefix(1);
        return digit;
    }
    const auto [number, rest] = split_number(text);
    text                      = rest;
    return number;
}

std::int64_t take_integer(std::string_view& text) { return static_cast<std::int64_t>(take_number(text)); }

} // namespace

void sketch::widen(std::int64_t min, std::int64_t max) noexcept
{
    min_ = std::min(min_, min);
    max_ = std::max(max_, max);
}

void sketch::add_to_bucket(std::size_t bucket, std::uint64_t count)
{
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    buckets_[bucket] += count;
}

void sketch::add(std::int64_t value)
{
    ++count_;
    total_ += value;
    widen(value, value);
    if (value == 0) ++zeros_;
    else add_to_bucket(bucket_of(value), 1);
}

void sketch::merge(const sketch& other)
{
    count_ += other.count_;
    total_ += other.total_;
    zeros_ += other.zeros_;
    widen(other.min_, other.max_);
    if (other.buckets_.size() > buckets_.size()) buckets_.resize(other.buckets_.size());
    for (std::size_t n = 0; n < other.buckets_.size(); ++n) buckets_[n] += other.buckets_[n];
}

/// The value at this rank, counted from 0; `rank` is less than the count.
double sketch::value_at(std::uint64_t rank) const
{
    if (rank == 0) return static_cast<double>(min_);
    if (rank + 1 == count_) return static_cast<double>(max_);
    if (rank < zeros_) return 0;
    std::uint64_t up_to  = zeros_;
    std::size_t   bucket = 0;
    while (bucket + 1 < buckets_.size() && (up_to += buckets_[bucket]) <= rank) ++bucket;
    return std::clamp(value_of(bucket), static_cast<double>(min_), static_cast<double>(max_));
}

double sketch::percentile(double fraction) const
{
    const double rank  = fraction * static_cast<double>(count_ - 1);
    const auto   below = static_cast<std::uint64_t>(rank);
    const double past  = rank - static_cast<double>(below);
    const double low   = value_at(below);
    return past > 0 ? low + past * (value_at(below + 1) - low) : low;
}

sdk::usage_distribution sketch::distribution() const
{
    if (count_ == 0) return {};
    return {.avg   = static_cast<double>(total_) / static_cast<double>(count_),
            .min   = static_cast<double>(min_),
            .max   = static_cast<double>(max_),
            .p5    = percentile(0.05),
            .p95   = percentile(0.95),
            .total = total_};
}

void sketch::append_to(std::string& text) const
{
    append_number(text, count_);
    if (count_ == 0) return;
    append_number(text, static_cast<std::uint64_t>(total_));
    append_number(text, static_cast<std::uint64_t>(min_));
    append_number(text, static_cast<std::uint64_t>(max_));
    append_number(text, zeros_);
    append_number(text, static_cast<std::uint64_t>(std::ranges::count_if(buckets_, [](auto n) { return n != 0; })));
    std::size_t next = 0;
    for (std::size_t n = 0; n < buckets_.size(); ++n)
    {
        if (buckets_[n] == 0) continue;
        append_number(text, n - next);
        append_number(text, buckets_[n]);
        next = n + 1;
    }
}

void sketch::merge_from(std::string_view& text)
{
    const auto count = take_number(text);
    if (count == 0) return;
    count_ += count;
    total_ += take_integer(text);
    const auto min = take_integer(text);
    const auto max = take_integer(text);
    widen(min, max);
    zeros_ += take_number(text);
    merge_buckets_from(text);
}

void sketch::merge_buckets_from(std::string_view& source)
{
    auto          text    = source; // locals, which the loop keeps in registers
    auto*         buckets = buckets_.data();
    std::size_t   size    = buckets_.size();
    std::uint64_t bucket  = 0;
    for (auto left = take_number(text); left != 0; --left, ++bucket)
    {
        bucket += take_number(text);
        if (bucket >= size)
        {
            if (bucket > max_bucket) throw database::failure{database::error_kind::corrupt};
            buckets_.resize(bucket + 1);
            buckets = buckets_.data();
            size    = buckets_.size();
        }
        buckets[bucket] += take_number(text);
    }
    source = text;
}

} // namespace verbatim::core::reporting

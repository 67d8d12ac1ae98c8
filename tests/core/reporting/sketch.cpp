#include "reporting/sketch.hpp"

#include "database/failure.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace verbatim;
using core::reporting::sketch;

namespace {

using values = std::vector<std::int64_t>;

sketch sketch_of(const values& list)
{
    sketch result;
    for (const auto value : list) result.add(value);
    return result;
}

std::string text_of(const sketch& source)
{
    std::string text;
    source.append_to(text);
    return text;
}

double percentile(values sorted, double p)
{
    std::ranges::sort(sorted);
    const double r   = static_cast<double>(sorted.size() - 1) * p;
    const auto   low = static_cast<double>(sorted[static_cast<std::size_t>(r)]);
    return low + (r - std::floor(r)) * (static_cast<double>(sorted[static_cast<std::size_t>(std::ceil(r))]) - low);
}

/// Values of several shapes: uniform, spread over all magnitudes, mostly zero, one of two, all equal.
values random_values(unsigned seed)
{
    std::mt19937_64 random{seed};
    const auto      below     = [&](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
    const auto      magnitude = [&] { return static_cast<std::int64_t>(random() >> (1 + random() % 63)); };
    const std::function<std::int64_t()> shapes[]{
        [&] { return below(90'000); }, [&] { return std::min<std::int64_t>(magnitude(), 1'000'000'000'000); },
        [&] { return below(10) == 0 ? below(50) : 0; }, [&] { return below(2) == 0 ? 3 : 2'000'000; },
        [&] { return std::int64_t{4'711}; }};
    values list(1 + random() % 3'000);
    std::ranges::generate(list, shapes[seed % std::size(shapes)]);
    return list;
}

} // namespace

BOOST_AUTO_TEST_SUITE(sketches)

BOOST_DATA_TEST_CASE(percentiles_are_within_one_percent_and_all_else_is_exact, boost::unit_test::data::xrange(40u),
                     seed)
{
    const auto list         = random_values(seed);
    const auto distribution = sketch_of(list).distribution();
    const auto total        = std::accumulate(list.begin(), list.end(), std::int64_t{0});
    BOOST_TEST(distribution.total == total);
    BOOST_TEST(distribution.avg == static_cast<double>(total) / static_cast<double>(list.size()));
    BOOST_TEST(distribution.min == static_cast<double>(std::ranges::min(list)));
    BOOST_TEST(distribution.max == static_cast<double>(std::ranges::max(list)));
    for (const auto& [actual, fraction] : {std::pair{distribution.p5, 0.05}, {distribution.p95, 0.95}})
    {
        const double exact = percentile(list, fraction);
        BOOST_TEST(std::abs(actual - exact) <= exact * (sketch::relative_error + 1e-9));
    }
}

BOOST_AUTO_TEST_CASE(the_smallest_and_the_largest_value_are_exact_in_percentiles)
{
    const auto two = sketch_of({2'000, 8'000}).distribution();
    BOOST_TEST(two.p5 == 2'300.0);
    BOOST_TEST(two.p95 == 7'700.0);
}

BOOST_DATA_TEST_CASE(parts_merge_to_the_sketch_of_the_whole_in_any_order, boost::unit_test::data::xrange(20u), seed)
{
    const auto first = random_values(seed), second = random_values(seed + 1), third = random_values(seed + 2);
    values     all = first;
    all.insert(all.end(), second.begin(), second.end());
    all.insert(all.end(), third.begin(), third.end());
    const auto whole = sketch_of(all);

    auto left = sketch_of(first);
    left.merge(sketch_of(second));
    left.merge(sketch_of(third));
    auto right = sketch_of(third);
    right.merge(sketch_of(second));
    auto outer = sketch_of(first);
    outer.merge(right);
    BOOST_TEST((left == whole));
    BOOST_TEST((outer == whole));
}

BOOST_DATA_TEST_CASE(a_text_merges_like_its_sketch, boost::unit_test::data::xrange(20u), seed)
{
    const auto  first = sketch_of(random_values(seed)), second = sketch_of(random_values(seed + 7));
    std::string text   = text_of(first) + text_of(second);
    auto        merged = first;
    merged.merge(second);

    std::string_view rest{text};
    sketch           from_text;
    from_text.merge_from(rest);
    BOOST_TEST((from_text == first));
    from_text.merge_from(rest);
    BOOST_TEST((from_text == merged));
    BOOST_TEST(rest.empty());
}

BOOST_AUTO_TEST_CASE(a_sketch_without_values_is_all_zero_and_changes_nothing)
{
    BOOST_TEST((sketch{}.distribution() == sdk::usage_distribution{}));
    auto merged = sketch_of({5, 7});
    merged.merge({});
    BOOST_TEST((merged == sketch_of({5, 7})));
    std::string      text = text_of({});
    std::string_view rest{text};
    merged.merge_from(rest);
    BOOST_TEST((merged == sketch_of({5, 7})));
    BOOST_TEST(text.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_smallest_and_largest_numbers_have_a_bucket)
{
    const auto largest = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1}, largest})
    {
        const auto       source = sketch_of({value});
        const auto       text   = text_of(source);
        std::string_view rest{text};
        sketch           copy;
        copy.merge_from(rest);
        BOOST_TEST((copy == source));
        BOOST_TEST(copy.distribution().p95 == static_cast<double>(value));
    }
}

BOOST_AUTO_TEST_CASE(a_thousand_values_take_less_than_a_kilobyte)
{
    std::mt19937 random{1};
    sketch       durations;
    for (int n = 0; n < 1'000; ++n) durations.add(200 + static_cast<std::int64_t>(random() % 90'000));
    BOOST_TEST(text_of(durations).size() < 1'000U);
}

BOOST_AUTO_TEST_CASE(a_damaged_text_is_rejected_without_an_endless_loop)
{
    const auto               whole = text_of(sketch_of({0, 1, 250, 90'000}));
    std::vector<std::string> texts{"", "!", "B", "B!", "////////////////////", "BBBBA/////////P", "BBBBABg+gBB"};
    for (std::size_t length = 1; length < whole.size(); ++length) texts.push_back(whole.substr(0, length));
    for (const auto& text : texts) BOOST_TEST_CONTEXT(text)
        {
            std::string_view rest{text};
            sketch           target;
            BOOST_CHECK_EXCEPTION(target.merge_from(rest), core::database::failure, [](const auto& failure) {
                return failure.kind() == core::database::error_kind::corrupt;
            });
        }
}

BOOST_AUTO_TEST_SUITE_END()

#include "bootstrap.hpp"

#include "limits.hpp"
#include "records.hpp"

#include <boost/test/unit_test.hpp>

using namespace verbatim::coding_agreement;

namespace {

std::vector<coded_record> mixed_records(int count)
{
    std::vector<coded_record> records;
    for (int n = 0; n != count; ++n)
        records.push_back(coded({{n % 2 == 0 ? "A" : "B"}}, {{n % 4 == 0 ? "B" : n % 2 == 0 ? "A" : "B"}}));
    return records;
}

struct finished_bootstrap
{
    finished_bootstrap(const complete_codes& data, std::size_t resamples, std::size_t slice)
        : codes{count_codes(data.pairs, data.tree)}
        , run{data.pairs, codes, resamples, max_overlaps}
    {
        while (!run.is_finished()) run.advance(slice), ++slices;
    }

    std::vector<counted_code> codes;
    bootstrap                 run;
    int                       slices = 0;
};

bool contains(const estimate& estimate)
{
    return estimate.low.value() <= estimate.value.value() && estimate.value.value() <= estimate.high.value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(bootstrap_intervals)

BOOST_AUTO_TEST_CASE(an_interval_contains_its_figure)
{
    const complete_codes data{mixed_records(40)};
    finished_bootstrap   finished{data, 500, 1'000'000};
    const auto           sets = finished.run.of_sets();
    BOOST_TEST(contains(sets.kappa));
    BOOST_TEST(contains(sets.alpha));
    BOOST_TEST(contains(finished.run.of_code(0).kappa));
    BOOST_TEST(sets.kappa.low.value() > 0);
    BOOST_TEST(sets.kappa.high.value() < 1);
}

BOOST_AUTO_TEST_CASE(the_result_does_not_depend_on_the_slices)
{
    const complete_codes data{mixed_records(40)};
    finished_bootstrap   whole{data, 50, 1'000'000};
    finished_bootstrap   sliced{data, 50, 1};
    BOOST_TEST(whole.slices == 1);
    BOOST_TEST(sliced.slices == 50);
    const auto expected = whole.run.of_sets();
    const auto actual   = sliced.run.of_sets();
    BOOST_TEST(expected.kappa.low.value() == actual.kappa.low.value());
    BOOST_TEST(expected.alpha.high.value() == actual.alpha.high.value());
    BOOST_TEST(whole.run.of_code(1).alpha.low.value() == sliced.run.of_code(1).alpha.low.value());
}

BOOST_AUTO_TEST_CASE(full_agreement_has_an_interval_of_one_point)
{
    const auto           a = coded({{"A"}}, {{"A"}});
    const auto           b = coded({{"B"}}, {{"B"}});
    const complete_codes data{{a, a, a, b, b, b}};
    finished_bootstrap   finished{data, 200, 1'000'000};
    const auto           sets = finished.run.of_sets();
    BOOST_TEST(sets.kappa.low.value() == 1);
    BOOST_TEST(sets.kappa.high.value() == 1);
}

BOOST_AUTO_TEST_CASE(there_is_no_interval_without_resamples)
{
    const complete_codes data{mixed_records(8)};
    finished_bootstrap   finished{data, 0, 1};
    const auto           sets = finished.run.of_sets();
    BOOST_TEST(sets.kappa.value.has_value());
    BOOST_TEST(!sets.kappa.low.has_value());
    BOOST_TEST(!sets.kappa.high.has_value());
}

BOOST_AUTO_TEST_CASE(a_figure_that_is_not_defined_has_no_interval)
{
    const complete_codes data{{coded({{"A"}}, {{"A"}}), coded({{"A"}}, {{"A"}})}};
    finished_bootstrap   finished{data, 100, 1'000'000};
    const auto           sets = finished.run.of_sets();
    BOOST_TEST(!sets.kappa.value.has_value());
    BOOST_TEST(!sets.kappa.low.has_value());
}

BOOST_AUTO_TEST_CASE(resamples_with_a_single_category_do_not_count)
{
    // A resample misses the only use of B with a probability of about 1/e.
    std::vector<coded_record> records(20, coded({{"A"}}, {{"A"}}));
    records.push_back(coded({{"B"}}, {{"B"}}));
    const complete_codes data{std::move(records)};
    finished_bootstrap   finished{data, 200, 1'000'000};
    const auto           sets = finished.run.of_sets();
    BOOST_TEST(sets.kappa.low.value() == 1);
    BOOST_TEST(sets.alpha.high.value() == 1);
}

BOOST_AUTO_TEST_SUITE_END()

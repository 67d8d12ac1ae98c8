#include "reliability.hpp"

#include "limits.hpp"
#include "records.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace verbatim;
using namespace verbatim::coding_agreement;

namespace {

reliability of_all(const complete_codes& data)
{
    set_reliability            sets{data.pairs, max_overlaps};
    std::vector<std::uint32_t> counts;
    for (const auto& pair : data.pairs.pairs) counts.push_back(pair.count);
    return sets.of(counts, data.records.size());
}

} // namespace

BOOST_AUTO_TEST_SUITE(reliability_of_codings)

BOOST_AUTO_TEST_CASE(similarity_of_sets_follows_masi)
{
    BOOST_TEST(masi_similarity({}, {}) == 1);
    BOOST_TEST(masi_similarity({}, {1}) == 0);
    BOOST_TEST(masi_similarity({1, 2}, {1, 2}) == 1);
    BOOST_TEST(masi_similarity({1, 2}, {3, 4}) == 0);
    BOOST_TEST(masi_similarity({1}, {1, 2}) == 0.5 * 2 / 3);        // a subset
    BOOST_TEST(masi_similarity({1, 2}, {2, 3}) == 1.0 / 3 * 1 / 3); // an overlap
}

BOOST_AUTO_TEST_CASE(full_agreement_on_two_categories_is_one)
{
    const auto sets = of_all(complete_codes{{coded({{"A"}}, {{"A"}}), coded({}, {})}});
    BOOST_TEST(sets.kappa.value() == 1);
    BOOST_TEST(sets.alpha.value() == 1);

    const auto code = reliability_of({.both = 3}, 5);
    BOOST_TEST(code.kappa.value() == 1);
    BOOST_TEST(code.alpha.value() == 1);
}

BOOST_AUTO_TEST_CASE(a_single_category_has_no_figure)
{
    for (const auto& record : {coded({}, {}), coded({{"A"}}, {{"A"}}), coded({{"A"}, {"B"}}, {{"B"}, {"A"}})})
    {
        const auto sets = of_all(complete_codes{{record, record}});
        BOOST_TEST(!sets.kappa.has_value());
        BOOST_TEST(!sets.alpha.has_value());
    }
    BOOST_TEST(!reliability_of({}, 5).kappa.has_value());
    BOOST_TEST(!reliability_of({.both = 5}, 5).alpha.has_value());
}

BOOST_AUTO_TEST_CASE(constant_coders_that_differ_agree_as_chance_does)
{
    const auto record = coded({{"A"}}, {{"B"}});
    const auto sets   = of_all(complete_codes{{record, record, record}});
    BOOST_TEST(sets.kappa.value() == 0);
    BOOST_TEST(sets.alpha.value() < 0); // the pooled categories are expected to agree sometimes
    BOOST_TEST(reliability_of({.only_human = 3}, 3).kappa.value() == 0);
}

BOOST_AUTO_TEST_CASE(one_code_per_record_makes_the_figures_of_the_code)
{
    const complete_codes data{
        {coded({{"A"}}, {{"A"}}), coded({{"A"}}, {{"B"}}), coded({{"B"}}, {{"B"}}), coded({{"B"}}, {{"B"}})}};
    const auto sets = of_all(data);
    const auto code = reliability_of({.both = 1, .only_human = 1}, 4); // of A
    BOOST_TEST(sets.kappa.value() == code.kappa.value(), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(sets.alpha.value() == code.alpha.value(), boost::test_tools::tolerance(1e-12));
    BOOST_TEST(sets.kappa.value() == 0.5, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(too_many_overlapping_sets_are_a_validation_error)
{
    std::vector<coded_record> records;
    for (int n = 0; n != 20; ++n) records.push_back(coded({{"common"}, {std::to_string(n)}}, {}));
    const complete_codes data{std::move(records)};

    BOOST_CHECK_NO_THROW((set_reliability{data.pairs, 420}));
    BOOST_CHECK_THROW((set_reliability{data.pairs, 419}), sdk::validation_error);
}

BOOST_AUTO_TEST_SUITE_END()

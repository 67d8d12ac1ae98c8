#include "verbatim/hierarchy/clustering.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <string>

using namespace verbatim::hierarchy;

namespace {

using sizes = std::vector<std::size_t>;

/// Chunks of one group with all records, undated, four characters per token.
std::vector<chunk> chunks_of_one_group(const sizes& characters, std::size_t budget_tokens)
{
    group result(characters.size());
    std::iota(result.begin(), result.end(), std::size_t{0});
    const std::vector<std::string_view> undated(characters.size());
    return chunks_of({result}, characters, undated, {budget_tokens, {}});
}

sizes counts(const std::vector<chunk>& chunks)
{
    sizes result;
    for (const auto& chunk_records : chunks) result.push_back(chunk_records.size());
    return result;
}

/// The documented rule without optimisation.
std::size_t number_by_the_rule(const sizes& characters, std::size_t budget_tokens)
{
    const auto total = std::accumulate(characters.begin(), characters.end(), std::size_t{0});
    if (total / 4 <= budget_tokens) return 1;
    const auto limit = 4 * budget_tokens;
    const auto fits  = [&](std::size_t parts) {
        std::size_t at = 0;
        for (std::size_t n = 0; n != parts; ++n)
        {
            const auto  count = characters.size() / parts + (n < characters.size() % parts);
            std::size_t sum   = 0;
            for (std::size_t i = 0; i != count; ++i) sum += characters[at++];
            if (sum > limit) return false;
        }
        return true;
    };
    auto parts = std::min((total + limit - 1) / limit, characters.size());
    while (!fits(parts) && parts < characters.size()) ++parts;
    return parts;
}

/// The expected number of chunks: records over the budget are chunks of their own, the rule applies to the others.
std::size_t number_wanted(const sizes& characters, std::size_t budget_tokens)
{
    if (std::accumulate(characters.begin(), characters.end(), std::size_t{0}) / 4 <= budget_tokens) return 1;
    sizes rest;
    std::ranges::copy_if(characters, std::back_inserter(rest),
                         [&](auto characters_of_record) { return characters_of_record <= 4 * budget_tokens; });
    return characters.size() - rest.size() + (rest.empty() ? 0 : number_by_the_rule(rest, budget_tokens));
}

} // namespace

BOOST_AUTO_TEST_SUITE(chunking)

BOOST_AUTO_TEST_CASE(no_groups_give_no_chunks)
{
    BOOST_TEST(chunks_of({}, {}, {}, {2000, {}}).empty());
    BOOST_TEST(chunks_of({{}}, {}, {}, {2000, {}}).empty());
}

BOOST_AUTO_TEST_CASE(documented_example_gives_385_chunks)
{
    const auto chunks = chunks_of_one_group(sizes(9999, 300), 2000);

    BOOST_TEST(chunks.size() == 385u);
    BOOST_TEST(chunks.front().size() == 26u);
    BOOST_TEST(chunks.back().size() == 25u);
}

BOOST_AUTO_TEST_CASE(groups_over_by_less_than_a_token_stay_whole)
{
    BOOST_TEST(counts(chunks_of_one_group({4, 3}, 1)) == sizes{2}, boost::test_tools::per_element());
    BOOST_TEST(counts(chunks_of_one_group({4, 4}, 1)) == (sizes{1, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_first_parts_hold_one_record_more)
{
    BOOST_TEST(counts(chunks_of_one_group(sizes(8, 4), 3)) == (sizes{3, 3, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(records_over_the_budget_are_chunks_of_their_own)
{
    BOOST_TEST(counts(chunks_of_one_group({100}, 2)) == sizes{1}, boost::test_tools::per_element());
    const std::vector<chunk> expected{{0, 2}, {1}};
    BOOST_TEST((chunks_of_one_group({1, 100, 1}, 2) == expected));
}

BOOST_AUTO_TEST_CASE(one_long_record_does_not_split_the_others)
{
    sizes amid(1'001, 300);
    amid[500]         = 100'000;
    const auto chunks = chunks_of_one_group(amid, 2'000);

    BOOST_TEST(chunks.size() == chunks_of_one_group(sizes(1'000, 300), 2'000).size() + 1);
    BOOST_TEST(chunks.back() == chunk{500}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(long_records_come_last_in_the_order_of_their_dates)
{
    const sizes                         characters{9'000, 100, 8'001, 100, 20'000, 8'000};
    const std::vector<std::string_view> dates{"2026-03", "2026-01", "", "2026-02", "2026-01", "2026-05"};
    const auto                          chunks = chunks_of({{0, 1, 2, 3, 4, 5}}, characters, dates, {2'000, {}});

    const std::vector<chunk> expected{{1, 3}, {5}, {4}, {0}, {2}};
    BOOST_TEST((chunks == expected));
}

BOOST_AUTO_TEST_CASE(only_long_records_give_one_chunk_each)
{
    BOOST_TEST(counts(chunks_of_one_group(sizes(7, 100'000), 2'000)) == sizes(7, 1), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_record_over_by_less_than_a_token_does_not_split_the_others)
{
    sizes amid(1'001, 300);
    amid[500] = 8'003;
    BOOST_TEST(chunks_of_one_group(amid, 2'000).size() == chunks_of_one_group(sizes(1'000, 300), 2'000).size() + 1);
}

BOOST_AUTO_TEST_CASE(budget_is_limited_by_the_model)
{
    const chunk_budget budget{2000, {.max_total_tokens = 10, .chars_per_token = 3}};
    BOOST_TEST(budget.characters() == 30u);
    BOOST_TEST(budget.holds(32));
    BOOST_TEST(!budget.holds(33));
    BOOST_TEST(budget.theme_count(0) == 1u);
    BOOST_TEST(budget.theme_count(31) == 2u);

    const chunk_budget endless{~std::size_t{0}, {.max_total_tokens = ~std::size_t{0}, .chars_per_token = 4}};
    BOOST_TEST(endless.holds(1'000'000'000));
    BOOST_TEST(endless.theme_count(1'000'000'000) == 1u);
}

BOOST_AUTO_TEST_CASE(groups_come_in_the_order_of_their_first_record)
{
    const std::vector<std::string_view> undated(6);
    const auto                          chunks = chunks_of({{5, 4}, {2, 3}, {1, 0}}, sizes(6, 1), undated, {2000, {}});

    const std::vector<chunk> expected{{0, 1}, {2, 3}, {4, 5}};
    BOOST_TEST((chunks == expected));
}

BOOST_AUTO_TEST_CASE(dated_records_come_first_by_the_text_of_their_date)
{
    const std::vector<std::string_view> dates{"",           "2026-07-01 14:50", "soon",    " 2026-07 ", "2025-12",
                                              "2026-13-01", "2026-07-01 1",     "2026-07", "2026-02-30"};
    const auto chunks = chunks_of({{0, 1, 2, 3, 4, 5, 6, 7, 8}}, sizes(9, 1), dates, {2000, {}});

    const std::vector<chunk> expected{{4, 8, 3, 7, 6, 1, 0, 2, 5}};
    BOOST_TEST((chunks == expected));
}

BOOST_AUTO_TEST_CASE(random_corpora_match_the_reference_rule)
{
    std::mt19937 chance{7};
    for (int n = 0; n != 400; ++n)
    {
        sizes characters(1 + chance() % 120);
        for (auto& each : characters) each = chance() % 10 == 0 ? chance() % 200 : chance() % 20;
        const auto budget = 1 + chance() % 30;

        const auto chunks = chunks_of_one_group(characters, budget);

        BOOST_TEST_CONTEXT("corpus " << n)
        {
            BOOST_TEST(chunks.size() == number_wanted(characters, budget));
            std::vector<int> seen(characters.size(), 0);
            for (const auto& chunk_records : chunks)
            {
                BOOST_TEST(std::ranges::is_sorted(chunk_records)); // all are undated
                std::size_t sum = 0;
                for (const auto at : chunk_records)
                {
                    ++seen.at(at);
                    sum += characters[at];
                }
                BOOST_TEST((chunk_records.size() == 1 || sum / 4 <= budget));
            }
            BOOST_TEST(seen == std::vector<int>(characters.size(), 1), boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(one_record_that_just_fits_among_100000_is_fast)
{
    sizes characters(100'000, 1);
    characters[99'000] = 800;
    BOOST_TEST(chunks_of_one_group(characters, 200).size() ==
               50'500u); // pairs up to the long record, then single records
}

BOOST_AUTO_TEST_SUITE_END()

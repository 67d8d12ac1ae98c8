#include "themes/response.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk::themes;

namespace {

struct response_fixture
{
    std::vector<feedback::record>        records;
    std::vector<const feedback::record*> pointers;
    counted_themes                       themes;

    explicit response_fixture(std::size_t count = 100)
    {
        for (std::size_t n = 0; n != count; ++n)
        {
            boost::json::object metadata;
            metadata["created"] = "20" + std::to_string(10 + n % 90) + "-01-02";
            records.push_back({"id-" + std::to_string(1'000 + n), "water here", std::move(metadata), {}});
        }
        for (const auto& record : records) pointers.push_back(&record);
    }

    void theme(std::string title, std::size_t first, std::size_t last)
    {
        counted_theme theme{
            .definition = {std::move(title), "d", "i", {}}, .records = {}, .sub_themes = {}, .sentences = {}};
        for (auto n = first; n != last; ++n) theme.records.push_back(n);
        themes.themes.push_back(std::move(theme));
    }

    theme_analysis write(const response_limits& limits = {}) const
    {
        const analyze_bulk::analysis_input input{
            .records = pointers, .prompt = "?", .shown_metadata = {}, .language = {}};
        const feedback::redaction    redaction{texts_of(input)};
        const analyze_bulk::calendar dates{pointers, "created", feedback::period_length::month};
        theme_analysis               analysis;
        analysis.memberships = memberships_of(input, redaction, themes);
        write_themes(analysis, input, redaction, themes, dates, {}, limits);
        return analysis;
    }
};

} // namespace

BOOST_FIXTURE_TEST_SUITE(theme_response, response_fixture)

BOOST_AUTO_TEST_CASE(the_longest_lists_are_cut_to_the_same_size_and_counts_stay_exact)
{
    theme("All", 0, 100);
    theme("Most", 0, 80);
    theme("Few", 0, 3);
    constexpr std::size_t id_bytes = 10; // "id-1000",
    const auto            analysis = write({.id_bytes = 43 * id_bytes, .periods = 500});
    BOOST_REQUIRE(analysis.themes.size() == 3u);
    BOOST_TEST(analysis.themes[0].record_ids.size() == 20u);
    BOOST_TEST(analysis.themes[0].record_ids_omitted.value() == 80);
    BOOST_TEST(analysis.themes[0].record_count == 100);
    BOOST_TEST(analysis.themes[1].record_ids.size() == 20u);
    BOOST_TEST(analysis.themes[1].record_ids_omitted.value() == 60);
    BOOST_TEST(analysis.themes[2].record_ids.size() == 3u);
    BOOST_TEST(!analysis.themes[2].record_ids_omitted);
    BOOST_TEST(analysis.memberships[0].records.size() == 100u);
    BOOST_TEST(sdk::to_json(analysis.themes[2]).find("omitted") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_theme_whose_dates_would_reveal_a_suppressed_count_has_none)
{
    theme("All", 0, 100);
    themes.themes[0].is_hidden_over_time = true;
    const auto entry                     = write().themes[0];
    BOOST_TEST(entry.periods.empty());
    BOOST_TEST(!entry.first_seen);
    BOOST_TEST(sdk::to_json(entry).find(R"("suppressed_over_time":true)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_theme_says_that_it_is_far_from_the_question)
{
    theme("Near", 0, 10);
    theme("Far", 0, 10);
    themes.themes[1].is_far_from_question = true;
    const auto analysis                   = write();
    BOOST_TEST(!analysis.themes[0].is_far_from_question);
    BOOST_TEST(sdk::to_json(analysis.themes[0]).find("far_from_question") == std::string::npos);
    BOOST_TEST(sdk::to_json(analysis.themes[1]).find(R"("far_from_question":true)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(quotes_are_of_the_nearest_records)
{
    theme("All", 0, 100);
    themes.themes[0].nearest = {70, 30};
    const auto quotes        = write().themes[0].quotes;
    BOOST_REQUIRE(!quotes.empty());
    for (const auto& quote : quotes) BOOST_TEST((quote.record_id == "id-1070" || quote.record_id == "id-1030"));
}

BOOST_AUTO_TEST_CASE(replies_of_staff_rank_lower_but_not_complaints_about_them)
{
    records[0].content = "The clinic has no medicine today. The staff said the clinic has medicine.";
    theme("Clinic", 0, 1);
    BOOST_TEST(write().themes[0].quotes.at(0).text == "The clinic has no medicine today.");

    records[0].content = "A volunteer shouted at my mother in the queue. We waited in the queue.";
    BOOST_TEST(write().themes[0].quotes.at(0).text == "A volunteer shouted at my mother in the queue.");

    themes.themes[0].sentences = {{.record = 0, .sentence = 1}}; // a model chose a reply
    records[0].content         = "The clinic has medicine today. The staff said the clinic has medicine.";
    BOOST_TEST(write().themes[0].quotes.at(0).text == "The staff said the clinic has medicine.");
}

BOOST_AUTO_TEST_CASE(a_number_alone_is_no_quote)
{
    theme("Clinic", 0, 2);
    for (auto& record : records) record.content = "The clinic has no medicine. (17)";
    BOOST_TEST(write().themes[0].quotes.size() == 1u);
}

BOOST_AUTO_TEST_CASE(nothing_is_cut_within_the_limit)
{
    theme("All", 0, 100);
    const auto analysis = write();
    BOOST_TEST(analysis.themes[0].record_ids.size() == 100u);
    BOOST_TEST(!analysis.themes[0].record_ids_omitted);
    BOOST_TEST(analysis.themes[0].periods.size() == 90u);
}

BOOST_AUTO_TEST_CASE(the_latest_periods_are_reported)
{
    theme("All", 0, 100);
    const auto analysis = write({.id_bytes = 1u << 20, .periods = 2});
    BOOST_REQUIRE(analysis.themes[0].periods.size() == 2u);
    BOOST_TEST(analysis.themes[0].periods[1].period == "2099-01");
    BOOST_TEST(analysis.themes[0].first_seen.value() == "2010-01-02");
}

BOOST_AUTO_TEST_CASE(shares_have_four_decimals)
{
    theme("Some", 0, 33);
    records.pop_back();
    pointers.pop_back();
    BOOST_TEST(write().themes[0].share == 0.3333);
}

BOOST_AUTO_TEST_SUITE_END()

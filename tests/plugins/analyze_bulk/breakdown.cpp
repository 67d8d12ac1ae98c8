#include "breakdown/breakdown.hpp"

#include "operation.hpp"

#include "verbatim/sdk/json_text.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace verbatim;
using namespace verbatim::analyze_bulk;
namespace json = boost::json;

namespace {

struct fixture
{
    std::vector<feedback::record>     records;
    std::vector<membership>           themes;
    std::vector<std::string>          keys{"channel"};
    std::optional<comparison_request> comparison;
    code_fields                       codes{{"code_1", "code_2"}};
    std::uint64_t                     min_cell = 5;

    /// `count` records with these metadata.
    void add(int count, const std::string& metadata)
    {
        for (int n = 0; n != count; ++n)
            records.push_back(
                {.id = "x", .content = "c", .metadata = json::parse("{" + metadata + "}").as_object(), .url_id = {}});
    }

    breakdown_result result() const
    {
        const breakdown_request request{
            .keys = keys, .comparison = comparison, .codes = codes, .date_field = "created", .min_cell = min_cell};
        return break_down(feedback::with_content(records), themes, request);
    }

    /// A line for each value: its records, then each theme and code with its count.
    std::string lines() const
    {
        std::string text;
        for (const auto& key : result().keys)
            for (const auto& value : key.values)
            {
                text += value.value.value_or("(rest)") + " " + std::to_string(value.record_count) + ":";
                for (const auto& entry : value.counts)
                    text += " " + entry.id + "=" + (entry.count ? std::to_string(*entry.count) : "*");
                text += "\n";
            }
        return text;
    }

    const difference& difference_of(const breakdown_result& result, std::string_view id) const
    {
        for (const auto& entry : result.comparison->differences)
            if (entry.id == id) return entry;
        throw std::out_of_range{"no such difference"};
    }
};

comparison_request values_of(std::string key, std::string first, std::string second)
{
    return {.windows = {}, .key = std::move(key), .values = std::vector{std::move(first), std::move(second)}};
}

comparison_request windows(day_window first, day_window second)
{
    return {.windows = std::vector{std::move(first), std::move(second)}, .key = {}, .values = {}};
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(breakdown, fixture)

BOOST_AUTO_TEST_CASE(themes_and_codes_are_counted_by_value)
{
    add(12, R"("channel":"radio","code_1":"Water")");
    add(8, R"("channel":" sms ","code_1":["Water","Food"])");
    add(6, R"("channel":"radio")");
    themes.push_back({.id = "T1", .title = "Thirst", .records = {0, 1, 2, 3, 4, 12, 13, 14, 15, 16}});
    BOOST_TEST(lines() == "radio 18: T1=5 Water=12 Food=0\nsms 8: T1=5 Water=8 Food=8\n");

    const auto entry = result().keys.at(0).values.at(0).counts.at(0);
    BOOST_TEST((entry.kind == subject_kind::theme));
    BOOST_TEST(entry.title == "Thirst");
    BOOST_TEST(entry.share.value() == 0.2778);
}

BOOST_AUTO_TEST_CASE(numbers_and_booleans_are_values_and_all_others_are_the_rest)
{
    add(5, R"("channel":7)");
    add(5, R"("channel":true)");
    for (const auto* other : {R"("channel":null)", R"("channel":["radio"])", R"("channel":{})", R"("channel":" ")", ""})
        add(1, other);
    add(1, R"("channel":")" + std::string(257, 'x') + "\"");
    BOOST_TEST(lines() == "7 5:\ntrue 5:\n(rest) 6:\n");
}

BOOST_AUTO_TEST_CASE(equal_numbers_are_one_value_in_decimal_notation)
{
    keys = {"wave"};
    add(3, R"("wave":1.5)");
    add(3, R"("wave":15e-1)");
    add(3, R"("wave":2)");
    add(2, R"("wave":2.0)");
    BOOST_TEST(lines() == "1.5 6:\n2 5:\n");
}

BOOST_AUTO_TEST_CASE(small_groups_and_further_values_are_the_rest)
{
    add(9, R"("channel":"radio")");
    add(6, R"("channel":"sms")");
    add(4, R"("channel":"letter")");
    BOOST_TEST(lines() == "radio 9:\n(rest) 10:\n"); // four alone would be the letters
    add(1, R"("channel":"visit")");
    BOOST_TEST(lines() == "radio 9:\nsms 6:\n(rest) 5:\n");
    min_cell = 0;
    BOOST_TEST(lines() == "radio 9:\nsms 6:\nletter 4:\nvisit 1:\n");

    records.clear();
    for (int n = 0; n != 60; ++n) add(5, R"("channel":)" + std::to_string(n));
    BOOST_TEST(result().keys.at(0).values.size() == 50u);
    BOOST_TEST(result().keys.at(0).values.back().record_count == 55);
}

BOOST_AUTO_TEST_CASE(small_counts_are_suppressed_with_another_one)
{
    add(20, R"("channel":"radio","code_1":"Water")");
    add(18, R"("channel":"sms","code_1":"Food")");
    add(2, R"("channel":"sms","code_1":"Water")");
    add(15, R"("channel":"visit","code_1":"Water")");
    // All records are about water or food, so the same cells of both are suppressed.
    BOOST_TEST(lines() == "radio 20: Water=20 Food=0\nsms 20: Water=* Food=*\nvisit 15: Water=* Food=*\n");
    min_cell = 1;
    BOOST_TEST(lines() == "radio 20: Water=20 Food=0\nsms 20: Water=2 Food=18\nvisit 15: Water=15 Food=0\n");
}

BOOST_AUTO_TEST_CASE(the_codes_above_a_suppressed_one_do_not_reveal_it)
{
    add(10, R"("channel":"radio","code_1":"Health","code_2":"Clinics")");
    add(3, R"("channel":"radio","code_1":"Health","code_2":"Medicine")");
    add(9, R"("channel":"sms","code_1":"Health","code_2":"Medicine")");
    add(8, R"("channel":"sms","code_1":"Health","code_2":"Clinics")");
    add(7, R"("channel":"sms")");
    BOOST_TEST(lines() == "sms 24: Health=17 Clinics=* Medicine=*\nradio 13: Health=13 Clinics=* Medicine=*\n");
}

BOOST_AUTO_TEST_CASE(two_values_are_compared)
{
    comparison = values_of("channel", "radio", "sms");
    add(10, R"("channel":"radio","code_1":"Water")");
    add(90, R"("channel":"radio","code_1":"Food")");
    add(30, R"("channel":"sms","code_1":"Water")");
    add(70, R"("channel":"sms","code_1":"Food")");
    add(50, R"("channel":"visit","code_1":"Water")");

    const auto  all   = result();
    const auto& water = difference_of(all, "Water");
    BOOST_TEST(all.comparison->groups.at(0).name == "radio");
    BOOST_TEST(all.comparison->groups.at(1).record_count.value() == 100);
    BOOST_TEST(water.counts.at(0).value() == 10);
    BOOST_TEST(water.shares.at(1).value() == 0.3);
    BOOST_TEST(water.value.value() == 0.2);
    BOOST_TEST(water.low.value() > 0.08);
    BOOST_TEST(water.high.value() < 0.32);
    BOOST_TEST(water.p_value.value() < 0.001);
    BOOST_TEST(water.significant);
    BOOST_TEST(difference_of(all, "Food").value.value() == -0.2);
}

BOOST_AUTO_TEST_CASE(equal_groups_do_not_differ)
{
    comparison = values_of("channel", "radio", "sms");
    for (const auto* channel : {"radio", "sms"})
    {
        add(10, R"("channel":")" + std::string{channel} + R"(","code_1":"Water")");
        add(10, R"("channel":")" + std::string{channel} + R"(")");
    }
    const auto  all   = result();
    const auto& water = difference_of(all, "Water");
    BOOST_TEST(water.p_value.value() == 1);
    BOOST_TEST(!water.significant);
}

BOOST_AUTO_TEST_CASE(a_compared_key_suppresses_the_same_cells_as_its_breakdown)
{
    comparison = values_of("channel", "radio", "sms");
    add(17, R"("channel":"radio","code_1":"Water")");
    add(3, R"("channel":"sms","code_1":"Water")");
    add(20, R"("channel":"sms")");
    add(6, R"("channel":"visit","code_1":"Water")");
    const auto all = result();
    BOOST_TEST(lines() == "sms 23: Water=*\nradio 17: Water=17\nvisit 6: Water=*\n");
    const auto& water = difference_of(all, "Water");
    BOOST_TEST(water.counts.at(0).value() == 17);
    BOOST_TEST(!water.counts.at(1).has_value());
    BOOST_TEST(!water.shares.at(1).has_value());
    BOOST_TEST((!water.value && !water.low && !water.high && !water.p_value));
    BOOST_TEST(!water.significant);
}

BOOST_AUTO_TEST_CASE(a_small_or_unknown_group_has_no_counts)
{
    add(20, R"("channel":"radio","code_1":"Water")");
    add(3, R"("channel":"sms","code_1":"Water")");
    add(9, R"("channel":"visit")");
    for (const auto* value : {"sms", "pigeon"})
    {
        comparison       = values_of("channel", "radio", value);
        const auto all   = result();
        const auto water = difference_of(all, "Water");
        BOOST_TEST(!all.comparison->groups.at(1).record_count.has_value());
        BOOST_TEST(!water.counts.at(1).has_value());
        BOOST_TEST(!water.significant);
    }
}

BOOST_AUTO_TEST_CASE(two_windows_are_compared_by_day)
{
    keys.clear();
    comparison = windows({"2026-01-01", "2026-01-31"}, {"2026-02-01", "2026-02-28"});
    add(20, R"("created":"2026-01-01","code_1":"Food")");
    add(20, R"("created":"2026-01-31 23:59","code_1":"Food")");
    add(40, R"("created":"2026-02-28T08:00:00Z","code_1":"Water")");
    add(10, R"("created":"2026-03-01","code_1":"Water")");
    add(10, R"("code_1":"Water")");
    const auto all = result();
    BOOST_TEST(all.keys.empty());
    BOOST_TEST(all.comparison->groups.at(0).name == "2026-01-01/2026-01-31");
    BOOST_TEST(all.comparison->groups.at(0).record_count.value() == 40);
    BOOST_TEST(all.comparison->groups.at(1).record_count.value() == 40);
    BOOST_TEST(difference_of(all, "Water").counts.at(1).value() == 40);
    BOOST_TEST(difference_of(all, "Food").counts.at(1).value() == 0);
    BOOST_TEST(difference_of(all, "Food").significant);
}

BOOST_AUTO_TEST_CASE(counts_over_time_do_not_reveal_those_of_a_key_that_follows_the_date)
{
    const auto hidden = [&] {
        const auto names = result().hidden.codes;
        return std::vector<std::string>{names.begin(), names.end()};
    };
    add(17, R"("channel":"radio","created":"2026-03-02","code_1":"Food")");
    add(3, R"("channel":"radio","created":"2026-03-02","code_1":"Water")");
    add(20, R"("channel":"sms","created":"2026-03-09","code_1":"Water")");
    BOOST_TEST((hidden() == std::vector<std::string>{"Food", "Water"})); // Food: 17 of 20
    add(9, R"("channel":"sms","created":"2026-03-02","code_1":"Food")");
    BOOST_TEST(hidden().empty()); // who wrote of food in the first week may have used either channel
}

BOOST_AUTO_TEST_CASE(counts_over_time_do_not_reveal_those_of_a_window)
{
    keys.clear();
    comparison = windows({"2026-01-01", "2026-01-31"}, {"2026-02-01", "2026-02-28"});
    add(20, R"("created":"2026-01-02","code_1":"Food")");
    add(3, R"("created":"2026-01-02","code_1":"Water")");
    add(20, R"("created":"2026-02-02","code_1":"Water")");
    add(20, R"("created":"2026-02-02","code_1":"Roads")");
    BOOST_TEST(result().hidden.has_code("Water"));
    BOOST_TEST(!result().hidden.all);
    comparison = windows({"2026-01-01", "2026-01-31"}, {"2026-03-01", "2026-03-31"});
    add(2, R"("created":"2026-03-02","code_1":"Roads")");
    BOOST_TEST(result().hidden.all); // two records alone are in the window
    BOOST_TEST(!result().comparison->groups.at(1).record_count.has_value());
}

BOOST_AUTO_TEST_CASE(no_records_have_empty_groups)
{
    comparison     = windows({"2026-01-01", "2026-01-31"}, {"2026-02-01", "2026-02-28"});
    const auto all = result();
    BOOST_TEST(all.keys.at(0).values.empty());
    BOOST_TEST(all.comparison->groups.at(0).record_count.value() == 0);
    BOOST_TEST(all.comparison->differences.empty());
}

BOOST_AUTO_TEST_CASE(requests_are_checked)
{
    const auto problems_of = [](std::string_view members) {
        request    parsed;
        const auto body =
            json::parse(R"({"feedback_records":[{"id":"a","content":"c"}],"prompt":"p",)" + std::string{members} + "}");
        std::string text;
        for (const auto& problem : sdk::read(sdk::schema_of<request>(), body, &parsed))
            text += (text.empty() ? "" : " ") + problem.field;
        return text;
    };
    const std::map<std::string, std::string> table{
        {R"("breakdown_by":["a","b"],"compare":null)", ""},
        {R"("breakdown_by":["a","a"])", "breakdown_by[1]"},
        {R"("breakdown_by":["",")" + std::string(129, 'k') + R"("])", "breakdown_by[0] breakdown_by[1]"},
        {R"("breakdown_by":["1","2","3","4","5","6"])", "breakdown_by"},
        {R"("breakdown_by":"a")", "breakdown_by"},
        {R"("compare":{})", "compare.windows"},
        {R"("compare":{"key":"a","values":["x","y"]})", ""},
        {R"("compare":{"key":"a","values":["x","x"]})", "compare.values"},
        {R"("compare":{"key":"a","values":["x"]})", "compare.values"},
        {R"("compare":{"key":"a"})", "compare.values"},
        {R"("compare":{"values":["x","y"]})", "compare.key"},
        {R"("compare":{"key":"a","values":["x","y "]})", "compare.values"},
        {R"("compare":{"windows":[{"from":"2026-01-01","to":"2026-01-31"},{"from":"2026-02-01","to":"2026-02-28"}]})",
         ""},
        {R"("compare":{"windows":[{"from":"2026-01-01","to":"2026-02-01"},{"from":"2026-02-01","to":"2026-02-28"}]})",
         "compare.windows"},
        {R"("compare":{"windows":[{"from":"2026-01-31","to":"2026-01-01"},{"from":"2026-02-01","to":"2026-02-28"}]})",
         "compare.windows[0].to"},
        {R"("compare":{"windows":[{"from":"2026-02-30","to":"2026-03-01"},{"from":"2026-04-01","to":"2026-04-02"}]})",
         "compare.windows[0].from"},
        {R"("compare":{"windows":[]})", "compare.windows"},
    };
    for (const auto& [members, expected] : table) BOOST_TEST(problems_of(members) == expected, members);
}

BOOST_AUTO_TEST_CASE(a_response_has_the_requested_members_only)
{
    testing::event_loop   loop;
    testing::fake_call    call;
    analyze_bulk::request request;
    settings              with_minimum;
    with_minimum.min_cell = 2;
    const analyze_bulk::operation operation{with_minimum};
    request.prompt = "What is needed?";
    for (int n = 0; n != 4; ++n)
        request.records.push_back({.id       = "r",
                                   .content  = "Water.",
                                   .metadata = {{"created", "2026-03-02"},
                                                {"coding_level_1", n < 2 ? "Water" : "Food"},
                                                {"channel", n % 2 == 0 ? "radio" : "sms"}},
                                   .url_id   = {}});
    const auto answer = [&] {
        call.llm.reply("Water.").reply_for("analysis_judge",
                                           R"({"quality_score":0.5,"uncertainty_explanation":"Fair."})");
        return json::parse(sdk::to_json(loop.run(operation.run(call, request)))).as_object();
    };

    auto response = answer();
    BOOST_TEST(!response.contains("breakdown"));
    BOOST_TEST(!response.contains("comparison"));
    BOOST_TEST(!response.at("coding_trends").as_object().contains("changes"));

    request.breakdown_by = {"channel"};
    request.comparison   = values_of("channel", "radio", "sms");
    request.trend_tests  = true;
    response             = answer();
    BOOST_TEST(response.at("coding_trends").at("changes").as_array().empty());
    BOOST_TEST(json::serialize(response.at("breakdown").at(0).at("values").at(0)) ==
               R"({"value":"radio","record_count":2,"counts":[)"
               R"({"kind":"code","id":"Food","title":"Food","count":null,"share":null},)"
               R"({"kind":"code","id":"Water","title":"Water","count":null,"share":null}]})");
    BOOST_TEST(json::serialize(response.at("comparison").at("groups")) ==
               R"([{"name":"radio","record_count":2},{"name":"sms","record_count":2}])");

    for (auto& record : request.records) record.content.clear();
    response = answer();
    BOOST_TEST(json::serialize(response.at("breakdown")) == R"([{"key":"channel","values":[]}])");
}

BOOST_AUTO_TEST_SUITE_END()

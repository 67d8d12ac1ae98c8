// Compares the statistics of whole requests with those of scikit-learn and krippendorff: make_reference_values.py.
#include "operation.hpp"

#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/fake_call.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

using namespace verbatim;
namespace json = boost::json;

namespace {

constexpr double rounding = 0.51e-6; // values have six decimals

const json::value& table()
{
    static const auto content = [] {
        std::ifstream file{REFERENCE_VALUES};
        return json::parse(std::string{std::istreambuf_iterator<char>{file}, {}});
    }();
    return content;
}

json::value respond(const json::value& reference)
{
    const coding_agreement::operation operation;
    testing::event_loop               loop;
    testing::fake_call                call;
    const json::object                body{{"records", reference.at("records")},
                            {"confidence_bins", table().at("bins")},
                            {"wanted_precision", table().at("wanted_precision")}};
    const testing::parsed_request     request{operation.definition().request, json::serialize(body)};
    return json::parse(loop.run(testing::respond(operation, call, request.value())));
}

void compare(const json::value& actual, const json::value& expected, double difference = rounding)
{
    if (expected.is_null()) BOOST_TEST(actual.is_null(), json::serialize(actual));
    else
        BOOST_TEST(std::abs(actual.to_number<double>() - expected.to_number<double>()) <= difference,
                   json::serialize(actual) << " instead of " << json::serialize(expected));
}

void compare_members(const json::value& actual, const json::value& expected,
                     std::initializer_list<std::string_view> names)
{
    for (const auto name : names) BOOST_TEST_CONTEXT(name) compare(actual.at(name), expected.at(name));
}

void compare_thresholds(const json::value& actual, const json::value& expected)
{
    if (expected.is_null()) BOOST_TEST(actual.is_null());
    else compare_members(actual, expected, {"threshold", "precision", "recall"});
}

void compare_confidence(const json::value& actual, const json::value& expected)
{
    if (expected.is_null())
    {
        BOOST_TEST(actual.is_null());
        return;
    }
    compare_members(actual, expected, {"suggested_codes", "brier_score", "expected_calibration_error"});
    std::size_t filled = 0; // the reference lists the means of bins with codes only
    for (std::size_t n = 0; n != expected.at("counts").as_array().size(); ++n)
    {
        const auto& bin = actual.at("bins").at(n);
        compare(bin.at("count"), expected.at("counts").at(n));
        if (bin.at("count").to_number<int>() == 0) continue;
        compare(bin.at("mean_confidence"), expected.at("mean_confidence").at(filled));
        compare(bin.at("precision"), expected.at("precision").at(filled));
        ++filled;
    }
    compare_thresholds(actual.at("best_f1"), expected.at("best_f1"));
    compare_thresholds(actual.at("wanted_precision"), expected.at("wanted_precision"));
}

void compare_figures(const json::value& actual, const json::value& expected)
{
    compare(actual.at("kappa").at("value"), expected.at("kappa"));
    compare(actual.at("alpha").at("value"), expected.at("alpha"));
    if (!expected.at("codes").as_array().empty())
    {
        compare(actual.at("exact_match"), expected.at("exact_match"));
        compare_members(actual.at("micro"), expected.at("micro"), {"precision", "recall", "f1"});
        compare_members(actual.at("macro"), expected.at("macro"), {"precision", "recall", "f1"});
    }
    BOOST_TEST_CONTEXT("confidence") compare_confidence(actual.at("confidence"), expected.at("confidence"));
}

void compare_codes(const json::array& actual, const json::array& expected)
{
    BOOST_REQUIRE(actual.size() == expected.size());
    for (const auto& reference : expected) BOOST_TEST_CONTEXT(json::serialize(reference.at("code")))
        {
            const auto code = std::find_if(actual.begin(), actual.end(), [&](const json::value& entry) {
                return entry.at("code") == reference.at("code");
            });
            BOOST_REQUIRE(code != actual.end());
            compare_members(*code, reference, {"precision", "recall", "f1"});
            compare(code->at("kappa").at("value"), reference.at("kappa"));
            compare(code->at("alpha").at("value"), reference.at("alpha"));
        }
}

} // namespace

BOOST_AUTO_TEST_SUITE(reference_values)

BOOST_AUTO_TEST_CASE(figures_equal_those_of_scikit_learn_and_krippendorff)
{
    for (const auto& reference : table().at("cases").as_array())
        BOOST_TEST_CONTEXT(reference.at("name").as_string().c_str())
        {
            const auto response = respond(reference);
            BOOST_TEST_CONTEXT("overall") compare_figures(response.at("overall"), reference.at("overall"));
            const auto& levels = reference.at("levels").as_array();
            BOOST_REQUIRE(response.at("levels").as_array().size() == levels.size());
            for (std::size_t n = 0; n != levels.size(); ++n) BOOST_TEST_CONTEXT("level " << n + 1)
                {
                    compare_figures(response.at("levels").at(n), levels[n]);
                    compare_codes(response.at("levels").at(n).at("codes").as_array(), levels[n].at("codes").as_array());
                }
        }
}

BOOST_AUTO_TEST_CASE(intervals_are_close_to_those_of_another_generator)
{
    constexpr double sampling = 0.03; // of the bounds of 1,000 resamples
    int              compared = 0;
    for (const auto& reference : table().at("cases").as_array())
    {
        if (!reference.as_object().contains("interval")) continue;
        const auto overall = respond(reference).at("overall");
        for (const auto* statistic : {"kappa", "alpha"}) BOOST_TEST_CONTEXT(statistic)
            {
                const auto& bounds = reference.at("interval").at(statistic);
                compare(overall.at(statistic).at("low"), bounds.at(0), sampling);
                compare(overall.at(statistic).at("high"), bounds.at(1), sampling);
                ++compared;
            }
    }
    BOOST_TEST(compared == 4);
}

BOOST_AUTO_TEST_SUITE_END()

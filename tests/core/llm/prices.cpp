#include "llm/prices.hpp"

#include "core/llm/test_doubles.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <unistd.h>

using namespace verbatim::core::llm;
namespace testing = verbatim::testing;

namespace {

/// A price file, removed by the destructor.
class price_file
{
public:
    explicit price_file(const std::string& text)
    {
        const int file = mkstemp(name_);
        BOOST_REQUIRE(file != -1);
        close(file);
        std::ofstream{name_} << text;
    }
    ~price_file() { std::filesystem::remove(name_); }

    std::string path() const { return name_; }

private:
    char name_[32] = "/tmp/verbatim-prices-XXXXXX";
};

std::string error_for(const std::string& path)
{
    try
    {
        testing::recording_log log;
        load_prices(path, log);
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
    return {};
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_prices)

BOOST_AUTO_TEST_CASE(decimal_prices_are_parsed_exactly)
{
    const std::pair<const char*, pico_usd> valid[] = {
        {"0", 0},
        {"0.0000025", 2'500'000},
        {"2.5e-06", 2'500'000},
        {"2.5E-6", 2'500'000},
        {"+25e-7", 2'500'000},
        {"1", 1'000'000'000'000},
        {"1000", 1'000'000'000'000'000},
        {".5", 500'000'000'000},
        {"1.", 1'000'000'000'000},
        {"0.0000000000014", 1},
        {"0.0000000000015", 2},
        {"0.0000000000005", 1},
        {"0.00000000000049", 0},
        {"0.000000000000005", 0},
        {"1e-999", 0},
        {"0e999", 0},
        {"0.3", 300'000'000'000},
    };
    for (const auto& [text, expected] : valid)
        BOOST_TEST_CONTEXT(text) BOOST_TEST(parse_price(text).value() == expected);
}

BOOST_AUTO_TEST_CASE(an_invalid_price_is_rejected)
{
    for (const auto* text : {"",      "-1", "-0.1", "nan",   ".nan",   "inf",   "1e",       "e5",   ".",   "1,5",
                             "0x1p3", "1 ", " 1",   "1e+-2", "1e1000", "1e999", "1000.1e1", "1001", "--1", "1.2.3"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_price(text).has_value());
    BOOST_TEST(!parse_price(std::string(1000, '1')).has_value());
}

BOOST_AUTO_TEST_CASE(a_cost_is_exact_and_rounded_half_up_once)
{
    BOOST_TEST(cost({2'500'000, 15'000'000}, 1000, 100) == 4000);
    BOOST_TEST(cost({2'500'000, 15'000'000}, 1, 0) == 3);
    BOOST_TEST(cost({400'000, 2'000'000}, 1, 0) == 0);
    BOOST_TEST(cost({500'000, 0}, 1, 0) == 1);
    BOOST_TEST(cost({499'999, 0}, 1, 0) == 0);
    BOOST_TEST(cost({250'000, 250'000}, 1, 1) == 1);
    BOOST_TEST(cost({2'500'000, 15'000'000}, 0, 0) == 0);
    BOOST_TEST(cost({2'500'000, 15'000'000}, -5, -5) == 0);
}

BOOST_AUTO_TEST_CASE(a_cost_never_exceeds_the_column)
{
    constexpr auto maximum = std::numeric_limits<std::int32_t>::max();
    BOOST_TEST(cost({1'000'000'000'000'000, 1'000'000'000'000'000}, maximum, maximum) == 999'999'999'999);
}

BOOST_AUTO_TEST_CASE(a_file_overrides_the_built_in_prices)
{
    const price_file file{
        "models:\n"
        "  azure/gpt-5.4: {input_cost_per_token: 1e-06, output_cost_per_token: 0.000002, max_tokens: 5}\n"
        "  openai/mine:\n"
        "    input_cost_per_token: \"0.0000003\"\n"
        "    output_cost_per_token: -1\n"
        "    litellm_provider: openai\n"
        "    mode: chat\n"
        "  openai/strange: {input_cost_per_token: .nan, output_cost_per_token: [1]}\n"};

    testing::recording_log log;
    const auto             prices = load_prices(file.path(), log);

    BOOST_TEST((prices.at("azure/gpt-5.4") == price{1'000'000, 2'000'000}));
    BOOST_TEST((prices.at("openai/mine") == price{300'000, 0}));
    BOOST_TEST((prices.at("openai/strange") == price{0, 0}));
    BOOST_TEST((prices.at("azure_ai/mistral-large-2411") == price{2'000'000, 6'000'000}));
}

BOOST_AUTO_TEST_CASE(an_invalid_file_is_reported_without_its_content)
{
    for (const auto* text : {"secret: [", "secret", "", "models: secret", "models:\n  secret: 1",
                             "models: {[secret]: {}}", "- secret", "models: {\"secret\": {input_cost_per_token: 1}"})
        BOOST_TEST_CONTEXT(text)
        {
            const auto message = error_for(price_file{text}.path());
            BOOST_TEST(message.starts_with("MODEL_PRICES_PATH: the file "));
            BOOST_TEST(message.find("secret") == message.npos);
        }
    BOOST_TEST(error_for("/nowhere/secret").starts_with("MODEL_PRICES_PATH: "));
    BOOST_TEST(error_for("/nowhere/secret").find("secret") == std::string::npos);
    BOOST_TEST(error_for("/") == "MODEL_PRICES_PATH: the file is a folder");
}

BOOST_AUTO_TEST_CASE(an_invalid_price_is_logged_with_its_model)
{
    const price_file       file{"models:\n"
                                "  m/no-number: {input_cost_per_token: free, output_cost_per_token: 1e999}\n"
                                "  m/list: {input_cost_per_token: [1], output_cost_per_token: 1e-06}\n"
                                "  m/negative: {output_cost_per_token: -1}\n"
                                "  m/left-out: {mode: embedding, input_cost_per_token: }\n"};
    testing::recording_log log;
    load_prices(file.path(), log);

    const auto logged = [&](const std::string& model, const std::string& price) {
        return log.count("price_invalid setting=MODEL_PRICES_PATH model=m/" + model + " price=" + price);
    };
    BOOST_TEST(logged("no-number", "input_cost_per_token") == 1U);
    BOOST_TEST(logged("no-number", "output_cost_per_token") == 1U);
    BOOST_TEST(logged("list", "input_cost_per_token") == 1U);
    BOOST_TEST(logged("negative", "output_cost_per_token") == 1U);
    BOOST_TEST(log.count("price_invalid") == 4U);
}

BOOST_AUTO_TEST_CASE(the_configured_name_takes_precedence_over_the_reported_name)
{
    const price_list prices{{{"azure/a", {1, 1}}, {"azure/b", {2, 2}}, {"c", {3, 3}}}};

    BOOST_TEST((prices.find("azure/a", "azure/", "b").value() == price{1, 1}));
    BOOST_TEST((prices.find("azure/other", "azure/", "b").value() == price{2, 2}));
    BOOST_TEST((prices.find("other", "", "c").value() == price{3, 3}));
    BOOST_TEST(!prices.find("azure/other", "azure/", "c").has_value());
    BOOST_TEST(!prices.find("azure/other", "azure/", "").has_value());
}

BOOST_AUTO_TEST_CASE(prices_can_be_replaced_while_in_use)
{
    price_list prices{built_in_prices()};
    prices.replace({{"azure/gpt-5.4", {7, 8}}});
    BOOST_TEST((prices.find("azure/gpt-5.4", "azure/", "").value() == price{7, 8}));
    BOOST_TEST(prices.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

#include "llm/prices.hpp"

#include "llm/endpoint.hpp"
#include "settings/setting_problem.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace verbatim::core::llm;

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

/// The problems of a price file, without its path.
std::vector<std::string> problems_of(const std::string& path, std::span<const configured_model> required = {})
{
    std::vector<std::string> texts;
    try
    {
        load_prices(path, required);
    }
    catch (const verbatim::core::settings::setting_error& error)
    {
        for (const auto& problem : error.problems())
        {
            auto       text     = to_string(problem);
            const auto position = text.find(path);
            if (!path.empty() && position != text.npos) text.replace(position, path.size(), "FILE");
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

token_count tokens(std::int32_t input, std::int32_t output, std::int32_t cached = 0, std::int32_t written = 0)
{
    return {.input = input, .output = output, .cached = cached, .cache_written = written};
}

using texts = std::vector<std::string>;

/// As the page of prices prints it: US dollars per million tokens; empty for none.
std::string printed(std::optional<pico_usd> rate)
{
    std::ostringstream text;
    if (rate) text << static_cast<double>(*rate) / 1e6;
    return text.str();
}

std::string printed(const std::optional<token_rates>& tier)
{
    if (!tier) return {};
    std::string text = printed(tier->input);
    for (const auto rate : {tier->cached_input, tier->cache_write})
        if (rate) text += " / " + printed(rate);
    return text + " / " + printed(tier->output);
}

/// The row of a model in docs/reference/prices.md.
std::string table_row(std::string_view model, const price& price)
{
    const auto& rates     = price.standard;
    const auto  threshold = price.long_prompt_tokens / 1000;
    const texts cells{"`" + std::string{model} + "`", printed(rates.input),
                      printed(rates.cached_input),    printed(rates.cache_write),
                      printed(rates.output),          printed(price.flex),
                      printed(price.priority),        threshold == 0 ? "" : std::to_string(threshold) + ",000"};
    std::string row = "|";
    for (const auto& cell : cells) row += (cell.empty() ? "" : " " + cell) + " |";
    return row;
}

/// The rows of docs/reference/prices.md by price key, with the prefixes of their sections.
std::map<std::string, std::string> documented_rows()
{
    std::ifstream                      page{VERBATIM_PRICES_PAGE};
    std::map<std::string, std::string> rows;
    texts                              prefixes;
    for (std::string line; std::getline(page, line);)
    {
        const auto in_code = [&line](std::size_t begin) { return line.substr(begin, line.find('`', begin) - begin); };
        if (line.starts_with("Prefixes: "))
        {
            prefixes.clear();
            for (auto end = line.find("/`"); end != line.npos; end = line.find("/`", end + 1))
                prefixes.push_back(in_code(line.rfind('`', end) + 1));
        }
        else if (line.starts_with("| `"))
            for (const auto& prefix : prefixes) rows.emplace(prefix + in_code(3), line);
    }
    return rows;
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
        BOOST_TEST_CONTEXT(text) BOOST_TEST(parse_price(text, price_unit::per_token).value() == expected);
    BOOST_TEST(parse_price("2.5", price_unit::per_million_tokens).value() == 2'500'000U);
    BOOST_TEST(parse_price("0.0000005", price_unit::per_million_tokens).value() == 1U);
    BOOST_TEST(parse_price("1e9", price_unit::per_million_tokens).value() == 1'000'000'000'000'000U);
    BOOST_TEST(!parse_price("1.1e9", price_unit::per_million_tokens).has_value());
}

BOOST_AUTO_TEST_CASE(an_invalid_price_is_rejected)
{
    for (const auto* text : {"",      "-1", "-0.1", "nan",   ".nan",   "inf",   "1e",       "e5",   ".",   "1,5",
                             "0x1p3", "1 ", " 1",   "1e+-2", "1e1000", "1e999", "1000.1e1", "1001", "--1", "1.2.3"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(!parse_price(text, price_unit::per_token).has_value());
    BOOST_TEST(!parse_price(std::string(1000, '1'), price_unit::per_token).has_value());
}

BOOST_AUTO_TEST_CASE(a_cost_is_exact_and_rounded_half_up_once)
{
    BOOST_TEST(cost({{2'500'000, 15'000'000}}, tokens(1000, 100)) == 4000);
    BOOST_TEST(cost({{2'500'000, 15'000'000}}, tokens(1, 0)) == 3);
    BOOST_TEST(cost({{400'000, 2'000'000}}, tokens(1, 0)) == 0);
    BOOST_TEST(cost({{500'000, 0}}, tokens(1, 0)) == 1);
    BOOST_TEST(cost({{499'999, 0}}, tokens(1, 0)) == 0);
    BOOST_TEST(cost({{250'000, 250'000}}, tokens(1, 1)) == 1);
    BOOST_TEST(cost({{2'500'000, 15'000'000}}, tokens(0, 0)) == 0);
    BOOST_TEST(cost({{2'500'000, 15'000'000}}, tokens(-5, -5)) == 0);
    BOOST_TEST(cost({{2'500'000, 15'000'000}}, {}) == 0);
}

BOOST_AUTO_TEST_CASE(a_cost_never_exceeds_the_column)
{
    constexpr auto maximum = std::numeric_limits<std::int32_t>::max();
    const price    highest{.standard = {1'000'000'000'000'000, 1'000'000'000'000'000}, .long_prompt_tokens = 1};
    BOOST_TEST(cost(highest, tokens(maximum, maximum)) == 999'999'999'999);
}

BOOST_AUTO_TEST_CASE(cached_and_written_tokens_have_their_own_rates)
{
    const price with_cache{
        .standard = {.input = 3'000'000, .output = 15'000'000, .cached_input = 300'000, .cache_write = 3'750'000}};
    BOOST_TEST(cost(with_cache, tokens(1000, 0, 600, 300)) == 100 * 3 + 180 + 1125);
    BOOST_TEST(cost({{3'000'000, 15'000'000}}, tokens(1000, 0, 600, 300)) == 3000);
    // More than all input tokens: a provider's mistake must not make a cost negative.
    BOOST_TEST(cost(with_cache, tokens(1000, 0, 5000, 5000)) == 300);
    BOOST_TEST(cost(with_cache, tokens(1000, 0, -1, -1)) == 3000);
}

BOOST_AUTO_TEST_CASE(a_tier_without_rates_costs_as_much_as_the_standard_tier)
{
    const price with_flex{.standard = {2'000'000, 8'000'000}, .flex = token_rates{1'000'000, 4'000'000}};
    BOOST_TEST(cost(with_flex, tokens(10, 10), service_tier::standard) == 100);
    BOOST_TEST(cost(with_flex, tokens(10, 10), service_tier::flex) == 50);
    BOOST_TEST(cost(with_flex, tokens(10, 10), service_tier::priority) == 100);
}

BOOST_AUTO_TEST_CASE(a_long_prompt_doubles_the_input_and_raises_the_output_by_half)
{
    const price tiered{.standard = {1'000'000, 10'000'000, 100'000}, .long_prompt_tokens = 1000};
    BOOST_TEST(cost(tiered, tokens(1000, 10, 500)) == 500 + 50 + 100);
    BOOST_TEST(cost(tiered, tokens(1001, 10, 500)) == 1002 + 100 + 150);
}

BOOST_AUTO_TEST_CASE(built_in_prices_are_plausible)
{
    constexpr double usd = 1e6; // per million tokens
    const auto       all = built_in_prices();
    BOOST_TEST(all.size() > 100U);
    for (const auto& [model, price] : all) BOOST_TEST_CONTEXT(model)
        {
            const auto& [input, output, cached, written] = price.standard;
            BOOST_TEST(price_key(model) == model);
            BOOST_TEST((model.starts_with("anthropic/") || parse_model_name(model).has_value()));
            BOOST_TEST(static_cast<double>(input) >= 0.01 * usd);
            BOOST_TEST(static_cast<double>(input) <= 50 * usd);
            if (model.find("embed") != model.npos) BOOST_TEST(output == 0U);
            else BOOST_TEST((output >= input && output <= 10 * input));
            if (cached) BOOST_TEST((*cached < input && 50 * *cached >= input));
            if (written) BOOST_TEST((*written > input && *written <= 2 * input));
            if (price.flex) BOOST_TEST((price.flex->input < input && price.flex->output < output));
            if (price.priority) BOOST_TEST((price.priority->input > input && price.priority->input <= 3 * input));
            if (price.priority) BOOST_TEST((price.priority->output > output && price.priority->output <= 3 * output));
            BOOST_TEST((price.long_prompt_tokens == 0 || price.long_prompt_tokens >= 128'000));
        }
}

BOOST_AUTO_TEST_CASE(the_page_of_prices_lists_every_built_in_price)
{
    const auto all  = built_in_prices();
    const auto rows = documented_rows();
    BOOST_TEST(rows.size() == all.size());
    for (const auto& [model, price] : all) BOOST_TEST_CONTEXT(model)
        {
            BOOST_REQUIRE(rows.contains(model));
            BOOST_TEST(rows.at(model) == table_row(std::string_view{model}.substr(model.find('/') + 1), price));
        }
}

BOOST_AUTO_TEST_CASE(documented_models_have_a_price)
{
    const auto all = built_in_prices();
    for (const auto* model :
         {"azure/gpt-5.4", "azure/gpt-5.4-mini", "openai/gpt-4.1", "azure/text-embedding-3-small",
          "openai/gemini-2.5-flash", "openai/mistral-large-latest", "anthropic/claude-sonnet-4-5", "gpt-5.4"})
        BOOST_TEST(find_price(all, model).has_value(), model);
    BOOST_TEST((all.at("azure/gpt-5.4").standard == token_rates{2'500'000, 15'000'000, 250'000}));
    BOOST_TEST((all.at("azure_ai/mistral-large-2411").standard == token_rates{2'000'000, 6'000'000}));
    BOOST_TEST((all.at("azure_ai/mistral-medium-2505").standard == token_rates{400'000, 2'000'000}));
    BOOST_TEST((all.at("azure_ai/mistral-medium-3-5").standard == token_rates{1'500'000, 7'500'000}));
}

BOOST_AUTO_TEST_CASE(a_file_overrides_the_built_in_prices)
{
    const price_file file{"models:\n"
                          "  azure/gpt-5.4: {input_cost_per_token: 1e-06, output_cost_per_token: 0.000002}\n"
                          "  mine:\n"
                          "    input_usd_per_million: \"0.3\"\n"
                          "    output_usd_per_million: 1.20\n"
                          "    cached_input_usd_per_million: 0.03\n"
                          "    cache_write_usd_per_million: 0.375\n"
                          "    flex: {input_usd_per_million: 0.15, output_usd_per_million: 0.6}\n"
                          "    priority: {input_usd_per_million: 0.6, output_usd_per_million: 2.4}\n"
                          "    long_prompt_tokens: 200000\n"
                          "  openai/mistralai/free: {input_usd_per_million: 0, output_usd_per_million: 0}\n"};

    const auto prices = load_prices(file.path(), {});

    BOOST_TEST((prices.at("azure/gpt-5.4") == price{{1'000'000, 2'000'000}}));
    BOOST_TEST((prices.at("openai/mine") == price{.standard           = {300'000, 1'200'000, 30'000, 375'000},
                                                  .flex               = token_rates{150'000, 600'000},
                                                  .priority           = token_rates{600'000, 2'400'000},
                                                  .long_prompt_tokens = 200'000}));
    BOOST_TEST((prices.at("openai/mistralai/free") == price{}));
    BOOST_TEST((prices.at("azure_ai/mistral-large-2411").standard == token_rates{2'000'000, 6'000'000}));
}

BOOST_AUTO_TEST_CASE(entries_may_describe_their_model)
{
    const price_file file{
        "models:\n"
        "  azure/gpt-5.4: {input_cost_per_token: 1e-06, output_cost_per_token: 2e-06, max_tokens: 16384,\n"
        "    litellm_provider: azure, mode: chat, supports_vision: true, source: \"https://a.example\",\n"
        "    cache_read_input_token_cost: 1e-07, cache_creation_input_token_cost: 1.25e-06}\n"};
    BOOST_TEST((load_prices(file.path(), {}).at("azure/gpt-5.4").standard ==
                token_rates{1'000'000, 2'000'000, 100'000, 1'250'000}));
}

/// An entry of LiteLLM's file with prices per token, and further members.
static std::string litellm_entry(const std::string& provider, const std::string& members,
                                 const std::string& mode = "chat")
{
    return R"({"input_cost_per_token": 1e-06, "output_cost_per_token": 4e-06, "litellm_provider": ")" + provider +
           R"(", "mode": ")" + mode + R"(", "max_tokens": "LEGACY", "supports_vision": true)" + members + "}";
}

BOOST_AUTO_TEST_CASE(the_file_of_litellm_is_read)
{
    const price_file file{
        R"({"sample_spec": {"input_cost_per_token": 0.0, "litellm_provider": "one of", "mode": "one of: chat"},)"
        R"("chat-a": )" +
        litellm_entry("openai", R"(, "cache_read_input_token_cost": 1e-07,
            "input_cost_per_token_flex": 5e-07, "output_cost_per_token_flex": 2e-06,
            "input_cost_per_token_priority": 2e-06, "output_cost_per_token_priority": 8e-06,
            "input_cost_per_token_above_272k_tokens": 2e-06, "output_cost_per_token_above_272k_tokens": 6e-06,
            "cache_read_input_token_cost_above_272k_tokens": 2e-07, "input_cost_per_token_batches": 5e-07,
            "output_cost_per_reasoning_token": 4e-06, "output_cost_per_token_batches": null,
            "search_context_cost_per_query": {"search_context_size_low": 0.03})") +
        R"(,
        "azure/chat-a": )" +
        litellm_entry("azure", "") + R"(,
        "claude-a": )" +
        litellm_entry("anthropic", R"(, "cache_creation_input_token_cost": 1.25e-06,
            "cache_creation_input_token_cost_above_1hr": 2e-06, "tool_use_system_prompt_tokens": 159)") +
        R"(,
        "gemini/model-a": )" +
        litellm_entry("gemini", R"(, "input_cost_per_audio_token": 3e-06)") + R"(,
        "model-a": )" +
        litellm_entry("vertex_ai-language-models", "") + R"(,
        "one/llama": )" +
        litellm_entry("one", "") + R"(,
        "two/llama": )" +
        litellm_entry("two", R"(, "cache_read_input_token_cost": 0)") + R"(,
        "tiers": )" +
        litellm_entry("openai", R"(, "tiered_pricing": [{"range": [0, 1]}])") + R"(,
        "thinker": )" +
        litellm_entry("openai", R"(, "output_cost_per_reasoning_token": 9e-06)") + R"(,
        "long": )" +
        litellm_entry("openai", R"(, "input_cost_per_token_above_200k_tokens": 3e-06,
            "output_cost_per_token_above_200k_tokens": 6e-06)") +
        R"(,
        "gpt-4.1": )" +
        litellm_entry("openai", "") + R"(,
        "embed": {"input_cost_per_token": 2e-08, "litellm_provider": "openai", "mode": "embedding"},
        "pictures": {"output_cost_per_image": 0.04, "litellm_provider": "openai", "mode": "image_generation"}})"};

    const auto prices = load_prices(file.path(), {});

    constexpr token_rates rates{1'000'000, 4'000'000};
    BOOST_TEST((prices.at("openai/chat-a") == price{.standard           = {1'000'000, 4'000'000, 100'000},
                                                    .flex               = token_rates{500'000, 2'000'000},
                                                    .priority           = token_rates{2'000'000, 8'000'000},
                                                    .long_prompt_tokens = 272'000}));
    BOOST_TEST((prices.at("azure/chat-a") == price{rates}));
    for (const auto* model : {"anthropic/claude-a", "openai/claude-a"})
        BOOST_TEST((prices.at(model).standard == token_rates{1'000'000, 4'000'000, {}, 1'250'000}), model);
    BOOST_TEST((prices.at("openai/model-a") == price{rates}));
    BOOST_TEST((prices.at("openai/gpt-4.1") == price{rates})); // replaces the built-in price
    BOOST_TEST((prices.at("openai/embed") == price{{20'000, 0}}));
    for (const auto* model : {"openai/llama", "openai/tiers", "openai/thinker", "openai/long", "openai/pictures"})
        BOOST_TEST(!prices.contains(model), model);

    const std::string      fix = "; add its price to the file of MODEL_PRICES_PATH, or set LLM_PRICE_UNKNOWN to allow";
    const std::string      entry = " names a model without a price: its entry in MODEL_PRICES_PATH ";
    const configured_model required[]{{"LLM_MODEL", "openai/tiers"},
                                      {"JUDGE_LLM_MODEL", "thinker"},
                                      {"EMBEDDING_MODEL", "openai/llama"},
                                      {"SUMMARY_LLM_MODEL", "openai/long"}};
    BOOST_TEST(
        problems_of(file.path(), required) ==
            (texts{"LLM_MODEL:" + entry + "has tiered_pricing, which is not understood" + fix,
                   "JUDGE_LLM_MODEL:" + entry + "has output_cost_per_reasoning_token, which is not understood" + fix,
                   "EMBEDDING_MODEL:" + entry + "has different prices at different providers" + fix,
                   "SUMMARY_LLM_MODEL:" + entry +
                       "has prices of long prompts that are not twice the input and 1.5 times the output" + fix}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_entry_of_litellm_with_an_invalid_price_is_not_used)
{
    for (const auto* members :
         {R"(, "output_cost_per_token_flex": -1)", R"(, "input_cost_per_token_above_0k_tokens": 2e-06)",
          R"(, "cache_read_input_token_cost": "free")", R"(, "input_cost_per_token_slow": 1)"})
        BOOST_TEST_CONTEXT(members)
        {
            const price_file file{R"({"m": )" + litellm_entry("openai", members) + "}"};
            BOOST_TEST(!load_prices(file.path(), {}).contains("openai/m"));
        }
}

BOOST_AUTO_TEST_CASE(each_mistake_of_a_file_is_reported_with_line_model_and_problem)
{
    const std::string                         both = "input_usd_per_million: 1, output_usd_per_million: 2";
    const std::pair<std::string, std::string> mistakes[]{
        {"a: [", "is not valid YAML"},
        {"", "has no map `models`"},
        {"- models", "has no map `models`"},
        {"models: 1", "has no map `models`"},
        {"models: {}\nmodel: {}", "line 2: model is an unknown key; remove it"},
        {"models:\n  azure/m: 4242", "line 2: azure/m has no map of prices"},
        {"models:\n  azure/m: {" + both + ", modes: chat}", "line 2: azure/m: modes is an unknown key; remove it"},
        {"models:\n  azure/m: {" + both + ", input_cost_per_image: 1}",
         "line 2: azure/m: input_cost_per_image is an unknown key; remove it"},
        {"models:\n  azure/m: {" + both + ", cached_input_usd_per_million: 1, cache_read_input_token_cost: 1}",
         "line 2: azure/m: cache_read_input_token_cost is given twice, per token and per million; remove one"},
        {"models:\n  azure/m: {" + both + ", \"a b\": 4242}",
         "line 2: azure/m: a name that is not printable ASCII without spaces is an unknown key; remove it"},
        {"models:\n  azure/m:\n    input_usd_per_million: -4242\n    output_usd_per_million: 2",
         "line 3: azure/m: input_usd_per_million is not a price; use a number of at least 0, in US dollars"},
        {"models:\n  azure/m: {input_usd_per_million: 1, output_usd_per_million: free}",
         "line 2: azure/m: output_usd_per_million is not a price; use a number of at least 0, in US dollars"},
        {"models:\n  azure/m: {input_cost_per_token: .nan, output_cost_per_token: 0}",
         "line 2: azure/m: input_cost_per_token is not a price; use a number of at least 0, in US dollars"},
        {"models:\n  azure/m: {input_usd_per_million: 1, output_usd_per_million: [4242]}",
         "line 2: azure/m: output_usd_per_million is not a price; use a number of at least 0, in US dollars"},
        {"models:\n  azure/m: {input_usd_per_million: 1, output_usd_per_million: }",
         "line 2: azure/m: output_usd_per_million is not a price; use a number of at least 0, in US dollars"},
        {"models:\n  azure/m: {output_usd_per_million: 1}", "line 2: azure/m: input_usd_per_million is missing"},
        {"models:\n  azure/m: {input_usd_per_million: 1}", "line 2: azure/m: output_usd_per_million is missing"},
        {"models:\n  azure/m: {" + both + ", input_cost_per_token: 1}",
         "line 2: azure/m: input_cost_per_token is given twice, per token and per million; remove one"},
        {"models:\n  azure/m: {" + both + ", flex: {input_usd_per_million: 1}}",
         "line 2: azure/m, flex: output_usd_per_million is missing"},
        {"models:\n  azure/m: {" + both + ", priority: 2}", "line 2: azure/m, priority: is no map of prices"},
        {"models:\n  azure/m: {" + both + ", long_prompt_tokens: 4242.5}",
         "line 2: azure/m: long_prompt_tokens is not a number of tokens; use an integer over 0"},
        {"models:\n  azure/m: {" + both + "}\n  azure/m: {" + both + "}", "line 3: azure/m is given twice; remove one"},
        {"models:\n  m: {" + both + "}\n  openai/m: {" + both + "}",
         "line 3: openai/m is given twice, once with and once without openai/; remove one"},
        {"models:\n  bedrock/m: {" + both + "}",
         "line 2: bedrock/m is not a model of a provider; use PROVIDER/NAME, as in LLM_MODEL"},
        {"models:\n  azure/: {" + both + "}",
         "line 2: azure/ is not a model of a provider; use PROVIDER/NAME, as in LLM_MODEL"},
        {"models:\n  local/extractive: {" + both + "}",
         "line 2: local/extractive is not a model of a provider; use PROVIDER/NAME, as in LLM_MODEL"},
        {"models:\n  \"\": {" + both + "}",
         "line 2: a name that is not printable ASCII without spaces is not a model of a "
         "provider; use PROVIDER/NAME, as in LLM_MODEL"},
        {"models:\n  [azure/m]: {" + both + "}", "line 2: a key is not a name"},
    };
    for (const auto& [text, expected] : mistakes) BOOST_TEST_CONTEXT(text)
        {
            const auto problems = problems_of(price_file{text}.path());
            BOOST_REQUIRE(problems.size() == 1U);
            BOOST_TEST(problems[0].starts_with("MODEL_PRICES_PATH: FILE"), problems[0]);
            BOOST_TEST(problems[0].ends_with(expected), problems[0]);
            BOOST_TEST(problems[0].find("4242") == std::string::npos, problems[0]);
        }
}

BOOST_AUTO_TEST_CASE(all_problems_of_a_file_are_reported_at_once)
{
    const price_file file{"version: 1\n"
                          "models:\n"
                          "  azure/a: {input_usd_per_million: -1, output_usd_per_million: x, modes: chat}\n"
                          "  other/b: {}\n"
                          "  azure/c: {}\n"};
    BOOST_TEST(problems_of(file.path()).size() == 7U);
}

BOOST_AUTO_TEST_CASE(an_unreadable_file_is_reported)
{
    BOOST_TEST(problems_of("/nowhere/secret").at(0).starts_with("MODEL_PRICES_PATH: the file cannot be read"));
    BOOST_TEST(problems_of("/").at(0) == "MODEL_PRICES_PATH: the file is a folder");
}

BOOST_AUTO_TEST_CASE(a_required_model_without_a_price_is_reported_under_its_setting)
{
    const std::string text = " names a model without a price; add its price to the file of MODEL_PRICES_PATH, or set "
                             "LLM_PRICE_UNKNOWN to allow";
    const configured_model required[]{
        {"LLM_MODEL", "azure/unheard-of"}, {"JUDGE_LLM_MODEL", "azure/gpt-5.4"}, {"EMBEDDING_MODEL", "unheard-of-too"}};
    BOOST_TEST(problems_of("", required) == (texts{"LLM_MODEL:" + text, "EMBEDDING_MODEL:" + text}),
               boost::test_tools::per_element());

    const price_file file{"models:\n"
                          "  azure/unheard-of: {input_usd_per_million: 1, output_usd_per_million: 1}\n"
                          "  openai/unheard-of-too: {input_usd_per_million: 1, output_usd_per_million: 0}\n"};
    BOOST_TEST(problems_of(file.path(), required).empty());
}

BOOST_AUTO_TEST_CASE(models_that_need_no_price_are_not_reported)
{
    const configured_model free[]{{"LLM_MODEL", ""}, {"LLM_MODEL", "local/extractive"}, {"LLM_MODEL", "other/x"}};
    BOOST_TEST(problems_of("", free).empty());
}

BOOST_AUTO_TEST_CASE(the_configured_name_takes_precedence_over_the_reported_name)
{
    const price_list prices{{{"azure/a", {{1, 1}}}, {"azure/b", {{2, 2}}}, {"openai/c", {{3, 3}}}}};

    BOOST_TEST((prices.find("azure/a", "azure/", "b").value() == price{{1, 1}}));
    BOOST_TEST((prices.find("azure/other", "azure/", "b").value() == price{{2, 2}}));
    BOOST_TEST((prices.find("other", "", "c").value() == price{{3, 3}}));
    BOOST_TEST((prices.find("c", "", "").value() == price{{3, 3}}));
    BOOST_TEST(!prices.find("azure/other", "azure/", "c").has_value());
    BOOST_TEST(!prices.find("azure/other", "azure/", "").has_value());
}

BOOST_AUTO_TEST_CASE(the_date_of_a_release_is_ignored_unless_it_has_its_own_price)
{
    const price_list prices{{{"azure/a", {{1, 1}}}, {"azure/a-2024-05-13", {{2, 2}}}}};

    BOOST_TEST((prices.find("azure/a-2026-01-31", "azure/", "").value() == price{{1, 1}}));
    BOOST_TEST((prices.find("azure/a-20260131", "azure/", "").value() == price{{1, 1}}));
    BOOST_TEST((prices.find("azure/x", "azure/", "a-2026-01-31").value() == price{{1, 1}}));
    BOOST_TEST((prices.find("azure/a-2024-05-13", "azure/", "").value() == price{{2, 2}}));
    for (const auto* other : {"azure/a-2026-01", "azure/a-b026-01-31", "azure/a2026-01-31", "azure/a-2026-01-31-x"})
        BOOST_TEST(!prices.find(other, "azure/", "").has_value(), other);
}

BOOST_AUTO_TEST_CASE(prices_can_be_replaced_while_in_use)
{
    price_list prices{built_in_prices()};
    prices.replace({{"azure/gpt-5.4", {{7, 8}}}});
    BOOST_TEST((prices.find("azure/gpt-5.4", "azure/", "").value() == price{{7, 8}}));
    BOOST_TEST(prices.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

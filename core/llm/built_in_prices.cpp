#include "llm/prices.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <initializer_list>

/// Public list prices, in US dollars per million tokens. Two public collections are the source. Both cite the
/// providers' price pages, which are named below: BerriAI/litellm as of 2026-08-01, and pydantic/genai-prices as of
/// 2026-08-21. A model is left out where they disagree. A contract, a region or a later change of the page may differ;
/// the price file overrides every entry.
namespace verbatim::core::llm {

namespace {

struct usd_rates
{
    double                input;
    double                output;
    std::optional<double> cached_input{};
    std::optional<double> cache_write{};
};

/// The members of `price`.
struct model_rates
{
    std::string_view         model;
    usd_rates                standard;
    std::optional<usd_rates> flex{};
    std::optional<usd_rates> priority{};
    std::int32_t             long_prompt_tokens = 0;
};

constexpr std::nullopt_t none = std::nullopt;

// clang-format off

/// https://developers.openai.com/api/docs/pricing: models of chat completions and embeddings.
constexpr model_rates openai[]{
    // model                    input   output cached  write     flex                       priority
    {"gpt-3.5-turbo",          { 0.50,   1.50}},
    {"gpt-4",                  {30.00,  60.00}},
    {"gpt-4-turbo",            {10.00,  30.00}},
    {"gpt-4.1",                { 2.00,   8.00, 0.50},            none,                      {{ 3.50, 14.00, 0.875}}},
    {"gpt-4.1-mini",           { 0.40,   1.60, 0.10},            none,                      {{ 0.70,  2.80, 0.175}}},
    {"gpt-4.1-nano",           { 0.10,   0.40, 0.025},           none,                      {{ 0.20,  0.80, 0.05}}},
    {"gpt-4o",                 { 2.50,  10.00, 1.25},            none,                      {{ 4.25, 17.00, 2.125}}},
    {"gpt-4o-2024-05-13",      { 5.00,  15.00},                  none,                      {{ 8.75, 26.25}}},
    {"gpt-4o-mini",            { 0.15,   0.60, 0.075},           none,                      {{ 0.25,  1.00, 0.125}}},
    {"gpt-5",                  { 1.25,  10.00, 0.125},           {{0.625,  5.00, 0.0625}},  {{ 2.50, 20.00, 0.25}}},
    {"gpt-5-chat-latest",      { 1.25,  10.00, 0.125}},
    {"gpt-5-mini",             { 0.25,   2.00, 0.025},           {{0.125,  1.00, 0.0125}},  {{ 0.45,  3.60, 0.045}}},
    {"gpt-5-nano",             { 0.05,   0.40, 0.005},           {{0.025,  0.20, 0.0025}}},
    {"gpt-5.1",                { 1.25,  10.00, 0.125},           none,                      {{ 2.50, 20.00, 0.25}}},
    {"gpt-5.1-chat-latest",    { 1.25,  10.00, 0.125},           none,                      {{ 2.50, 20.00, 0.25}}},
    {"gpt-5.2",                { 1.75,  14.00, 0.175},           none,                      {{ 3.50, 28.00, 0.35}}},
    {"gpt-5.2-chat-latest",    { 1.75,  14.00, 0.175},           none,                      {{ 3.50, 28.00, 0.35}}},
    {"gpt-5.3-chat-latest",    { 1.75,  14.00, 0.175},           none,                      {{ 3.50, 28.00, 0.35}}},
    {"gpt-5.4",                { 2.50,  15.00, 0.25},            {{1.25,   7.50, 0.13}},    {{ 5.00, 30.00, 0.50}}, 272'000},
    {"gpt-5.4-mini",           { 0.75,   4.50, 0.075},           {{0.375,  2.25, 0.0375}},  {{ 1.50,  9.00, 0.15}}},
    {"gpt-5.4-nano",           { 0.20,   1.25, 0.02},            {{0.10,  0.625, 0.01}}},
    {"gpt-5.5",                { 5.00,  30.00, 0.50},            {{2.50,  15.00, 0.25}},    {{10.00, 60.00, 1.00}}, 272'000},
    {"gpt-5.6",                { 5.00,  30.00, 0.50, 6.25},      {{2.50,  15.00, 0.25, 3.125}}, {{10.00, 60.00, 1.00, 12.50}}, 272'000},
    {"gpt-5.6-luna",           { 0.20,   1.20, 0.02, 0.25},      {{0.10,   0.60, 0.01, 0.125}}, {{ 0.40,  2.40, 0.04,  0.50}}, 272'000},
    {"gpt-5.6-sol",            { 5.00,  30.00, 0.50, 6.25},      {{2.50,  15.00, 0.25, 3.125}}, {{10.00, 60.00, 1.00, 12.50}}, 272'000},
    {"o1",                     {15.00,  60.00, 7.50}},
    {"o3",                     { 2.00,   8.00, 0.50},            {{1.00,   4.00, 0.25}},    {{ 3.50, 14.00, 0.875}}},
    {"o3-mini",                { 1.10,   4.40, 0.55}},
    {"o4-mini",                { 1.10,   4.40, 0.275},           {{0.55,   2.20, 0.1375}},  {{ 2.00,  8.00, 0.50}}},
    {"text-embedding-3-large", { 0.13,   0.00}},
    {"text-embedding-3-small", { 0.02,   0.00}},
    {"text-embedding-ada-002", { 0.10,   0.00}},
};

/// https://azure.microsoft.com/pricing/details/cognitive-services/openai-service/: Global Standard deployments. Data Zone
/// and regional deployments cost more.
constexpr model_rates azure_openai[]{
    // model                    input   output cached              priority
    {"gpt-35-turbo",           { 0.50,   1.50}},
    {"gpt-4",                  {30.00,  60.00}},
    {"gpt-4-turbo",            {10.00,  30.00}},
    {"gpt-4.1",                { 2.00,   8.00, 0.50}},
    {"gpt-4.1-mini",           { 0.40,   1.60, 0.10}},
    {"gpt-4.1-nano",           { 0.10,   0.40, 0.025}},
    {"gpt-4o",                 { 2.50,  10.00, 1.25}},
    {"gpt-4o-2024-05-13",      { 5.00,  15.00}},
    {"gpt-4o-mini",            { 0.15,   0.60, 0.075}},
    {"gpt-5",                  { 1.25,  10.00, 0.125}},
    {"gpt-5-chat",             { 1.25,  10.00, 0.125}},
    {"gpt-5-mini",             { 0.25,   2.00, 0.025}},
    {"gpt-5-nano",             { 0.05,   0.40, 0.005}},
    {"gpt-5.1",                { 1.25,  10.00, 0.125},           none, {{ 2.50, 20.00, 0.25}}},
    {"gpt-5.1-chat",           { 1.25,  10.00, 0.125},           none, {{ 2.50, 20.00, 0.25}}},
    {"gpt-5.2",                { 1.75,  14.00, 0.175},           none, {{ 3.50, 28.00, 0.35}}},
    {"gpt-5.2-chat",           { 1.75,  14.00, 0.175},           none, {{ 3.50, 28.00, 0.35}}},
    {"gpt-5.3-chat",           { 1.75,  14.00, 0.175},           none, {{ 3.50, 28.00, 0.35}}},
    {"gpt-5.4",                { 2.50,  15.00, 0.25},            none, {{ 5.00, 30.00, 0.50}}, 272'000},
    {"gpt-5.4-mini",           { 0.75,   4.50, 0.075}},
    {"gpt-5.4-nano",           { 0.20,   1.25, 0.02}},
    {"gpt-5.5",                { 5.00,  30.00, 0.50},            none, {{10.00, 60.00, 1.00}}, 272'000},
    {"o1",                     {15.00,  60.00, 7.50}},
    {"o3",                     { 2.00,   8.00, 0.50}},
    {"o3-mini",                { 1.10,   4.40, 0.55}},
    {"o4-mini",                { 1.10,   4.40, 0.275}},
    {"text-embedding-3-large", { 0.13,   0.00}},
    {"text-embedding-3-small", { 0.02,   0.00}},
    {"text-embedding-ada-002", { 0.10,   0.00}},
};

/// https://www.anthropic.com/pricing#api: cache writes for five minutes.
constexpr model_rates anthropic[]{
    // model                    input   output cached  write
    {"claude-3-haiku",         { 0.25,   1.25, 0.03,  0.30}},
    {"claude-haiku-4-5",       { 1.00,   5.00, 0.10,  1.25}},
    {"claude-opus-4",          {15.00,  75.00, 1.50, 18.75}},
    {"claude-opus-4-0",        {15.00,  75.00, 1.50, 18.75}},
    {"claude-opus-4-1",        {15.00,  75.00, 1.50, 18.75}},
    {"claude-opus-4-5",        { 5.00,  25.00, 0.50,  6.25}},
    {"claude-opus-4-6",        { 5.00,  25.00, 0.50,  6.25}},
    {"claude-opus-4-7",        { 5.00,  25.00, 0.50,  6.25}},
    {"claude-opus-4-8",        { 5.00,  25.00, 0.50,  6.25}},
    {"claude-opus-5",          { 5.00,  25.00, 0.50,  6.25}},
    {"claude-sonnet-4",        { 3.00,  15.00, 0.30,  3.75}, none, none, 200'000},
    {"claude-sonnet-4-0",      { 3.00,  15.00, 0.30,  3.75}, none, none, 200'000},
    {"claude-sonnet-4-5",      { 3.00,  15.00, 0.30,  3.75}, none, none, 200'000},
    {"claude-sonnet-4-6",      { 3.00,  15.00, 0.30,  3.75}},
    {"claude-sonnet-5",        { 3.00,  15.00, 0.30,  3.75}}, // from 2026-09-01
};

/// https://ai.google.dev/gemini-api/docs/pricing: paid tier, text. Thinking tokens count as output.
constexpr model_rates gemini[]{
    // model                    input   output cached            flex                      priority
    {"gemini-2.5-flash",       { 0.30,   2.50, 0.03}},
    {"gemini-2.5-flash-lite",  { 0.10,   0.40, 0.01}},
    {"gemini-2.5-pro",         { 1.25,  10.00, 0.125},           none,                     none,                   200'000},
    {"gemini-3-flash-preview", { 0.50,   3.00, 0.05},            none,                     {{0.90,  5.40, 0.09}}},
    {"gemini-3-pro-preview",   { 2.00,  12.00, 0.20},            none,                     {{3.60, 21.60, 0.36}},  200'000},
    {"gemini-3.1-flash-lite",  { 0.25,   1.50, 0.025},           {{0.125, 0.75, 0.0125}},  {{0.45,  2.70, 0.045}}},
    {"gemini-3.1-pro-preview", { 2.00,  12.00, 0.20},            none,                     {{3.60, 21.60, 0.36}},  200'000},
    {"gemini-3.5-flash",       { 1.50,   9.00, 0.15},            none,                     {{2.70, 16.20, 0.27}}},
    {"gemini-3.5-flash-lite",  { 0.30,   2.50, 0.03},            {{0.15,  1.25, 0.02}},    {{0.54,  4.50, 0.05}}},
    {"gemini-3.6-flash",       { 1.50,   7.50, 0.15},            {{0.75,  3.75, 0.075}},   {{2.70, 13.50, 0.27}}},
    {"gemini-embedding-001",   { 0.15,   0.00}},
    {"gemini-embedding-2",     { 0.20,   0.00}},
};

/// https://mistral.ai/pricing#api-pricing
constexpr model_rates mistral[]{
    // model                    input   output cached
    {"codestral-2508",         { 0.30,   0.90, 0.03}},
    {"devstral-2512",          { 0.40,   2.00, 0.04}},
    {"magistral-medium-2509",  { 2.00,   5.00}},
    {"magistral-small-2509",   { 0.50,   1.50}},
    {"ministral-14b-2512",     { 0.20,   0.20, 0.02}},
    {"ministral-3b-2512",      { 0.10,   0.10, 0.01}},
    {"ministral-8b-2512",      { 0.15,   0.15}},
    {"mistral-embed",          { 0.10,   0.00}},
    {"mistral-large-2411",     { 2.00,   6.00}},
    {"mistral-large-2512",     { 0.50,   1.50, 0.05}},
    {"mistral-large-latest",   { 0.50,   1.50, 0.05}},
    {"mistral-medium-2505",    { 0.40,   2.00}},
    {"mistral-medium-2508",    { 0.40,   2.00}},
    {"mistral-medium-2604",    { 1.50,   7.50}},
    {"mistral-medium-3-5",     { 1.50,   7.50}},
    {"mistral-medium-latest",  { 1.50,   7.50}},
    {"mistral-small-2603",     { 0.15,   0.60, 0.015}},
    {"open-mistral-nemo",      { 0.15,   0.15}},
};

/// https://ai.azure.com: models of Mistral AI.
constexpr model_rates azure_mistral[]{
    // model                    input   output
    {"mistral-large-2411",     { 2.00,   6.00}},
    {"mistral-large-3",        { 0.50,   1.50}},
    {"mistral-medium-2505",    { 0.40,   2.00}},
    {"mistral-medium-3-5",     { 1.50,   7.50}},
    {"mistral-small-2503",     { 0.10,   0.30}},
};

// clang-format on

/// In order and without duplicates.
constexpr bool is_sorted(std::span<const model_rates> models)
{
    return std::ranges::adjacent_find(models, std::ranges::greater_equal{}, &model_rates::model) == models.end();
}
static_assert(is_sorted(openai) && is_sorted(azure_openai) && is_sorted(anthropic) && is_sorted(gemini) &&
              is_sorted(mistral) && is_sorted(azure_mistral));

constexpr pico_usd per_token(double usd_per_million) { return static_cast<pico_usd>(usd_per_million * 1e6 + 0.5); }

constexpr std::optional<pico_usd> per_token(std::optional<double> usd_per_million)
{
    return usd_per_million ? std::optional{per_token(*usd_per_million)} : std::nullopt;
}

token_rates to_token_rates(const usd_rates& rates)
{
    return {.input        = per_token(rates.input),
            .output       = per_token(rates.output),
            .cached_input = per_token(rates.cached_input),
            .cache_write  = per_token(rates.cache_write)};
}

std::optional<token_rates> to_token_rates(const std::optional<usd_rates>& rates)
{
    return rates ? std::optional{to_token_rates(*rates)} : std::nullopt;
}

price to_price(const model_rates& rates)
{
    return {.standard           = to_token_rates(rates.standard),
            .flex               = to_token_rates(rates.flex),
            .priority           = to_token_rates(rates.priority),
            .long_prompt_tokens = rates.long_prompt_tokens};
}

} // namespace

price_table built_in_prices()
{
    price_table prices;
    const auto  add = [&](std::initializer_list<const char*> prefixes, std::span<const model_rates> models) {
        for (const std::string prefix : prefixes)
            for (const auto& rates : models)
            {
                [[maybe_unused]] const bool is_new =
                    prices.emplace(prefix + std::string{rates.model}, to_price(rates)).second;
                BOOST_ASSERT_MSG(is_new, "two prices for a model");
            }
    };
    // Gemini, Mistral and Anthropic have endpoints with the API of OpenAI.
    add({"openai/"}, openai);
    add({"azure/", "azure_ai/"}, azure_openai);
    add({"anthropic/", "openai/"}, anthropic);
    add({"openai/"}, gemini);
    add({"openai/"}, mistral);
    add({"azure_ai/"}, azure_mistral);
    return prices;
}

} // namespace verbatim::core::llm

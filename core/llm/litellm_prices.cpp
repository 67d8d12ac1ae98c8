#include "llm/litellm_prices.hpp"

#include "http_client/url.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

namespace {

constexpr std::string_view money_words[]{"cost", "pric", "usd", "multiplier"};

/// Words of prices for what the server never sends: other media, tools, batches, caches of hours, further tiers,
/// regional endpoints.
constexpr std::string_view unused_words[]{"audio",       "image",        "video",  "pixel", "second",  "character",
                                          "query",       "search",       "file",   "page",  "session", "vector",
                                          "interpreter", "computer_use", "batch",  "_1hr",  "_12hr",   "balanced",
                                          "ultrafast",   "decisions",    "uplift", "_dbu_"};

template <std::size_t size>
bool contains_any(std::string_view text, const std::string_view (&words)[size])
{
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
}

bool remove_suffix(std::string_view& text, std::string_view suffix)
{
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// Removes an end such as "_above_200k_tokens" and returns its number of tokens.
std::optional<std::int32_t> remove_threshold(std::string_view& name)
{
    constexpr std::string_view begin = "_above_", end = "k_tokens";
    const auto                 at = name.find(begin);
    if (at == name.npos || !name.ends_with(end)) return std::nullopt;
    const auto   digits    = name.substr(at + begin.size(), name.size() - at - begin.size() - end.size());
    std::int32_t thousands = 0;
    const auto   last      = digits.data() + digits.size();
    if (std::from_chars(digits.data(), last, thousands).ptr != last || thousands <= 0 || thousands > 2'000'000)
        return std::nullopt;
    name = name.substr(0, at);
    return thousands * 1000;
}

std::string text_of(const YAML::Node& entry, const char* member)
{
    const auto value = entry[member];
    return value && value.IsScalar() ? value.Scalar() : std::string{};
}

/// The rates of an entry: three tiers, below and above the length of a long prompt.
class entry_reader
{
public:
    /// False: `problem()` names the member.
    bool read(const YAML::Node& entry)
    {
        std::optional<pico_usd> reasoning;
        for (const auto& member : entry)
        {
            const auto name = member.first.Scalar();
            if (member.second.IsNull() || !contains_any(name, money_words) || contains_any(name, unused_words))
                continue;
            const auto rate =
                member.second.IsScalar() ? parse_price(member.second.Scalar(), price_unit::per_token) : std::nullopt;
            if (rate && name == "output_cost_per_reasoning_token") reasoning = rate;
            else if (!rate || !add(name, *rate)) return reject(name);
        }
        if (reasoning && standard_.output && *reasoning != *standard_.output)
            return reject("output_cost_per_reasoning_token");
        return true;
    }

    /// None without prices of tokens. An embedding has no output.
    std::optional<price> result(bool is_embedding)
    {
        if (!standard_.input || (!standard_.output && !is_embedding)) return std::nullopt;
        price price{
            .standard = {*standard_.input, standard_.output.value_or(0), standard_.cached_input, standard_.cache_write},
            .long_prompt_tokens = threshold_};
        if (flex_) price.flex = tier(*flex_, price.standard);
        if (priority_) price.priority = tier(*priority_, price.standard);
        return price;
    }

    /// Whether the prices of long prompts follow the rule of price::long_prompt_tokens.
    bool has_long_prompt_rule() const
    {
        const auto doubles = [](const auto& base, const auto& above) {
            return !above || (base && *above == 2 * *base);
        };
        return doubles(standard_.input, above_.input) && doubles(standard_.cached_input, above_.cached_input) &&
               doubles(standard_.cache_write, above_.cache_write) &&
               (!above_.output || (standard_.output && 2 * *above_.output == 3 * *standard_.output)) &&
               above_.input.has_value() == above_.output.has_value();
    }

    const std::string& problem() const { return problem_; }

private:
    bool reject(const std::string& member)
    {
        problem_ = http_client::is_visible_ascii(member) && member.size() <= 100 ? member : "a member";
        return false;
    }

    bool add(std::string_view name, pico_usd rate)
    {
        const bool is_flex = remove_suffix(name, "_flex"), is_priority = !is_flex && remove_suffix(name, "_priority");
        const auto tokens = remove_threshold(name);
        if (name == "input_cost_per_token_cache_hit") name = "cache_read_input_token_cost";
        const auto found = std::ranges::find(token_rate_keys, name, &rate_key::name);
        if (found == std::end(token_rate_keys) || (tokens && threshold_ != 0 && threshold_ != *tokens)) return false;
        if (tokens) threshold_ = *tokens;
        if (tokens && (is_flex || is_priority)) return true; // the same rule as in the standard tier
        auto& rates        = tokens        ? above_
                             : is_flex     ? (flex_ ? *flex_ : flex_.emplace())
                             : is_priority ? (priority_ ? *priority_ : priority_.emplace())
                                           : standard_;
        rates.*found->rate = rate;
        return true;
    }

    static token_rates tier(const partial_rates& rates, const token_rates& standard)
    {
        return {rates.input.value_or(standard.input), rates.output.value_or(standard.output), rates.cached_input,
                rates.cache_write};
    }

    partial_rates                standard_, above_;
    std::optional<partial_rates> flex_, priority_;
    std::int32_t                 threshold_ = 0;
    std::string                  problem_;
};

std::string without_prefix(std::string_view name, std::string_view prefix)
{
    return std::string{name.starts_with(prefix) ? name.substr(prefix.size()) : name};
}

/// The keys of a model, the one of its provider first; those of a compatible server may be keys of other providers.
struct model_keys
{
    std::string own;        ///< empty: no provider of this server
    std::string compatible; ///< empty: none
};

model_keys keys_of(const std::string& name, std::string_view provider)
{
    if (provider == "openai") return {"openai/" + without_prefix(name, "openai/"), {}};
    if (provider == "azure" || provider == "azure_ai")
    {
        const auto prefix = std::string{provider} + '/';
        return {prefix + without_prefix(name, prefix), {}};
    }
    if (provider == "anthropic")
    {
        const auto model = without_prefix(name, "anthropic/");
        return {"anthropic/" + model, "openai/" + model};
    }
    return {{}, "openai/" + name.substr(name.find('/') + 1)};
}

bool is_text_mode(std::string_view mode)
{
    return mode == "chat" || mode == "completion" || mode == "responses" || mode == "embedding";
}

/// Collects the entries of a file.
class collector
{
public:
    void add(const std::string& name, const YAML::Node& entry)
    {
        const auto mode = text_of(entry, "mode");
        if (!is_text_mode(mode)) return;
        const auto   keys = keys_of(name, text_of(entry, "litellm_provider"));
        entry_reader reader;
        const bool   is_read = reader.read(entry);
        const auto   price   = reader.result(mode == "embedding");
        if (is_read && !price) return;
        const auto reason = !is_read ? "has " + reader.problem() + ", which is not understood"
                            : !reader.has_long_prompt_rule()
                                ? std::string{"has prices of long prompts that are not twice "
                                              "the input and 1.5 times the output"}
                                : std::string{};
        if (!keys.own.empty()) set(keys.own, price, reason);
        if (!keys.compatible.empty()) set_compatible(keys.compatible, price, reason);
    }

    litellm_prices result() &&
    {
        for (auto& [key, price] : compatible_.prices)
            if (!own_.prices.contains(key) && !own_.unpriced.contains(key)) own_.prices.emplace(key, price);
        for (auto& [key, reason] : compatible_.unpriced)
            if (!own_.prices.contains(key)) own_.unpriced.emplace(key, reason);
        return std::move(own_);
    }

private:
    void set(const std::string& key, const std::optional<price>& price, const std::string& reason)
    {
        if (reason.empty()) own_.prices.insert_or_assign(key, *price);
        else own_.unpriced.insert_or_assign(key, reason);
    }

    void set_compatible(const std::string& key, const std::optional<price>& price, const std::string& reason)
    {
        if (compatible_.unpriced.contains(key)) return;
        const auto known = compatible_.prices.find(key);
        if (reason.empty() && (known == compatible_.prices.end() || known->second == *price))
        {
            compatible_.prices.emplace(key, *price);
            return;
        }
        compatible_.prices.erase(key);
        compatible_.unpriced.emplace(key, reason.empty() ? "has different prices at different providers" : reason);
    }

    litellm_prices own_, compatible_;
};

} // namespace

bool is_litellm_map(const YAML::Node& document)
{
    if (!document.IsMap() || document["models"]) return false;
    return std::any_of(document.begin(), document.end(),
                       [](const auto& member) { return member.second.IsMap() && member.second["litellm_provider"]; });
}

litellm_prices read_litellm_prices(const YAML::Node& models)
{
    collector result;
    for (const auto& member : models)
        if (member.first.IsScalar() && member.second.IsMap()) result.add(member.first.Scalar(), member.second);
    return std::move(result).result();
}

} // namespace verbatim::core::llm

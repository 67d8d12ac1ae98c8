#include "http_client/url.hpp"
#include "llm/endpoint.hpp"
#include "llm/litellm_prices.hpp"
#include "llm/prices.hpp"

#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

#include "verbatim/sdk/text.hpp"

#include <boost/json/serialize.hpp>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

namespace {

constexpr const char* path_setting = "MODEL_PRICES_PATH";

constexpr rate_key million_rate_keys[]{
    {"input_usd_per_million", &partial_rates::input},
    {"output_usd_per_million", &partial_rates::output},
    {"cached_input_usd_per_million", &partial_rates::cached_input},
    {"cache_write_usd_per_million", &partial_rates::cache_write},
};

/// What LiteLLM says about a model besides prices.
bool is_model_description(std::string_view member)
{
    constexpr std::string_view names[]{"litellm_provider", "mode", "source", "deprecation_date", "metadata"};
    constexpr std::string_view prefixes[]{"max_", "supports_", "supported_"};
    return std::ranges::find(names, member) != std::end(names) ||
           std::ranges::any_of(prefixes, [&](std::string_view prefix) { return member.starts_with(prefix); });
}

/// A name of the file for a message: names of models and members have no other characters.
std::string printable(const std::string& name)
{
    const bool is_printable = !name.empty() && name.size() <= 255 && http_client::is_visible_ascii(name);
    return is_printable ? name : "a name that is not printable ASCII without spaces";
}

bool is_priced_model(const std::string& name)
{
    const auto parsed = parse_model_name(name);
    return parsed && parsed->kind != provider_kind::local && printable(name) == name;
}

/// Receives a problem of a value in `place`, such as a model. No problem contains a price.
using problem_report =
    std::function<void(const YAML::Node& value, const std::string& place, const std::string& problem)>;

/// Reads entries of a price file.
class price_reader
{
public:
    explicit price_reader(problem_report report)
        : report_{std::move(report)}
    {}

    /// Calls `visit` for each member with another name than the ones before.
    void for_each_member(const YAML::Node& map, const std::string& place,
                         const std::function<void(const std::string&, const YAML::Node&)>& visit) const
    {
        std::set<std::string> names;
        for (const auto& member : map)
        {
            if (!member.first.IsScalar()) report_(member.first, place, "a key is not a name");
            else if (!names.insert(member.first.Scalar()).second)
                report_(member.first, place, printable(member.first.Scalar()) + " is given twice; remove one");
            else visit(member.first.Scalar(), member.second);
        }
    }

    price read_price(const YAML::Node& node, const std::string& place) const
    {
        price result;
        result.standard = read_rates(node, place, [&](const std::string& name, const YAML::Node& value) {
            if (name == "flex") result.flex = read_tier(value, place + ", flex");
            else if (name == "priority") result.priority = read_tier(value, place + ", priority");
            else if (name == "long_prompt_tokens") result.long_prompt_tokens = read_count(value, place);
            else return false;
            return true;
        });
        return result;
    }

private:
    token_rates read_tier(const YAML::Node& node, const std::string& place) const
    {
        if (node.IsMap()) return read_rates(node, place, [](const auto&, const auto&) { return false; });
        report_(node, place, "is no map of prices");
        return {};
    }

    /// `read_other` reads members other than rates; false: the member is unknown.
    token_rates read_rates(const YAML::Node& node, const std::string& place,
                           const std::function<bool(const std::string&, const YAML::Node&)>& read_other) const
    {
        partial_rates rates;
        for_each_member(node, place, [&](const std::string& name, const YAML::Node& value) {
            const auto reads_as = [&](const auto& keys, price_unit unit) {
                const auto key = std::ranges::find(keys, name, &rate_key::name);
                if (key == std::end(keys)) return false;
                read_rate(value, place, name, unit, rates.*key->rate);
                return true;
            };
            if (!reads_as(million_rate_keys, price_unit::per_million_tokens) &&
                !reads_as(token_rate_keys, price_unit::per_token) && !read_other(name, value) &&
                !is_model_description(name))
                report_(value, place, printable(name) + " is an unknown key; remove it");
        });
        if (!rates.input) report_(node, place, "input_usd_per_million is missing");
        if (!rates.output) report_(node, place, "output_usd_per_million is missing");
        return {rates.input.value_or(0), rates.output.value_or(0), rates.cached_input, rates.cache_write};
    }

    void read_rate(const YAML::Node& value, const std::string& place, const std::string& name, price_unit unit,
                   std::optional<pico_usd>& rate) const
    {
        if (rate) report_(value, place, name + " is given twice, per token and per million; remove one");
        rate = value.IsScalar() ? parse_price(value.Scalar(), unit) : std::nullopt;
        if (rate) return;
        report_(value, place, name + " is not a price; use a number of at least 0, in US dollars");
        rate = 0; // given
    }

    std::int32_t read_count(const YAML::Node& value, const std::string& place) const
    {
        std::int32_t count = 0;
        const auto   text  = value.IsScalar() ? value.Scalar() : std::string{};
        const auto   end   = std::from_chars(text.data(), text.data() + text.size(), count).ptr;
        if (count <= 0 || end != text.data() + text.size())
            report_(value, place, "long_prompt_tokens is not a number of tokens; use an integer over 0");
        return count;
    }

    problem_report report_;
};

/// Reads a price file and collects its problems. They name lines, models and members.
class price_file
{
public:
    explicit price_file(const std::string& path)
        : path_{path}
    {}

    /// Adds the prices of the file. Throws settings::setting_error with all problems. Returns why models of a map in
    /// LiteLLM's layout have none, by price_key().
    unpriced_models read_into(price_table& prices)
    {
        const auto root = parse();
        if (is_litellm_map(root))
        {
            auto file = read_litellm_prices(root);
            for (auto& [key, price] : file.prices) prices.insert_or_assign(key, price);
            return std::move(file.unpriced);
        }
        if (!root.IsMap() || !root["models"] || !root["models"].IsMap()) add(root, "has no map `models`");
        else
        {
            reader_.for_each_member(root, "", [&](const std::string& name, const YAML::Node& value) {
                if (name == "models") read_models(value, prices);
                else add(value, printable(name) + " is an unknown key; remove it");
            });
        }
        if (!problems_.empty()) throw core::settings::setting_error::of(problems_);
        return {};
    }

private:
    /// Does not pass on the library's message, which quotes the file.
    YAML::Node parse()
    {
        const auto text = core::settings::read_setting_file(path_setting, path_);
        try
        {
            return YAML::Load(text);
        }
        catch (const YAML::Exception& error)
        {
            add(error.mark.line, "is not valid YAML");
            throw core::settings::setting_error::of(problems_);
        }
    }

    void add(int line, const std::string& problem)
    {
        const auto place = line < 0 ? std::string{} : ", line " + std::to_string(line + 1);
        problems_.push_back({path_setting, path_ + place + ": " + problem});
    }
    void add(const YAML::Node& node, const std::string& problem) { add(node.Mark().line, problem); }

    void read_models(const YAML::Node& models, price_table& prices)
    {
        std::set<std::string> keys;
        reader_.for_each_member(models, "", [&](const std::string& model, const YAML::Node& value) {
            if (!is_priced_model(model))
                add(value, printable(model) + " is not a model of a provider; use PROVIDER/NAME, as in LLM_MODEL");
            else if (!keys.insert(price_key(model)).second)
                add(value, model + " is given twice, once with and once without openai/; remove one");
            else if (!value.IsMap()) add(value, model + " has no map of prices");
            else prices.insert_or_assign(price_key(model), reader_.read_price(value, model));
        });
    }

    const std::string&               path_;
    core::settings::setting_problems problems_;

    const price_reader reader_{[this](const YAML::Node& value, const std::string& place, const std::string& problem) {
        add(value, place.empty() ? problem : place + ": " + problem);
    }};
};

/// Not by JSON text: YAML limits the length of keys.
YAML::Node to_yaml(const boost::json::value& value)
{
    if (const auto* text = value.if_string()) return YAML::Node{std::string{text->data(), text->size()}};
    if (!value.is_object()) return YAML::Node{boost::json::serialize(value)};
    YAML::Node map{YAML::NodeType::Map};
    for (const auto& [name, member] : value.get_object()) map.force_insert(std::string{name}, to_yaml(member));
    return map;
}

/// Why a file gives a model no price; empty without an entry.
std::string reason_of(const unpriced_models& unpriced, const std::string& model)
{
    const auto found = unpriced.find(price_key(model));
    return found == unpriced.end() ? std::string{} : ": its entry in MODEL_PRICES_PATH " + found->second;
}

} // namespace

price read_price(const boost::json::object& members, const std::string& place,
                 core::settings::setting_problems& problems)
{
    const price_reader reader{[&](const YAML::Node&, const std::string& where, const std::string& problem) {
        problems.push_back({where, problem});
    }};
    return reader.read_price(to_yaml(members), place);
}

price_table load_prices(const std::string& path, std::span<const configured_model> required)
{
    auto            prices = built_in_prices();
    unpriced_models unpriced;
    if (!path.empty()) unpriced = price_file{path}.read_into(prices);

    core::settings::setting_problems missing;
    for (const auto& [setting, model] : required)
        if (is_priced_model(model) && !find_price(prices, model))
            missing.push_back({setting, "names a model without a price" + reason_of(unpriced, model),
                               "add its price to the file of MODEL_PRICES_PATH, or set LLM_PRICE_UNKNOWN to allow"});
    if (!missing.empty()) throw core::settings::setting_error::of(std::move(missing));
    return prices;
}

} // namespace verbatim::core::llm

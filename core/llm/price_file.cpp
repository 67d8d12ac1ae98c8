#include "llm/prices.hpp"

#include "settings/setting_file.hpp"
#include "settings/setting_problem.hpp"

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string_view>

namespace verbatim::core::llm {

namespace {

constexpr std::string_view setting_name = "MODEL_PRICES_PATH";

[[noreturn]] void refuse(const char* problem)
{
    throw core::settings::setting_error{{std::string{setting_name}, std::string{"the file "} + problem}};
}

/// 0 if there is none. An invalid price is logged and counts as 0.
pico_usd price_at(const std::string& model, const YAML::Node& prices, const char* key, sdk::log& log)
{
    const auto value = prices[key];
    if (!value || value.IsNull()) return 0;
    if (const auto price = value.IsScalar() ? parse_price(value.Scalar()) : std::nullopt) return *price;
    log.write(sdk::severity::warning, "price_invalid",
              {{"setting", setting_name}, {"model", std::string_view{model}}, {"price", key}});
    return 0;
}

/// Does not pass on the library's message, which quotes the file.
YAML::Node parse_yaml(const std::string& text)
{
    try
    {
        return YAML::Load(text);
    }
    catch (const YAML::Exception&)
    {
        refuse("is not valid YAML");
    }
}

} // namespace

price_table load_prices(const std::string& path, sdk::log& log)
{
    if (path.empty()) return built_in_prices();

    const auto root = parse_yaml(core::settings::read_setting_file(setting_name, path));
    if (!root.IsMap() || !root["models"] || !root["models"].IsMap()) refuse("has no map `models`");

    auto prices = built_in_prices();
    for (const auto& entry : root["models"])
    {
        if (!entry.first.IsScalar() || !entry.second.IsMap())
            refuse("has an entry of `models` that is not a map of prices");
        const auto& model = entry.first.Scalar();
        prices.insert_or_assign(model, price{.input  = price_at(model, entry.second, "input_cost_per_token", log),
                                             .output = price_at(model, entry.second, "output_cost_per_token", log)});
    }
    return prices;
}

} // namespace verbatim::core::llm

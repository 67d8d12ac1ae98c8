// The one place that knows YAML.
#include "llm/prices.hpp"

#include <yaml-cpp/yaml.h>

#include <stdexcept>

namespace verbatim::core::llm {

namespace {

[[noreturn]] void refuse(const char* why)
{
    throw std::runtime_error{std::string{"MODEL_PRICES_PATH names a file that "} + why + "."};
}

pico_usd price_at(const YAML::Node& model, const char* key)
{
    const auto value = model[key];
    return value && value.IsScalar() ? read_price(value.Scalar()).value_or(0) : 0;
}

/// The library's own message quotes the file, so it goes no further.
YAML::Node parsed(const std::string& path)
{
    try
    {
        return YAML::LoadFile(path);
    }
    catch (const YAML::BadFile&)
    {
        refuse("cannot be read");
    }
    catch (const YAML::Exception&)
    {
        refuse("is not valid YAML");
    }
}

} // namespace

price_table prices_from_file(const std::string& path)
{
    if (path.empty()) return built_in_prices();

    const auto root = parsed(path);
    if (!root.IsMap() || !root["models"] || !root["models"].IsMap())
        refuse("has no map of models under the key `models`");

    auto prices = built_in_prices();
    for (const auto& entry : root["models"])
    {
        if (!entry.first.IsScalar() || !entry.second.IsMap())
            refuse("has an entry under `models` that is no map of prices");
        prices.insert_or_assign(entry.first.Scalar(), price{.input  = price_at(entry.second, "input_cost_per_token"),
                                                            .output = price_at(entry.second, "output_cost_per_token")});
    }
    return prices;
}

} // namespace verbatim::core::llm

#include "llm/connection_list.hpp"

#include "encoding/encoding.hpp"
#include "llm/codec.hpp"
#include "llm/endpoint.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace verbatim::core::llm {

namespace {

/// The share of a context that prompts get. Outputs get a quarter. The rest is for estimates, which are up to a fifth
/// too low, and for judges, which may exceed the limit of a prompt by a tenth.
constexpr std::size_t prompt_share(std::size_t context) { return context / 5 * 3; }

/// Of the settings that determine the answers of a role.
request_digest settings_digest(const std::string& role, const connection_settings& first,
                               std::span<const fallback_settings> fallbacks, const settings& config)
{
    std::vector<std::string> values{role, std::to_string(config.max_output_tokens),
                                    config.send_temperature ? std::to_string(config.temperature) : ""};
    const auto               add = [&](const connection_settings& connection) {
        values.push_back(connection.model);
        values.push_back(std::to_string(static_cast<int>(structure_of(connection))));
    };
    add(first);
    for (const auto& fallback : fallbacks) add(fallback.connection);
    const std::vector<std::string_view> texts{values.begin(), values.end()};
    return encoding::sha256_of_list(texts);
}

} // namespace

connection_list::connection_list(const std::string& role, const connection_settings& first,
                                 std::span<const fallback_settings> fallbacks, const settings& config)
    : settings_{settings_digest(role, first, fallbacks, config)}
{}

void connection_list::add(std::unique_ptr<provider> added, std::string name,
                          const retry_plan::connection_limits& limits, std::optional<price> own_price)
{
    auto& last      = *connections_.emplace_back(std::make_unique<connection>());
    last.provider   = std::move(added);
    last.own_price  = own_price;
    last.state.name = std::move(name);
    targets_.push_back({last.provider->name(), last.provider->price_prefix(), last.state, last.provider->traced(),
                        limits, last.own_price ? &*last.own_price : nullptr});
}

bool connection_list::replace_keys(const connection_settings& first, std::span<const fallback_settings> fallbacks)
{
    bool all_replaced = connections_.size() == fallbacks.size() + 1;
    all_replaced      = connections_.front()->provider->replace_key(make_endpoint(first)) && all_replaced;
    for (std::size_t n = 0; n != std::min(fallbacks.size(), connections_.size() - 1); ++n)
    {
        const auto current = make_endpoint(fallbacks[n].connection);
        all_replaced       = connections_[n + 1]->provider->replace_key(current) && all_replaced;
    }
    return all_replaced;
}

std::size_t connection_list::max_prompt_tokens(std::size_t configured) const noexcept
{
    auto lowest = configured;
    for (const auto& connection : connections_)
    {
        const auto&       state   = connection->state;
        const std::size_t context = state.context_tokens;
        if (context == 0) continue;
        const bool is_known = state.token_counts.found() == token_count_check::finding::plausible;
        const auto ratio    = is_known ? state.token_counts.ratio() : 1;
        lowest = std::min(lowest, static_cast<std::size_t>(static_cast<double>(prompt_share(context)) / ratio));
    }
    return lowest;
}

request_digest connection_list::digest_of(const sdk::chat_request& request) const
{
    const std::string_view settings{reinterpret_cast<const char*>(settings_.data()), settings_.size()};
    const auto             schema = request.output_schema ? *request.output_schema : sdk::output_schema{};
    const std::string_view texts[]{settings, request.system.text(), request.user.text(), schema.name,
                                   schema.json_schema};
    return encoding::sha256_of_list(texts);
}

std::chrono::milliseconds in_milliseconds(std::chrono::duration<double> duration)
{
    return std::max(std::chrono::ceil<std::chrono::milliseconds>(duration), std::chrono::milliseconds{1});
}

retry_plan::connection_limits limits_of(const connection_settings& connection, const settings& config)
{
    retry_plan::connection_limits limits{.max_attempt = in_milliseconds(connection.timeout.value_or(config.timeout))};
    if (connection.max_retries) limits.max_retries = static_cast<int>(*connection.max_retries);
    return limits;
}

} // namespace verbatim::core::llm

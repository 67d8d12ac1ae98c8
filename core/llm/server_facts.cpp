#include "llm/server_facts.hpp"

#include "http_client/url.hpp"
#include "llm/codec.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace verbatim::core::llm {

namespace {

namespace json = boost::json;

constexpr std::chrono::seconds question_budget{10};
constexpr std::size_t          max_list_bytes = 4 * 1024 * 1024; // gateways list hundreds of models

/// vLLM; gateways and hosted services.
constexpr std::array<std::string_view, 4> listed_members{"max_model_len", "context_length", "context_window",
                                                         "max_context_length"};
/// LM Studio: of a model that is loaded. Its `max_context_length` is what the model could have.
constexpr std::array<std::string_view, 1> loaded_members{"loaded_context_length"};
/// Ollama: of a model that is loaded.
constexpr std::array<std::string_view, 1> running_members{"context_length"};

std::size_t context_at(const json::value* value, std::initializer_list<std::string_view> path)
{
    const auto count = count_at(value, path).value_or(0);
    return count < least_context ? 0 : static_cast<std::size_t>(count);
}

/// Ollama names `llama3` as `llama3:latest`.
bool is_named(const json::value& entry, std::string_view model)
{
    for (const auto* member : {"id", "model", "name"})
    {
        const auto name = text_at(&entry, {member});
        if (!name.empty() && (name == model || (name.starts_with(model) && name.substr(model.size()) == ":latest")))
            return true;
    }
    return false;
}

http_client::request make_get(std::string_view url, std::span<const std::string> headers)
{
    return {.method             = http_client::request_method::get,
            .url                = url,
            .headers            = headers,
            .budget             = question_budget,
            .max_response_bytes = max_list_bytes};
}

} // namespace

server_facts read_properties(std::string_view body)
{
    const auto document = parse_json(body);
    if (!document) return {};
    const auto slots = count_at(&*document, {"total_slots"}).value_or(0);
    return {.context_tokens = context_at(&*document, {"default_generation_settings", "n_ctx"}),
            .slots          = static_cast<std::size_t>(slots)};
}

std::size_t read_context(std::string_view body, std::string_view model, std::span<const std::string_view> members)
{
    const auto  document = parse_json(body);
    const auto* list     = document ? find_member(&*document, {"data"}) : nullptr;
    if (document && !list) list = find_member(&*document, {"models"});
    if (!list || !list->is_array()) return 0;
    const auto& entries = list->get_array();
    const auto  named   = std::ranges::find_if(entries, [&](const auto& entry) { return is_named(entry, model); });
    if (named == entries.end()) return 0;
    for (const auto member : members)
        if (const auto context = context_at(&*named, {member})) return context;
    return 0;
}

bool answers_questions(const endpoint& target)
{
    return target.kind == provider_kind::openai && http_client::host_of(target.url) != "api.openai.com";
}

sdk::task<std::optional<server_facts>> ask_server(const endpoint& target, std::span<const std::string> headers,
                                                  http_client::transport& transport)
{
    using exchange          = http_client::response::exchange_status;
    constexpr int not_ready = 503; // llama.cpp while it loads the model

    const auto        base = target.url.substr(0, target.url.size() - chat_path.size() - 1);
    const auto        root = base.ends_with("/v1") ? base.substr(0, base.size() - 3) : base;
    const std::string urls[]{base + "/models", root + "/props", root + "/api/v0/models", root + "/api/ps"};

    server_facts facts;
    for (const auto& url : urls)
    {
        const auto response = co_await transport.send(make_get(url, headers));
        if (response.exchange == exchange::too_large) continue;
        if (response.exchange != exchange::completed || response.status == not_ready) co_return std::nullopt;
        if (response.status != 200) continue;
        if (&url == &urls[0])
        {
            facts.lists_models   = true;
            facts.context_tokens = read_context(response.body, target.model, listed_members);
        }
        else if (&url == &urls[1])
        {
            const auto properties = read_properties(response.body);
            facts.slots           = properties.slots;
            if (properties.context_tokens != 0) facts.context_tokens = properties.context_tokens;
        }
        else
            facts.context_tokens =
                read_context(response.body, target.model, &url == &urls[2] ? loaded_members : running_members);
        if (facts.context_tokens != 0 && &url != &urls[0]) break;
    }
    co_return facts;
}

} // namespace verbatim::core::llm

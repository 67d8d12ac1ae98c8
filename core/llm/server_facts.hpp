#pragma once

#include "http_client/transport.hpp"
#include "llm/endpoint.hpp"

#include "verbatim/sdk/task.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// What a server reports about itself: docs/reference/provider.md#questions-to-a-server. 0: nothing.
struct server_facts
{
    std::size_t context_tokens = 0; ///< of one request, prompt and output
    std::size_t slots          = 0; ///< requests that it works on at a time
    bool        lists_models   = false;

    friend bool operator==(const server_facts&, const server_facts&) = default;
};

/// Of llama.cpp, GET /props.
server_facts read_properties(std::string_view body);

/// The context of a model in a list of models: of OpenAI's form, as vLLM and others extend it, or of Ollama's GET
/// /api/ps. 0 without one. `members` are names of the context, the first that is present counts.
std::size_t read_context(std::string_view body, std::string_view model, std::span<const std::string_view> members);

/// Whether a server can be asked: one with OpenAI's API at an address of its own.
bool answers_questions(const endpoint& target);

/// Asks the server of a chat endpoint, with `headers`. Sends GET requests only, which cost nothing. None: it does not
/// answer or is not ready yet, so that a later question may be answered. [may wait]
sdk::task<std::optional<server_facts>> ask_server(const endpoint& target, std::span<const std::string> headers,
                                                  http_client::transport& transport);

} // namespace verbatim::core::llm

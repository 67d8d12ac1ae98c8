#pragma once

#include "llm/codec.hpp"
#include "llm/endpoint.hpp"
#include "llm/outcome.hpp"
#include "llm/question.hpp"
#include "llm/transport.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/task.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace verbatim::core::llm {

/// Whoever answers conversations: one attempt each, no second one, nothing written down. [any thread]
class provider
{
public:
    virtual ~provider() = default;

    /// As configured, "azure/gpt-5.4": the name under which failed attempts are stored.
    virtual std::string_view name() const noexcept = 0;

    /// What prices are looked up with, "azure/"; none: what it answers is free.
    virtual std::optional<std::string_view> priced_under() const noexcept = 0;

    /// Throws only for cancellation. The arguments are borrowed until the task has ended. [may wait]
    virtual sdk::task<outcome> ask(const sdk::conversation& what, sender who, std::chrono::milliseconds budget) = 0;
};

/// What a request's outcome is once it is back. Long for a large body.
outcome read_posted(const posted& back, const success_reader& of_success);

/// A chat-completions endpoint. `wire` outlives it.
std::unique_ptr<provider> make_remote_provider(endpoint where, bool structured_outputs, transport& wire);

/// Runs work that computes for long elsewhere and comes back; rethrows what it throws. The work is borrowed.
using computing = std::function<sdk::task<>(const std::function<void()>&)>;

/// Answers a conversation by computation alone.
using answering = std::function<std::string(const sdk::conversation&)>;

/// The built-in model of contract 17.9.
std::unique_ptr<provider> make_local_provider(answering model, computing elsewhere);

} // namespace verbatim::core::llm

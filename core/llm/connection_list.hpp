#pragma once

#include "llm/completion_store.hpp"
#include "llm/connection_state.hpp"
#include "llm/meter.hpp"
#include "llm/provider.hpp"
#include "llm/retry.hpp"
#include "llm/settings.hpp"
#include "llm/text_lengths.hpp"

#include "verbatim/sdk/llm.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace verbatim::core::llm {

/// A provider and the state of the connection to it.
struct connection
{
    std::unique_ptr<llm::provider> provider;
    std::optional<price>           own_price;
    connection_state               state;
};

/// The connections of a role, in the order of preference. Lives as long as the process.
class connection_list
{
public:
    /// Without connections yet; the settings are those that determine the answers of the role.
    connection_list(const std::string& role, const connection_settings& first,
                    std::span<const fallback_settings> fallbacks, const settings& config);

    void add(std::unique_ptr<provider> added, std::string name, const retry_plan::connection_limits& limits,
             std::optional<price> own_price = {});

    provider&                     operator[](std::size_t index) const { return *connections_[index]->provider; }
    std::size_t                   size() const noexcept { return connections_.size(); }
    connection_state&             state(std::size_t index) const { return connections_[index]->state; }
    std::span<const target_model> targets() const noexcept { return targets_; }

    /// See model_client::replace_keys().
    bool replace_keys(const connection_settings& first, std::span<const fallback_settings> fallbacks);

    /// The most estimated tokens of a prompt that each of the connections takes, as far as their contexts are known.
    std::size_t max_prompt_tokens(std::size_t configured) const noexcept;

    /// Whether the model is built in. It has no fallbacks.
    bool is_free() const noexcept { return !targets_.front().price_prefix; }

    /// Of a request and of all that determines its answer.
    request_digest digest_of(const sdk::chat_request& request) const;

    /// Of the answers.
    text_lengths& lengths() const noexcept { return *lengths_; }

private:
    request_digest                           settings_;
    std::unique_ptr<text_lengths>            lengths_ = std::make_unique<text_lengths>();
    std::vector<std::unique_ptr<connection>> connections_;
    std::vector<target_model>                targets_;
};

/// The limits of a connection; those of the configuration where it has none of its own.
retry_plan::connection_limits limits_of(const connection_settings& connection, const settings& config);

/// At least 1, so that no positive setting means no time.
std::chrono::milliseconds in_milliseconds(std::chrono::duration<double> duration);

} // namespace verbatim::core::llm

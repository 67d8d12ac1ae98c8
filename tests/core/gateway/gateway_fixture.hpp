#pragma once

#include "gateway/gateway.hpp"

#include "core/llm/scripted_client.hpp"

#include "verbatim/testing/word_list_anonymizer.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::testing {

/// A request and a response with one text.
struct topic
{
    std::string text;
};
inline void declare(sdk::schema_builder& schema, topic& value)
{
    schema.name("Topic", "A text.").closed();
    schema.required("text", value.text, "A text.").screened();
}

/// Stores the rows of all calls.
struct ledger_source final : core::recording::recorder
{
    std::shared_ptr<recording_ledger> rows = std::make_shared<recording_ledger>();

    std::shared_ptr<core::recording::ledger> open() override { return rows; }
};

/// A gateway whose models are those of a scripted client. It executes requests as jobs do, without a connection.
struct gateway_fixture
{
    scripted_client           client;
    word_list_anonymizer      anonymizer;
    ledger_source             usage;
    core::exec::compute_pool  pool{1, 0};
    core::auth::keyring       keys{{}};
    core::log::logger         logger{core::log::line_format::json, sdk::severity::error};
    core::gateway::routes     routes;
    core::llm::request_limits limits{.max_calls = 9, .max_tokens = 10'000};

    gateway_fixture()
    {
        client.config.main.model = "openai/gpt-5.4";
        client.prices            = std::make_shared<core::llm::price_list>(core::llm::built_in_prices());
    }

    core::gateway::gateway::answer run(std::string_view path, std::string body,
                                       core::gateway::call_options options = {})
    {
        (void)client.open(); // makes the model client
        core::gateway::services services{.models     = *client.client,
                                         .anonymizer = anonymizer,
                                         .usage      = usage,
                                         .pool       = pool,
                                         .limits     = limits,
                                         .version    = "1.2.3"};
        core::gateway::gateway  server{{}, routes, keys, services, logger};

        core::gateway::stored_request request{.target      = routes.find("POST", path).operation,
                                              .caller      = {.tenant_id = "t", .key_id = "k"},
                                              .request_id  = "r",
                                              .traceparent = {},
                                              .tracestate  = {},
                                              .body        = {.text = std::move(body)}};
        return support::run(server.run(std::move(request), std::move(options)));
    }
};

} // namespace verbatim::testing

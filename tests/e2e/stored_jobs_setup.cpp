#include "e2e/stored_jobs_setup.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

namespace verbatim::e2e {

namespace json = boost::json;
using support::stub_response;

deterministic_model::deterministic_model(std::size_t answered_first, std::string words)
    : answered_first_{answered_first}
{
    stub.respond_by_default([this, words = std::move(words)](const support::received_request& request) {
        const auto number   = received_++;
        const auto tokens   = first_tokens + static_cast<int>(number);
        const auto hash     = std::to_string(std::hash<std::string>{}(request.body));
        const auto verdict  = R"({"quality_score": 0.75, "uncertainty_explanation": ")" + words + hash + "\"}";
        auto       response = stub_response::chat(
                  request.kind == "analysis_judge" ? verdict : words + ", says note " + hash + " (r-1).", tokens, 1);
        const bool is_held = number >= answered_first_ && number < answered_first_ + concurrency;
        return is_held ? std::move(response).after_release() : response;
    });
}

support::server_process::environment deterministic_model::settings(const std::string&                   database_url,
                                                                   support::server_process::environment extra) const
{
    extra.insert({{"DB_URL", database_url},
                  {"ANALYZE_MAX_CONCURRENT_CHUNKS", std::to_string(concurrency)},
                  {"ANALYZE_TARGET_CHUNK_TOKENS", "20"},
                  {"DRAIN_SECONDS", "0"}});
    return stored_jobs_settings(provider_settings(stub, std::move(extra)));
}

std::set<std::string> deterministic_model::tokens_of_answers() const
{
    std::set<std::string> tokens;
    for (std::size_t number = 0; number != stub.requests().size(); ++number)
        if (number < answered_first_ || number >= answered_first_ + concurrency)
            tokens.insert(std::to_string(first_tokens + static_cast<int>(number)));
    return tokens;
}

std::map<std::string, std::size_t> deterministic_model::prompts() const
{
    std::map<std::string, std::size_t> prompts;
    for (const auto& request : stub.requests()) ++prompts[request.body];
    return prompts;
}

void deterministic_model::check_no_answer_was_paid_twice(const std::map<std::string, std::size_t>& expected) const
{
    auto       sent     = prompts();
    const auto requests = stub.requests();
    for (const auto& held : std::span{requests}.subspan(answered_first_, concurrency)) --sent[held.body];
    if (sent != expected) throw std::runtime_error{"the servers sent other requests than an uninterrupted run"};
}

restartable_server::restartable_server(support::server_process::environment settings)
    : settings_{std::move(settings)}
{
    settings_["STATE_DIR"] = folder_.path().string();
    start();
}

std::string hierarchical_request(const std::string& content)
{
    constexpr int count = 40;
    json::array   records;
    for (int n = 0; n != count; ++n)
        records.push_back({{"id", "r-" + std::to_string(n)}, {"content", content + " Word" + std::to_string(n) + "."}});
    return json::serialize(
        json::object{{"prompt", "What is far?"}, {"mode", "hierarchical"}, {"feedback_records", std::move(records)}});
}

reference_run::reference_run(const std::string& body)
{
    const deterministic_model model;
    const sqlite_database     database;
    test_server               server{model.settings(database.url())};
    const auto                response = server.post(analyze, body);
    if (response.status != 200) throw std::runtime_error{"the analysis failed: " + response.body};
    answer     = response.body;
    request_id = response.field("x-request-id");
    prompts    = model.prompts();
}

} // namespace verbatim::e2e

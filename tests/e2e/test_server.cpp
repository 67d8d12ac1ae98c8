#include "e2e/test_server.hpp"

#include "support/recorded_responses.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>

#include <chrono>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace verbatim::e2e {

namespace json = boost::json;

test_server::test_server(const support::server_process::environment& changes)
    : testing::test_server{VERBATIMD, changes}
    , all_plugins_enabled_{!changes.contains("PLUGINS_ENABLED")}
{}

test_server::~test_server()
{
    process.kill();
    if (all_plugins_enabled_) support::store_responses(support::responses_in(process.output()));
}

namespace {

std::vector<std::string> run_sqlite(const std::string& options, const std::filesystem::path& database,
                                    const std::string& sql)
{
    const auto command = "sqlite3 " + options + " '" + database.string() + "' \"" + sql + "\"";
    std::FILE* pipe    = popen(command.c_str(), "r");
    if (!pipe) throw std::runtime_error{"cannot run sqlite3"};
    std::string output;
    char        buffer[4096];
    while (const auto count = std::fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, count);
    if (pclose(pipe) != 0) throw std::runtime_error{"sqlite3 failed: " + sql};

    std::vector<std::string> rows;
    std::istringstream       lines{output};
    for (std::string line; std::getline(lines, line);) rows.push_back(line);
    return rows;
}

} // namespace

std::vector<std::string> query(const support::temporary_directory& folder, const std::string& sql)
{
    return run_sqlite("-readonly", folder.path() / "verbatim.db", sql);
}

std::vector<std::string> query(const std::filesystem::path& database, const std::string& sql)
{
    return run_sqlite("-cmd '.timeout 10000'", database, sql);
}

void until(const char* message, const std::function<bool()>& holds)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (!holds())
    {
        if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error{message};
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
}

support::server_process::environment provider_settings(const support::provider_stub&        provider,
                                                       support::server_process::environment extra)
{
    extra.insert({{"LLM_MODEL", "openai/stub-model"},
                  {"LLM_API_BASE", provider.base() + "/v1/"},
                  {"LLM_API_KEY", "provider-secret"},
                  {"LLM_ASK_SERVER", "false"}, // tests count the requests
                  {"LLM_PRICE_UNKNOWN", "allow"}});
    return extra;
}

std::string raw_post(const std::string& target, const std::string& body, const std::string& api_key)
{
    return "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + api_key +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::string text(const json::object& object, std::string_view member)
{
    return json::value_to<std::string>(object.at(member));
}

json::object error_of(const support::raw_response& response)
{
    return json::parse(response.body).at("error").as_object();
}

std::string code_of(const support::raw_response& response)
{
    if (response.body.empty()) return {};
    const auto  body  = json::parse(response.body);
    const auto* error = body.is_object() ? body.as_object().if_contains("error") : nullptr;
    if (!error || !error->is_object()) return {}; // a job has a member `error` that may be null
    return json::value_to<std::string>(error->at("code"));
}

std::string required_query(const json::value& operation)
{
    std::string query;
    const auto* parameters = operation.as_object().if_contains("parameters");
    for (const auto& parameter : parameters ? parameters->as_array() : json::array{})
    {
        const auto* required = parameter.as_object().if_contains("required");
        if (!required || !required->as_bool() || parameter.at("in").as_string() != "query") continue;
        query += (query.empty() ? "?" : "&") + json::value_to<std::string>(parameter.at("name")) + "=" +
                 json::value_to<std::string>(parameter.at("schema").at("examples").at(0));
    }
    return query;
}

const json::value& resolved(const json::value& document, const json::value& response)
{
    const auto* reference = response.as_object().if_contains("$ref");
    if (!reference) return response;
    const auto target = json::value_to<std::string>(*reference);
    return document.at("components").at("responses").at(target.substr(target.rfind('/') + 1));
}

std::vector<std::string> codes_of(std::string_view status, const json::value& response)
{
    if (status < "400") return {""};
    const auto& content = response.at("content").at("application/json").as_object();
    if (!content.contains("examples")) return {""};
    std::vector<std::string> codes;
    for (const auto& [code, example] : content.at("examples").as_object()) codes.emplace_back(code);
    return codes;
}

std::string analysis_request(const std::string& content, const std::string& prompt)
{
    const json::value body = {{"feedback_records", json::array{{{"id", "r-1"}, {"content", content}}}},
                              {"prompt", prompt}};
    return json::serialize(body);
}

} // namespace verbatim::e2e

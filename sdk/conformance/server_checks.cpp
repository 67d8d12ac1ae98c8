#include "server_checks.hpp"

#include "example_bodies.hpp"
#include "hostile_bodies.hpp"

#include "verbatim/testing/server_process.hpp"
#include "verbatim/testing/test_server.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <future>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace verbatim::conformance {

namespace json = boost::json;
using testing::raw_client;
using testing::raw_response;

namespace {

using settings_map = std::map<std::string, std::string>;
using fields       = std::map<std::string, std::string>;

constexpr const char*          canary = "CANARY-9d1f";
constexpr std::chrono::minutes max_wait{2};

/// A port that accepts connections and never answers: a model call waits there.
class silent_port
{
public:
    silent_port()
        : listener_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)}
    {
        sockaddr_in address{};
        address.sin_family      = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size          = sizeof address;
        auto*     generic       = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 64) != 0 ||
            ::getsockname(listener_, generic, &size) != 0)
            throw std::runtime_error{"cannot listen on the loopback interface"};
        number_ = ntohs(address.sin_port);
    }
    ~silent_port()
    {
        if (client_ >= 0) ::close(client_);
        ::close(listener_);
    }
    silent_port(const silent_port&)            = delete;
    silent_port& operator=(const silent_port&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(number_) + "/v1/"; }

    /// Waits until something connects. Throws std::runtime_error after max_wait.
    void await_client()
    {
        pollfd watched{listener_, POLLIN, 0};
        if (::poll(&watched, 1, static_cast<int>(std::chrono::milliseconds{max_wait}.count())) != 1)
            throw std::runtime_error{"the job makes no model call"};
        client_ = ::accept(listener_, nullptr, nullptr);
    }

private:
    int           listener_;
    int           client_ = -1;
    std::uint16_t number_ = 0;
};

/// One operation, as a client sees it.
struct route
{
    sdk::descriptor          descriptor;
    std::vector<json::value> examples;

    explicit route(const sdk::operation& operation)
        : descriptor{operation.definition()}
        , examples{descriptor.verb == "POST" ? testing::example_bodies(descriptor.request.schema())
                                             : std::vector<json::value>{}}
    {}

    bool        calls_model() const { return !descriptor.usage_label.empty(); }
    std::string path() const { return std::string{descriptor.path}; }

    const char* key() const
    {
        return descriptor.access == sdk::access_level::superuser ? testing::superuser_key : testing::tenant_key;
    }

    raw_response send(testing::test_server& server, const std::string& body, fields headers = {}) const
    {
        headers.insert({{"Authorization", std::string{"Bearer "} + key()}, {"Content-Type", "application/json"}});
        return testing::send_request(server.process.port(), descriptor.verb, path(), body, headers);
    }
};

std::string with_member(json::value body, const char* name)
{
    body.as_object()[name] = true;
    return json::serialize(body);
}

/// The problem of an error response; empty: it is an envelope of the server.
std::string envelope_problem(const raw_response& response)
{
    boost::system::error_code error;
    const auto                body     = json::parse(response.body, error);
    const auto*               envelope = error || !body.is_object() ? nullptr : body.as_object().if_contains("error");
    if (envelope && envelope->is_object() && envelope->as_object().contains("code")) return {};
    return "status " + std::to_string(response.status) + " has no error envelope";
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); !from.empty() && at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

void check_document(const route& route, testing::test_server& server, std::vector<std::string>& problems)
{
    const auto  document = json::parse(server.get("/openapi.json").body);
    const auto* path     = document.at("paths").as_object().if_contains(route.path());
    const auto  verb     = route.descriptor.verb == "GET" ? "get" : "post";
    if (!path || !path->as_object().contains(verb)) problems.push_back("the document lacks " + route.path());
    for (const auto& example : route.examples)
        if (const auto response = route.send(server, json::serialize(example));
            response.status != route.descriptor.success_status)
            problems.push_back("the example is answered with " + std::to_string(response.status) + ": " +
                               response.body.substr(0, 300));
}

/// What the server has logged since this object was made.
class log_section
{
public:
    explicit log_section(testing::test_server& server)
        : server_{server}
        , begin_{server.process.output().size()}
    {}

    /// Up to the line `request_finished` of this response.
    std::string text(const raw_response& last) const
    {
        server_.process.wait_for_output(last.field("x-request-id"));
        return server_.process.output().substr(begin_);
    }

private:
    testing::test_server& server_;
    const std::size_t     begin_;
};

void check_hostile(const route& route, testing::test_server& server, std::vector<std::string>& problems)
{
    const log_section log{server};
    const auto bodies = route.descriptor.verb == "POST" ? hostile_bodies(route.examples) : std::vector<std::string>{""};
    for (const auto& body : bodies)
    {
        const auto response = route.send(server, body);
        const auto what     = "the body " + body.substr(0, 120) + " is answered with ";
        if (response.status >= 500) problems.push_back(what + std::to_string(response.status));
        else if (response.status >= 400)
            if (const auto problem = envelope_problem(response); !problem.empty()) problems.push_back(what + problem);
        if (problems.size() == 5) return;
    }
    const auto health = server.get("/v1/health");
    if (health.status != 200) problems.push_back("the server is not healthy afterwards");
    if (log.text(health).find(R"("event":"unexpected_error")") != std::string::npos)
        problems.push_back("the log has the event unexpected_error");
}

void check_leaks(const route& route, testing::test_server& server, std::uint16_t admin,
                 std::vector<std::string>& problems)
{
    const log_section section{server};
    for (const auto& example : route.examples)
    {
        auto       body = example;
        const auto mark = [](json::string& text) { text += std::string{" "} + canary; };
        for (const auto* member : {"content", "prompt", "id", "name"}) body = testing::with_texts(body, member, mark);
        if (const auto response = route.send(server, json::serialize(body)); response.status >= 500)
            problems.push_back("a request with marked texts is answered with " + std::to_string(response.status));
    }
    const auto metrics = testing::send_request(admin, "GET", "/metrics").body;
    if (metrics.empty()) problems.push_back("the page of metrics is empty");
    if (metrics.find(canary) != std::string::npos) problems.push_back("the metrics hold text of a request");
    const auto log = section.text(server.get("/v1/health"));
    if (const auto at = log.find(canary); at != std::string::npos)
    {
        const auto begin = log.rfind('\n', at) + 1;
        problems.push_back("the log holds text of a request: " + log.substr(begin, log.find('\n', at) - begin));
    }
}

std::int64_t calls_in(const json::value& provenance)
{
    std::int64_t calls = 0;
    for (const auto& model : provenance.at("models").as_array()) calls += model.at("calls").to_number<std::int64_t>();
    return calls;
}

void check_dry_run(const route& route, testing::test_server& server, std::vector<std::string>& problems)
{
    for (const auto& example : route.examples)
    {
        const auto planned  = route.send(server, with_member(example, "dry_run"));
        const auto answered = route.send(server, with_member(example, "explain"));
        if (planned.status != route.descriptor.success_status || answered.status != route.descriptor.success_status)
        {
            problems.push_back("the dry run is answered with " + std::to_string(planned.status) +
                               ", the request with " + std::to_string(answered.status));
            continue;
        }
        const auto expected = json::parse(planned.body).at("expected").at("calls").to_number<std::int64_t>();
        const auto made     = calls_in(json::parse(answered.body).at("provenance"));
        if (expected != made)
            problems.push_back("a dry run expects " + std::to_string(expected) + " model calls, the request makes " +
                               std::to_string(made) + ": let only outputs decide about further calls");
    }
}

/// A request that the server has begun to read when it is told to stop is answered, and the process ends well.
void check_drain(const route& route, testing::test_server& server, std::vector<std::string>& problems)
{
    const auto body = json::serialize(route.examples.front());
    raw_client client{server.process.port()};
    client.send("POST " + route.path() + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + route.key() +
                "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\nExpect: 100-continue\r\n\r\n");
    const std::string go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    client.wait_for(go_on);
    client.receive_bytes(go_on.size());
    server.process.signal(SIGTERM);
    server.process.wait_for_output("shutdown_started");
    client.send(body);
    if (const auto response = client.receive(); response.status != route.descriptor.success_status)
        problems.push_back("a request under way is answered with " + std::to_string(response.status));
    if (const auto code = server.process.wait(); code != 0)
        problems.push_back("the server ends with status " + std::to_string(code));
}

json::object read_job(testing::test_server& server, const route& route, const std::string& job)
{
    const auto response = server.get(job, {{"Authorization", std::string{"Bearer "} + route.key()}});
    if (response.status != 200) throw std::runtime_error{"the job is answered with " + std::to_string(response.status)};
    return json::parse(response.body).as_object();
}

/// Waits until a job has ended; returns its status.
std::string await_end(testing::test_server& server, const route& route, const std::string& job)
{
    const auto end = std::chrono::steady_clock::now() + max_wait;
    for (;;)
    {
        const auto status = std::string{read_job(server, route, job).at("status").as_string()};
        if (status != "queued" && status != "running") return status;
        if (std::chrono::steady_clock::now() > end) return status;
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
}

} // namespace

server_checks::server_checks(std::filesystem::path program, const std::filesystem::path& plugin, settings_map settings,
                             const std::vector<std::unique_ptr<sdk::operation>>& operations)
    : program_{std::move(program)}
    , settings_{std::move(settings)}
    , operations_{operations}
{
    const auto folder = folder_.path() / "plugins";
    std::filesystem::create_directory(folder);
    std::filesystem::copy_file(plugin, folder / plugin.filename());
    settings_["PLUGINS_DIR"]     = folder.string();
    settings_["PLUGINS_ENABLED"] = json::serialize(json::array{json::string{plugin.stem().string()}});
}

check_result server_checks::check_load()
{
    check_result                       result{.subject = {}, .check = "load"};
    const testing::temporary_directory state;
    auto                               settings = testing::default_settings(state);
    for (const auto& [name, value] : settings_) settings[name] = value;
    const auto              start = std::chrono::steady_clock::now();
    testing::server_process check{program_, settings, {"--check"}};
    if (const auto code = check.wait(); code != 0)
        result.problems.push_back("verbatimd --check ends with " + std::to_string(code) + ": " + check.output());
    result.duration = std::chrono::steady_clock::now() - start;
    return result;
}

namespace {

/// A server with an admin listener.
struct monitored_server
{
    monitored_server(const std::filesystem::path& program, settings_map settings)
    {
        for (int tries = 0; tries != 5 && !server; ++tries)
        {
            admin                          = testing::free_port();
            settings["NETWORK_ADMIN_PORT"] = std::to_string(admin);
            server.emplace(program, settings);
            try
            {
                server->process.wait_for_output("admin_listener_started");
                return;
            }
            catch (const std::runtime_error&)
            {
                if (server->process.output().find("NETWORK_ADMIN_PORT") == std::string::npos) throw;
                server.reset(); // another process uses the port
            }
        }
        throw std::runtime_error{"no free port for the admin listener"};
    }

    std::uint16_t                       admin = 0;
    std::optional<testing::test_server> server;
};

template <class Step>
check_result checked(const route& route, std::string check, Step step)
{
    check_result result{.subject = std::string{route.descriptor.name}, .check = std::move(check)};
    const auto   start = std::chrono::steady_clock::now();
    try
    {
        step(result.problems);
    }
    catch (const std::exception& failure)
    {
        result.problems.push_back(failure.what());
    }
    result.duration = std::chrono::steady_clock::now() - start;
    return result;
}

/// A server is killed while a model call of a job waits; the next one runs the job to the answer of a direct request.
void check_takeover(const route& route, const std::filesystem::path& program, const settings_map& settings,
                    std::vector<std::string>& problems)
{
    const testing::temporary_directory shared;
    auto                               stored = settings;
    stored["STATE_DIR"]                       = shared.path().string();
    stored["JOBS_STORE"]                      = "database";
    stored["JOBS_KEY_FILE"]                   = shared.file("jobs.key", std::string(64, '7') + "\n").string();

    silent_port provider;
    auto        waiting          = stored;
    waiting["LLM_MODEL"]         = "openai/silent";
    waiting["LLM_API_BASE"]      = provider.url();
    waiting["LLM_API_KEY"]       = "none";
    waiting["LLM_ASK_SERVER"]    = "false";
    waiting["LLM_PRICE_UNKNOWN"] = "allow";
    const auto           body    = json::serialize(route.examples.front());
    testing::test_server first{program, waiting};
    const auto           accepted = route.send(first, body, {{"Prefer", "respond-async"}});
    if (accepted.status != 202)
    {
        problems.push_back("a job is answered with " + std::to_string(accepted.status));
        return;
    }
    const auto job = accepted.field("location");
    provider.await_client();
    first.process.kill();

    testing::test_server second{program, stored};
    const auto           direct = route.send(second, body);
    if (const auto status = await_end(second, route, job); status != "succeeded")
    {
        problems.push_back("after the server was killed, the job is " + status);
        return;
    }
    const auto answer   = second.get(job + "/result", {{"Authorization", std::string{"Bearer "} + route.key()}});
    const auto expected = replaced(direct.body, direct.field("x-request-id"), accepted.field("x-request-id"));
    if (answer.body != expected)
        problems.push_back("the answer of the job differs from that of a direct request: an operation sends the same "
                           "prompts for the same request");
}

} // namespace

std::vector<check_result> server_checks::run()
{
    // Each waits until a lease ends, so they run beside the other checks.
    std::map<std::string, std::future<check_result>> takeovers;
    for (const auto& operation : operations_)
        if (const route route{*operation}; !route.examples.empty() && route.calls_model())
            takeovers[std::string{route.descriptor.name}] = std::async(std::launch::async, [this, route] {
                return checked(route, "job_takeover",
                               [&](auto& problems) { check_takeover(route, program_, settings_, problems); });
            });

    std::vector<check_result> results;
    monitored_server          monitored{program_, settings_};
    auto&                     server = *monitored.server;
    for (const auto& operation : operations_)
    {
        const route route{*operation};
        const auto  subject = std::string{route.descriptor.name};
        const auto  skip    = [&](const char* check, const char* reason) {
            results.push_back({.subject = subject, .check = check, .problems = {}, .skipped = reason});
        };
        results.push_back(checked(route, "document", [&](auto& problems) { check_document(route, server, problems); }));
        results.push_back(
            checked(route, "leaks", [&](auto& problems) { check_leaks(route, server, monitored.admin, problems); }));
        results.push_back(checked(route, "hostile", [&](auto& problems) { check_hostile(route, server, problems); }));
        if (route.examples.empty())
        {
            for (const auto* check : {"dry_run", "drain", "job_takeover"}) skip(check, "the request has no example");
            continue;
        }
        results.push_back(checked(route, "drain", [&](auto& problems) {
            testing::test_server own{program_, settings_};
            check_drain(route, own, problems);
        }));
        if (!route.calls_model())
        {
            for (const auto* check : {"dry_run", "job_takeover"}) skip(check, "the operation calls no model");
            continue;
        }
        results.push_back(checked(route, "dry_run", [&](auto& problems) { check_dry_run(route, server, problems); }));
        results.push_back(takeovers.at(subject).get());
    }
    return results;
}

} // namespace verbatim::conformance

#include "e2e/a_server.hpp"

#include "support/provider_stub.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sys/resource.h>
#include <unistd.h>

using namespace verbatim;
using namespace verbatim::e2e;
using support::canned;
using support::raw_reply;
namespace json = boost::json;

namespace {

/// One operation of the document, with a request that succeeds.
struct route
{
    std::string  verb, path, body;
    json::object responses;

    raw_reply ask(a_server& server, const std::string& presented = superuser_key) const
    {
        return ask(server, presented, path, body);
    }

    raw_reply ask(a_server& server, const std::string& presented, const std::string& target,
                  const std::string& text) const
    {
        a_server::fields fields{{"Content-Type", "application/json"}};
        if (!presented.empty()) fields["Authorization"] = "Bearer " + presented;
        return support::ask_once(server.process.port(), verb, target, verb == "GET" ? "" : text, fields);
    }
};

std::vector<route> routes_of(a_server& server)
{
    const auto         document = json::parse(server.get("/openapi.json").body);
    std::vector<route> all;
    for (const auto& [path, verbs] : document.at("paths").as_object())
        for (const auto& [verb, operation] : verbs.as_object())
        {
            route one{verb == "get" ? "GET" : "POST", path, {}, operation.at("responses").as_object()};
            if (const auto* asks = operation.as_object().if_contains("requestBody"))
                one.body = json::serialize(
                    asks->at("content").at("application/json").at("examples").at("example-1").at("value"));
            all.push_back(std::move(one));
        }
    return all;
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Runs SQL on the database file of a server while that server runs.
void change(const a_server& server, const std::string& sql)
{
    const auto command =
        "sqlite3 -cmd '.timeout 20000' '" + (server.folder.path() / "verbatim.db").string() + "' \"" + sql + "\"";
    BOOST_REQUIRE(std::system(command.c_str()) == 0);
}

/// Servers in the circumstances that each status stands for, each started when it is first needed.
class circumstances
{
public:
    a_server& plain() { return in("plain", {}); }
    a_server& with_small_bodies() { return in("small bodies", {{"NETWORK_MAX_BODY_BYTES", "100"}}); }

    /// Its database has never been there since its start.
    a_server& without_database() { return in("no database", {{"DB_URL", "postgresql://nobody@127.0.0.1:1/nothing"}}); }

    a_server& with_provider_that(const std::string& does, const canned& reply)
    {
        auto& provider = providers_[does];
        if (!provider)
        {
            provider = std::make_unique<support::provider_stub>();
            provider->otherwise(reply);
        }
        return in(does, {{"LLM_MODEL", "openai/stub-model"},
                         {"LLM_API_BASE", provider->base() + "/v1/"},
                         {"LLM_API_KEY", "provider-secret"},
                         {"LLM_TIMEOUT_SECONDS", "0.5"}});
    }

    /// A key that is made is found to be there already.
    a_server& with_every_key_taken()
    {
        const bool is_new = !servers_.contains("taken");
        auto&      server = in("taken", {});
        if (is_new)
            change(server,
                   "create trigger twice before insert on api_keys begin insert into api_keys values (new.key_id, "
                   "new.name, new.digest, new.tenant_id, new.is_superuser, new.created_at); end");
        return server;
    }

    a_server& without_tables()
    {
        const bool is_new = !servers_.contains("no tables");
        auto&      server = in("no tables", {});
        if (is_new) change(server, "drop table llm_calls");
        return server;
    }

    /// Enough memory is left to live on, too little for a body of many megabytes.
    a_server& with_little_memory()
    {
        const bool is_new = !servers_.contains("little memory");
        auto&      server = in("little memory", {});
        if (!is_new) return server;
        std::ifstream statm{"/proc/" + std::to_string(server.process.pid()) + "/statm"};
        rlim_t        pages = 0;
        statm >> pages;
        const rlimit limit{pages * static_cast<rlim_t>(getpagesize()) + (rlim_t{24} << 20), RLIM_INFINITY};
        BOOST_REQUIRE(prlimit(server.process.pid(), RLIMIT_AS, &limit, nullptr) == 0);
        return server;
    }

    ~circumstances()
    {
        for (auto& [does, provider] : providers_) provider->release();
        for (auto& [name, server] : servers_) server->process.stop(); // in order, so that its log is complete
    }

private:
    a_server& in(const std::string& name, const support::server_process::environment& settings)
    {
        auto& there = servers_[name];
        if (!there)
        {
            there = std::make_unique<a_server>(settings);
            there->process.port();
        }
        return *there;
    }

    std::map<std::string, std::unique_ptr<support::provider_stub>> providers_;
    std::map<std::string, std::unique_ptr<a_server>>               servers_;
};

/// A sanitizer needs more address space than can be taken from it, and ends the program instead of throwing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_can_end = false;
#else
constexpr bool memory_can_end = true;
#endif

/// Asks the route in the circumstances that the status stands for.
raw_reply provoke(int status, const route& one, circumstances& all)
{
    switch (status)
    {
    case 200:
    case 201: return one.ask(all.plain());
    case 401: return one.ask(all.plain(), "");
    case 403: return one.ask(all.plain(), key);
    case 409: return one.ask(all.with_every_key_taken());
    case 413: return one.ask(all.with_small_bodies(), superuser_key, one.path, std::string(101, ' '));
    case 422: return one.ask(all.plain(), superuser_key, one.path + "?from=yesterday", "{}");
    case 429: return one.ask(all.with_provider_that("limits", canned::error(429).with("Retry-After", "77")));
    case 500:
        if (one.verb == "GET") return one.ask(all.without_tables());
        return one.ask(all.with_little_memory(), superuser_key, one.path, '"' + std::string(60 << 20, 'x') + '"');
    case 502: return one.ask(all.with_provider_that("fails", canned::error(400)));
    case 503: return one.ask(all.without_database(), "a-key-that-only-the-database-knows");
    case 504: return one.ask(all.with_provider_that("is silent", canned::chat("Late.").after_release()));
    default: return {};
    }
}

} // namespace

BOOST_AUTO_TEST_SUITE(statuses)

BOOST_AUTO_TEST_CASE(every_status_that_the_document_tells_of_a_route_is_what_the_route_answers)
{
    circumstances all;
    for (const auto& one : routes_of(all.plain()))
        for (const auto& [documented, response] : one.responses)
        {
            const int status = std::stoi(std::string{documented});
            if (status == 500 && one.verb == "POST" && !memory_can_end) continue;
            BOOST_TEST_CONTEXT(one.verb + " " + one.path + " " + std::to_string(status))
            {
                const auto answer = provoke(status, one, all);
                BOOST_TEST(answer.status == status, answer.status << " " << answer.body);
                for (const auto& [name, header] : response.at("headers").as_object())
                    BOOST_TEST(!answer.field(lower(name)).empty(), name);
                if (status < 300) continue;
                const auto& told = response.at("content").at("application/json").at("examples").as_object();
                BOOST_TEST(told.contains(code_of(answer)), code_of(answer));
            }
        }
}

BOOST_AUTO_TEST_SUITE_END()

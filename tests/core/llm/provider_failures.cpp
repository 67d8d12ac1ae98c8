// The effect of each way in which a provider fails. The target write_provider_failures writes the tables of
// docs/reference/provider-failures.md.
#include "core/llm/scripted_client.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace verbatim::core::llm;
using namespace verbatim::support;
using namespace verbatim::testing;
using namespace std::chrono_literals;
namespace sdk         = verbatim::sdk;
using cause           = sdk::failure_cause;
using exchange        = scripted_providers::exchange;
using exchange_status = exchange::exchange_status;

namespace {

exchange failure_of(cause failure)
{
    switch (failure)
    {
    case cause::unauthorized: return status(401);
    case cause::not_found: return status(404);
    case cause::invalid_request: return status(400);
    case cause::rate_limited: return status(429);
    case cause::quota_exhausted: return status(402);
    case cause::server_error: return status(503);
    case cause::timeout: return broken(exchange_status::timed_out);
    case cause::dns: return broken(exchange_status::unresolved);
    case cause::connect: return broken(exchange_status::not_connected);
    case cause::tls: return broken(exchange_status::tls_failed);
    case cause::certificate: return broken(exchange_status::untrusted);
    case cause::disconnected: return broken(exchange_status::disconnected);
    case cause::interrupted: return broken(exchange_status::failed);
    case cause::truncated: return completed_with("length");
    case cause::prompt_cut: return completed(stub_response::chat("An answer to a part.", 600, 500));
    case cause::context_exceeded: return status(413);
    case cause::unreadable: return completed(stub_response::chat(" ", 1'000, 100));
    case cause::policy: return completed(stub_response::error(400, "no", "content_filter"));
    case cause::cancelled: break;
    }
    return broken(exchange_status::failed);
}

std::string words(int count)
{
    std::string text;
    for (int n = 0; n != count; ++n) text += "eau ";
    return text;
}

enum class length
{
    once,
    ten_seconds,
    for_ever,
};

constexpr std::array length_names{"once", "10 s", "for ever"};

/// A client whose main provider fails.
struct failing_client : scripted_client
{
    failing_client(cause failure, length fails, bool has_fallback)
    {
        static constexpr sdk::output_schema schema{.name = "record_summary", .json_schema = R"({"type":"object"})"};
        if (failure == cause::truncated) request.output_schema = &schema;
        if (failure == cause::prompt_cut) request.user = sdk::prompt_text::unredacted(words(1'000));
        if (has_fallback) add_fallback("second");
        prices->replace({{"openai/main", {{1'000'000, 1'000'000}}}, {"openai/second", {{2'000'000, 2'000'000}}}});
        const auto end            = fails == length::ten_seconds ? time.now() + 10s : time.now() + 24h;
        providers.answers["main"] = [this, failure, fails, end, attempts = 0](const auto& sent) mutable {
            const bool is_failing = fails == length::once ? attempts++ == 0 : time.now() < end;
            if (!is_failing) return complete_exchange();
            time.advance(failure == cause::timeout ? sent.budget : 500ms);
            return failure_of(failure);
        };
        providers.answers["second"] = [this](const auto&) { return complete_exchange(); };
    }

    exchange complete_exchange()
    {
        time.advance(2s);
        return completed(stub_response::chat("Fine.", 1'000, 100));
    }
};

std::string outcome_of(const sdk::result<sdk::completion>& result)
{
    using enum sdk::errc;
    static const std::map<sdk::errc, const char*> statuses{
        {llm_error, "502"},         {llm_timeout, "504"},
        {llm_rate_limited, "429"},  {content_policy_violation, "422"},
        {payload_too_large, "413"}, {analysis_timeout, "504"}};
    if (result) return "200";
    return std::string{statuses.at(result.error().code())} + " `" + std::string{to_string(result.error().code())} + "`";
}

std::string in_seconds(std::chrono::milliseconds time)
{
    std::ostringstream text;
    text << static_cast<double>(time.count()) / 1000 << " s";
    return text.str();
}

std::string in_dollars(long micro_usd)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(4) << static_cast<double>(micro_usd) / 1e6;
    return text.str();
}

/// The attempts of a connection that failed for a cause, as the metric counts them.
long failed_attempts(const client_statistics::connection& connection, cause failure)
{
    return connection.totals.attempts.at(1 + static_cast<std::size_t>(failure));
}

std::string row_of(const std::vector<std::string>& cells)
{
    std::string row;
    for (const auto& cell : cells) row += "| " + cell + " ";
    return row + "|\n";
}

/// "3 `llm_error`, 1 `ok`"
std::string outcomes_of(const std::vector<verbatim::core::recording::usage_row>& rows)
{
    std::map<std::string, int> counts;
    for (const auto& row : rows)
        ++counts[row.error ? std::string{verbatim::core::recording::to_string(*row.error)} : std::string{"ok"}];
    std::string text;
    for (const auto& [outcome, count] : counts)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " `" + outcome + "`";
    return text;
}

std::string one_call(cause failure, length fails, bool has_fallback)
{
    failing_client client{failure, fails, has_fallback};
    const auto     begin  = client.time.now();
    const auto     result = client.complete();
    const auto     time   = std::chrono::floor<std::chrono::milliseconds>(client.time.now() - begin);
    const auto     rows   = client.ledger->attempts();
    long           cost   = 0;
    for (const auto& row : rows) cost += row.cost;
    const auto name  = std::string{sdk::to_string(failure)};
    const auto lines = client.log.count("warning llm_attempt_finished model=openai/main outcome=");
    BOOST_TEST(client.log.count("cause=" + name + " ") == lines);
    BOOST_TEST(client.providers.hosts.size() == rows.size());
    const auto counted = failed_attempts(client.statistics("main"), failure);
    return row_of({"`" + name + "`", length_names.at(static_cast<std::size_t>(fails)), has_fallback ? "yes" : "no",
                   outcome_of(result), in_seconds(time), std::to_string(client.providers.hosts.size()),
                   outcomes_of(rows), in_dollars(cost), std::to_string(lines), std::to_string(counted)});
}

/// A call that waits for the connection, without a fallback.
std::string waiting_call(cause failure, length fails)
{
    failing_client client{failure, fails, false};
    client.time_limit                       = 600s;
    client.request.time.wait_for_connection = true;
    const auto begin                        = client.time.now();
    const auto result                       = client.complete();
    const auto time                         = std::chrono::floor<std::chrono::milliseconds>(client.time.now() - begin);
    return row_of({"`" + std::string{sdk::to_string(failure)} + "`", length_names.at(static_cast<std::size_t>(fails)),
                   outcome_of(result), in_seconds(time), std::to_string(client.providers.hosts.size())});
}

std::string many_calls(cause failure, length fails, bool has_fallback)
{
    failing_client client{failure, fails, has_fallback};
    int            completed_calls = 0;
    int            failed_calls    = 0;
    for (int n = 0; n != 60; ++n)
    {
        const auto begin = client.time.now();
        ++(client.complete() ? completed_calls : failed_calls);
        const auto time = std::chrono::floor<std::chrono::milliseconds>(client.time.now() - begin);
        if (time < 1s) client.time.advance(1s - time);
    }
    const auto refused  = static_cast<int>(client.client->statistics().refused);
    const auto attempts = [&](const char* host) {
        return std::to_string(std::ranges::count(client.providers.hosts, host));
    };
    constexpr std::array states{"0", "1", "2"};
    return row_of({"`" + std::string{sdk::to_string(failure)} + "`", length_names.at(static_cast<std::size_t>(fails)),
                   has_fallback ? "yes" : "no", std::to_string(completed_calls), std::to_string(failed_calls - refused),
                   std::to_string(refused), attempts("main"), attempts("second"),
                   std::to_string(client.log.count("llm_connection_suspended connection=main ")),
                   std::to_string(client.log.count("llm_connection_resumed connection=main ")),
                   states.at(static_cast<std::size_t>(client.statistics("main").state))});
}

/// The rows of the tables of the page.
using table_rows = std::array<std::string, 3>;

table_rows make_tables()
{
    table_rows tables;
    for (std::size_t n = 0; n != sdk::failure_cause_names.size(); ++n)
    {
        const auto failure = static_cast<cause>(n);
        if (failure == cause::cancelled) continue; // by the client
        for (const auto fails : {length::ten_seconds, length::for_ever}) tables[1] += waiting_call(failure, fails);
        for (const auto fails : {length::once, length::ten_seconds, length::for_ever})
            for (const bool has_fallback : {false, true})
            {
                tables[0] += one_call(failure, fails, has_fallback);
                if (fails != length::once) tables[2] += many_calls(failure, fails, has_fallback);
            }
    }
    return tables;
}

/// The page with other rows in its tables.
std::string with_tables(const std::string& page, const table_rows& tables)
{
    std::istringstream lines{page};
    std::string        result;
    auto               table = tables.begin();
    for (std::string line; std::getline(lines, line);)
    {
        if (line.starts_with("| `")) continue;
        result += line + "\n";
        if (line.starts_with("|--") && table != tables.end()) result += *table++;
    }
    return result;
}

std::string read_page()
{
    std::ifstream file{VERBATIM_PROVIDER_FAILURES};
    return {std::istreambuf_iterator<char>{file}, {}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(llm_provider_failures)

BOOST_AUTO_TEST_CASE(the_page_of_provider_failures_is_what_the_model_client_does)
{
    const auto tables = make_tables();
    if (std::getenv("VERBATIM_WRITE_PROVIDER_FAILURES") != nullptr)
    {
        const auto page = with_tables(read_page(), tables);
        std::ofstream{VERBATIM_PROVIDER_FAILURES} << page;
    }

    const auto         page = read_page();
    std::istringstream documented{page};
    std::istringstream made{with_tables(page, tables)};
    for (std::string line, expected; std::getline(made, expected);)
    {
        std::getline(documented, line);
        BOOST_TEST(line == expected, "run cmake --build --preset dev --target write_provider_failures: " << expected);
    }
}

BOOST_AUTO_TEST_SUITE_END()

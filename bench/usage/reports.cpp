// Measures usage reports on PostgreSQL and SQLite, and compares them with plain SQL. Prints a table.
//
//     bench_usage_reports [ROWS [plain]]
//         one year of rows (default 1,000,000) in new databases, without roll-ups
//     bench_usage_reports URL [plain]
//         an existing database, in the format of DB_URL
//     bench_usage_reports URL roll-up [ROWS DAYS]
//         adds rows to an existing database, if wanted, and rolls up all of them
//
// Only `plain` includes the comparison with plain SQL, which takes over a minute.

#include "reports.hpp"

#include "core/reporting/plain_sql.hpp"
#include "core/reporting/recount.hpp"
#include "database/session.hpp"
#include "recording/store.hpp"
#include "reporting/report_reader.hpp"
#include "reporting/rollup_steps.hpp"
#include "support/postgres.hpp"
#include "support/temporary_directory.hpp"

#include "verbatim/sdk/json_text.hpp"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

namespace core  = verbatim::core;
namespace sdk   = verbatim::sdk;
namespace pages = verbatim::usage;
using watch     = std::chrono::steady_clock;
using milli     = std::chrono::duration<double, std::milli>;
using moment    = std::chrono::sys_time<std::chrono::microseconds>;

const moment begin_of_year{std::chrono::sys_days{std::chrono::year{2025} / 11 / 1}};

/// 50 tenants, 6 operations, 12 months or other days; invocations of 1 to 12 rows, of which 4 % fail.
class year_of_rows
{
public:
    explicit year_of_rows(std::size_t rows, int days = 364)
        : left_{rows}
        , step_{std::chrono::microseconds{std::chrono::hours{24 * days}} / static_cast<std::int64_t>(rows)}
    {}

    std::vector<core::recording::usage_row> next(std::size_t count)
    {
        std::vector<core::recording::usage_row> rows;
        while (left_ != 0 && rows.size() < count)
        {
            if (rows_left_in_call_ == 0) begin_call();
            rows.push_back(row());
            --rows_left_in_call_;
            --left_;
        }
        return rows;
    }

private:
    std::uint64_t below(std::uint64_t most) { return chance_() % most; }

    std::string uuid()
    {
        char       text[37];
        const auto high = chance_(), low = chance_();
        std::snprintf(text, sizeof text, "%08x-%04x-4%03x-8%03x-%012llx", static_cast<unsigned>(high),
                      static_cast<unsigned>(high >> 32U) & 0xFFFFU, static_cast<unsigned>(high >> 48U) & 0xFFFU,
                      static_cast<unsigned>(low >> 48U) & 0xFFFU,
                      static_cast<unsigned long long>(low & 0xFFFFFFFFFFFFULL));
        return text;
    }

    void begin_call()
    {
        static constexpr const char* operations[]{"analyze",      "summarize",        "summarize_aggregate",
                                                  "assign_codes", "detect_sensitive", "unknown"};
        tenant_            = "tenant-" + std::to_string(10 + below(50));
        operation_         = operations[below(6)];
        call_              = uuid();
        rows_left_in_call_ = below(3) == 0 ? 1 : 1 + below(12) * below(12) / 24;
    }

    core::recording::usage_row row()
    {
        core::recording::usage_row attempt{.attempt_id = uuid(),
                                           .tenant_id  = tenant_,
                                           .operation  = operation_,
                                           .call_id    = call_,
                                           .started    = now_ += step_,
                                           .duration   = std::chrono::milliseconds{200 + below(300) * below(300)},
                                           .model      = "azure/gpt-5.4",
                                           .error      = {}};
        if (below(25) == 0)
        {
            attempt.error = core::recording::error_class::llm_timeout;
            return attempt;
        }
        attempt.input_tokens  = static_cast<std::int32_t>(100 + below(8'000));
        attempt.output_tokens = static_cast<std::int32_t>(20 + below(900));
        attempt.cost          = attempt.input_tokens * 5 / 2 + attempt.output_tokens * 15;
        return attempt;
    }

    std::mt19937_64           chance_{1};
    std::size_t               left_;
    std::chrono::microseconds step_;
    moment                    now_ = begin_of_year;
    std::string               tenant_, operation_, call_;
    std::uint64_t             rows_left_in_call_ = 0;
};

void fill(const core::database::connection_info& database, std::size_t rows, int days = 364)
{
    const auto   store = core::recording::make_store(database);
    year_of_rows source{rows, days};
    for (auto batch = source.next(10'000); !batch.empty(); batch = source.next(10'000)) store->write(batch);
}

/// CPU time in ms of this process and of the server process (0: none), which does not depend on other load.
double cpu_milliseconds(pid_t server)
{
    timespec own{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    double        nanoseconds = 0;
    std::ifstream other{"/proc/" + std::to_string(server) + "/schedstat"};
    if (server != 0) other >> nanoseconds;
    return static_cast<double>(own.tv_sec) * 1e3 + static_cast<double>(own.tv_nsec) / 1e6 + nanoseconds / 1e6;
}

struct times
{
    double best      = 0; ///< elapsed, like the median
    double median    = 0;
    double processor = 0; ///< average
};

times measured(pid_t server, int repeats, const std::function<void()>& work)
{
    std::vector<double> took;
    const auto          before = cpu_milliseconds(server);
    for (int n = 0; n < repeats; ++n)
    {
        const auto begin = watch::now();
        work();
        took.push_back(milli{watch::now() - begin}.count());
    }
    const auto spent = cpu_milliseconds(server) - before;
    std::ranges::sort(took);
    return {took.front(), took[took.size() / 2], spent / repeats};
}

struct report_query
{
    const char*                                          name;
    sdk::usage_window                                    within;
    std::optional<std::string>                           tenant;
    std::function<std::string(const sdk::usage_report&)> page;
    std::optional<sdk::usage_period>                     period = std::nullopt; ///< of a series
};

const pages::window by_day{.group_by = pages::grouping::day}, by_hour{.group_by = pages::grouping::hour};

std::vector<report_query> report_queries()
{
    const auto first = begin_of_year.time_since_epoch().count();
    const auto hour  = std::chrono::microseconds{std::chrono::hours{1}}.count();
    const auto month = 24 * 30 * hour;
    return {{"by tenant", {}, {}, [](const auto& report) { return sdk::to_json(pages::report_by_tenant(report, {})); }},
            {"by operation",
             {},
             {},
             [](const auto& report) { return sdk::to_json(pages::report_by_operation(report, {})); }},
            {"90 days, any minute",
             {.from = first + 5 * hour + 1, .to = first + 3 * month - 7 * hour - 1},
             {},
             [](const auto& report) { return sdk::to_json(pages::report_by_tenant(report, {})); }},
            {"90 days by day",
             {.from = first, .to = first + 3 * month},
             {},
             [](const auto& report) { return sdk::to_json(pages::report_by_tenant(report, by_day)); },
             sdk::usage_period::day},
            {"30 days by hour",
             {.from = first + month, .to = first + 2 * month},
             {},
             [](const auto& report) { return sdk::to_json(pages::report_by_tenant(report, by_hour)); },
             sdk::usage_period::hour},
            {"one tenant",
             {},
             "tenant-23",
             [](const auto& report) { return sdk::to_json(pages::own_report(report, "tenant-23", {})); }},
            {"one tenant's month",
             {.from = first + 4 * month, .to = first + 5 * month},
             "tenant-23",
             [](const auto& report) { return sdk::to_json(pages::own_report(report, "tenant-23", {})); }}};
}

double peak_mebibytes()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_maxrss) / 1024;
}

std::string load()
{
    std::string   text;
    std::ifstream from{"/proc/loadavg"};
    std::getline(from, text);
    return text.substr(0, text.find(' '));
}

void measure(const core::database::connection_info& database, bool with_plain_sql)
{
    const auto* name    = database.sql_dialect() == core::database::dialect::sqlite ? "SQLite" : "PostgreSQL";
    const auto  session = core::database::open(database, {.statement = std::chrono::minutes{10}});
    if (session->sql_dialect() == core::database::dialect::postgresql) session->run("set jit = off");
    pid_t server = 0;
    if (session->sql_dialect() == core::database::dialect::postgresql)
        server = static_cast<pid_t>(std::stol(session->select("select pg_backend_pid()", 1, {}).at(0).at(0).value()));
    for (const auto& query : report_queries())
    {
        std::size_t       bytes = 0, calls = 0;
        sdk::usage_report report;
        const auto        ours = measured(server, 7, [&] {
            report = core::reporting::read_report(*session, query.within, query.tenant, SIZE_MAX, query.period);
            bytes  = query.page(report).size();
            calls  = static_cast<std::size_t>(report.total.llm_calls.total_calls);
        });
        std::printf("%-11s %-19s %9zu %8zu %9.0f %9.0f %9.0f", name, query.name, calls, bytes, ours.best, ours.median,
                    ours.processor);
        if (with_plain_sql)
        {
            sdk::usage_report plain;
            const auto        theirs  = measured(server, 1, [&] {
                plain = core::reporting::testing::report_by_plain_sql(*session, query.within, query.tenant);
            });
            const auto        differs = core::reporting::testing::difference(report, plain);
            std::printf(" %9.0f %9.0f  %s", theirs.best, theirs.processor,
                        differs.empty() ? "equal reports" : differs.c_str());
        }
        std::printf("  (load %s)\n", load().c_str());
        std::fflush(stdout);
    }
}

core::database::connection_info connection_of(const std::string& url)
{
    return core::database::resolve_connection({.db_url = sdk::secret{url}});
}

void print_head()
{
    std::printf("\n%-11s %-19s %9s %8s %9s %9s %9s %9s %9s\n", "", "", "rows", "bytes", "best ms", "median ms",
                "CPU ms", "SQL ms", "SQL CPU");
}

/// Rolls up all rows as history of an earlier version, and prints how long that takes.
void roll_up(const core::database::connection_info& target)
{
    namespace reporting = core::reporting;
    const auto session  = core::database::open(target);
    session->run(
        "delete from usage_rollup_marks; update usage_rollup_state set built_from = "
        "(select cast(extract(epoch from max(timestamp)) as bigint) / 3600 * 3600000000 + 3600000000 from llm_calls)");
    const auto begin = watch::now();
    int        days  = 0;
    for (; reporting::roll_up_history(*session) == reporting::step_result::done; ++days)
    {}
    const auto middle = watch::now();
    while (reporting::merge_periods(*session, INT64_MAX) == reporting::step_result::done)
    {}
    std::printf("%d steps of a day in %.1f s, days and months merged in %.1f s\n", days,
                milli{middle - begin}.count() / 1'000, milli{watch::now() - middle}.count() / 1'000);
    session->run("vacuum analyze");
}

void measure_new(std::size_t rows, bool with_plain_sql)
{
    const verbatim::support::temporary_directory folder;
    const verbatim::support::postgres_server     server{{}};
    const verbatim::support::postgres_database   database{server};
    const core::database::connection_info databases[]{connection_of(database.url()), {folder.path() / "verbatim.db"}};
    for (const auto& target : databases)
    {
        const auto begin = watch::now();
        fill(target, rows);
        std::printf("%zu rows written in %.0f s\n", rows, milli{watch::now() - begin}.count() / 1'000);
    }
    database.query("vacuum analyze llm_calls");
    print_head();
    for (const auto& target : databases) measure(target, with_plain_sql);
}

} // namespace

int main(int count, char** arguments)
{
    const std::string first = count > 1 ? arguments[1] : "1000000";
    const bool        plain = count > 2 && std::string_view{arguments[2]} == "plain";
    if (first.find("://") == std::string::npos) measure_new(static_cast<std::size_t>(std::stoull(first)), plain);
    else if (count > 2 && std::string_view{arguments[2]} == "roll-up")
    {
        const auto target = connection_of(first);
        if (count > 4) fill(target, static_cast<std::size_t>(std::stoull(arguments[3])), std::stoi(arguments[4]));
        roll_up(target);
    }
    else
    {
        print_head();
        measure(connection_of(first), plain);
    }
    std::printf("\npeak memory %.0f MiB\n", peak_mebibytes());
}

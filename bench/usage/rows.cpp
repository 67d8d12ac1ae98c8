// Measures durable usage rows: rows per second and wait per row, by number of concurrent callers. Prints a table.
// bench_usage_rows [FOLDER [SECONDS [DB_URL]]]: creates the embedded database, or the outbox for DB_URL, in FOLDER. A
// DB_URL without a server measures an unavailable database.

#include "recording/group_recorder.hpp"
#include "recording/outbox_recorder.hpp"

#include "database/failure.hpp"

#include "verbatim/sdk/log.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

namespace usage = verbatim::core::recording;
using watch     = std::chrono::steady_clock;
using micro     = std::chrono::duration<double, std::micro>;

class no_log final : public verbatim::sdk::log
{
    void write(verbatim::sdk::severity, std::string_view, std::initializer_list<verbatim::sdk::log_field>) override {}
    bool enabled(verbatim::sdk::severity) const noexcept override { return false; }
};

usage::usage_row attempt_with_number(unsigned n)
{
    char id[37];
    // Spread over the key space like random ids.
    std::snprintf(id, sizeof id, "%08x-0000-4000-8000-%012x", n * 2654435761U, n);
    return {.attempt_id    = id,
            .tenant_id     = "tenant-nl",
            .operation     = "detect_sensitive",
            .call_id       = id,
            .started       = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()),
            .duration      = std::chrono::milliseconds{12},
            .model         = "azure/gpt-5.4",
            .input_tokens  = 1'000,
            .output_tokens = 200,
            .cost          = 4'500,
            .error         = {}};
}

struct load_state
{
    usage::durable_recorder& rows;
    watch::time_point        until;
    unsigned                 next = 0;
    std::vector<double>      waits{}; ///< microseconds
};

verbatim::sdk::task<> run_caller(load_state& state)
{
    while (watch::now() < state.until)
    {
        const auto ledger = state.rows.open();
        const auto begin  = watch::now();
        ledger->add(attempt_with_number(state.next++));
        co_await ledger->flushed(usage::ledger::no_deadline);
        state.waits.push_back(micro{watch::now() - begin}.count());
    }
}

std::unique_ptr<usage::durable_recorder> recorder(const std::filesystem::path& folder, const char* db_url,
                                                  verbatim::sdk::log& log)
{
    namespace database = verbatim::core::database;
    if (db_url == nullptr) return std::make_unique<usage::group_recorder>(usage::make_store({folder / "rows.db"}), log);

    auto store   = usage::make_store(database::resolve_connection({.db_url = verbatim::sdk::secret{db_url}}));
    bool reached = true;
    try
    {
        store->prepare();
    }
    catch (const database::failure&)
    {
        reached = false;
    }
    auto outbox = std::make_unique<usage::outbox>(folder / "outbox.db");
    return std::make_unique<usage::outbox_recorder>(std::move(store), std::move(outbox), reached, log);
}

void measure(const std::filesystem::path& folder, const char* url, unsigned callers, double seconds)
{
    const auto own = folder / std::to_string(callers);
    std::filesystem::create_directory(own);
    no_log                  log;
    const auto              rows = recorder(own, url, log);
    boost::asio::io_context io;
    const auto              begin = watch::now();
    load_state              state{*rows,
                     begin + std::chrono::duration_cast<watch::duration>(std::chrono::duration<double>{seconds})};
    for (unsigned n = 0; n < callers; ++n) boost::asio::co_spawn(io, run_caller(state), boost::asio::detached);
    io.run();
    const double took = std::chrono::duration<double>{watch::now() - begin}.count();

    std::sort(state.waits.begin(), state.waits.end());
    const auto at = [&](double share) {
        return state.waits[static_cast<std::size_t>(share * double(state.waits.size() - 1))];
    };
    const auto counted = rows->statistics();
    std::printf("%8u %10.0f %10.0f %11.0f %10.0f %10.0f %8.0f%% %8llu\n", callers, double(state.waits.size()) / took,
                double(counted.commits) / took, at(0.5), at(0.99), state.waits.back(),
                100.0 * double(counted.stored_in_outbox) /
                    double(std::max<std::uint64_t>(1, counted.written + counted.stored_in_outbox)),
                static_cast<unsigned long long>(counted.lost));
}

/// Measures small durable writes on this disk.
void measure_disk(const std::filesystem::path& folder)
{
    const int file = ::open((folder / "flush").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    const std::string   page(4096, 'x');
    std::vector<double> waits;
    for (int n = 0; n < 500; ++n)
    {
        const auto begin = watch::now();
        if (::pwrite(file, page.data(), page.size(), (n % 64) * 4096) < 0 || ::fdatasync(file) != 0) break;
        waits.push_back(micro{watch::now() - begin}.count());
    }
    ::close(file);
    if (waits.empty()) return;
    std::sort(waits.begin(), waits.end());
    std::printf("fdatasync of 4 KiB: median %.0f us, 99th %.0f us\n\n", waits[waits.size() / 2],
                waits[waits.size() * 99 / 100]);
}

} // namespace

int main(int count, char** arguments)
{
    std::string name = (std::filesystem::path{count > 1 ? arguments[1] : "/tmp"} / "verbatim-bench-XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) return std::perror("folder"), 1;
    const double seconds = count > 2 ? std::atof(arguments[2]) : 3;

    measure_disk(name);
    std::printf("%8s %10s %10s %11s %10s %10s %9s %8s\n", "callers", "rows/s", "commits/s", "median us", "99th us",
                "max us", "by outbox", "lost");
    for (const unsigned callers : {1U, 10U, 100U, 1'000U})
        measure(name, count > 3 ? arguments[3] : nullptr, callers, seconds);
    std::filesystem::remove_all(name);
}

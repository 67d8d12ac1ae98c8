#include "metrics/process.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace verbatim::core::metrics {

namespace {

/// Seconds since the epoch.
double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

double processor_seconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    constexpr double micro = 1e-6;
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           micro * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// The n-th number of /proc/self/statm, pages, in bytes.
double memory(int n)
{
    std::ifstream from{"/proc/self/statm"};
    double        pages = 0;
    while (n-- > 0) from >> pages;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double entries_of(const char* folder)
{
    std::error_code failure;
    double          count = 0;
    for (std::filesystem::directory_iterator one{folder, failure}, end; !failure && one != end; one.increment(failure))
        ++count;
    return count;
}

double descriptor_limit()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur == RLIM_INFINITY ? std::numeric_limits<double>::infinity()
                                           : static_cast<double>(limit.rlim_cur);
}

} // namespace

void add_process(catalogue& to)
{
    to.shows("process_start_time_seconds", "When the process started, in seconds since the epoch.",
             [since = now()] { return since; });
    to.counts("process_cpu_seconds_total", "Processor time spent, in user and system mode.", processor_seconds);
    to.shows("process_resident_memory_bytes", "Memory that the process holds in RAM.", [] { return memory(2); });
    to.shows("process_virtual_memory_bytes", "Address space that the process has mapped.", [] { return memory(1); });
    to.shows("process_open_fds", "Open file descriptors: connections, files, the database.",
             [] { return entries_of("/proc/self/fd"); });
    to.shows("process_max_fds", "The most file descriptors that may be open.", descriptor_limit);
    to.shows("process_threads", "Threads of the process.", [] { return entries_of("/proc/self/task"); });
}

} // namespace verbatim::core::metrics

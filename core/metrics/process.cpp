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
double seconds_since_epoch()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

double cpu_seconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr double micro = 1e-6;
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           micro * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// The `field`-th number of /proc/self/statm, counted from 1, converted from pages to bytes.
double statm_bytes(int field)
{
    std::ifstream statm{"/proc/self/statm"};
    double        pages = 0;
    while (field-- > 0) statm >> pages;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double count_entries(const char* folder, double if_unreadable = 0)
{
    std::error_code error;
    double          count = 0;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        ++count;
    return error ? if_unreadable : count;
}

double descriptor_limit()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur == RLIM_INFINITY ? std::numeric_limits<double>::infinity()
                                           : static_cast<double>(limit.rlim_cur);
}

} // namespace

void add_process_metrics(metric_registry& registry)
{
    registry.add_gauge("process_start_time_seconds", "Start time, in seconds since the epoch.",
                       [since = seconds_since_epoch()] { return since; });
    registry.add_counter("process_cpu_seconds_total", "CPU time in user and system mode, in seconds.", cpu_seconds);
    registry.add_gauge("process_resident_memory_bytes", "Resident memory, in bytes.", [] { return statm_bytes(2); });
    registry.add_gauge("process_virtual_memory_bytes", "Virtual memory, in bytes.", [] { return statm_bytes(1); });
    registry.add_gauge("process_open_fds", "Open file descriptors.", [] {
        return count_entries("/proc/self/fd", descriptor_limit()); // reading the folder needs one, too
    });
    registry.add_gauge("process_max_fds", "Limit of open file descriptors.", descriptor_limit);
    registry.add_gauge("process_threads", "Threads of the process.", [] { return count_entries("/proc/self/task"); });
}

} // namespace verbatim::core::metrics

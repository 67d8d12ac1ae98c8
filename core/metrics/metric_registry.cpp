#include "metrics/metric_registry.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace verbatim::core::metrics {

namespace {

prometheus::ClientMetric labelled(const label_list& values)
{
    prometheus::ClientMetric metric;
    for (const auto& [name, value] : values) metric.label.push_back({name, value});
    return metric;
}

prometheus::ClientMetric::Histogram histogram(const distribution& values)
{
    prometheus::ClientMetric::Histogram result;
    result.sample_count = values.count;
    result.sample_sum   = values.sum;
    for (const auto& [bound, count] : values.cumulative_counts) result.bucket.push_back({count, bound});
    return result;
}

metric_registry::samples_function without_labels(metric_registry::value_function read)
{
    return [read_value = std::move(read)] { return std::vector<sample>{{{}, read_value()}}; };
}

} // namespace

void metric_registry::add_counter(std::string name, std::string help, value_function read)
{
    add_counter(std::move(name), std::move(help), without_labels(std::move(read)));
}

void metric_registry::add_counter(std::string name, std::string help, samples_function read)
{
    entries_.push_back({entry::kind::counter, std::move(name), std::move(help), std::move(read), {}});
}

void metric_registry::add_gauge(std::string name, std::string help, value_function read)
{
    add_gauge(std::move(name), std::move(help), without_labels(std::move(read)));
}

void metric_registry::add_gauge(std::string name, std::string help, samples_function read)
{
    entries_.push_back({entry::kind::gauge, std::move(name), std::move(help), std::move(read), {}});
}

void metric_registry::add_histogram(std::string name, std::string help, distributions_function read)
{
    entries_.push_back({entry::kind::histogram, std::move(name), std::move(help), {}, std::move(read)});
}

std::string metric_registry::to_text() const
{
    std::vector<prometheus::MetricFamily> families;
    for (const auto& metric : entries_)
    {
        auto& family = families.emplace_back(prometheus::MetricFamily{metric.name, metric.help, {}, {}});
        switch (metric.type)
        {
        case entry::kind::counter:
            family.type = prometheus::MetricType::Counter;
            for (const auto& reading : metric.samples())
                (family.metric.emplace_back(labelled(reading.labels))).counter.value = reading.value;
            break;
        case entry::kind::gauge:
            family.type = prometheus::MetricType::Gauge;
            for (const auto& reading : metric.samples())
                (family.metric.emplace_back(labelled(reading.labels))).gauge.value = reading.value;
            break;
        case entry::kind::histogram:
            family.type = prometheus::MetricType::Histogram;
            for (const auto& reading : metric.distributions())
                (family.metric.emplace_back(labelled(reading.labels))).histogram = histogram(reading.value);
            break;
        }
    }
    std::ostringstream text;
    prometheus::TextSerializer{}.Serialize(text, families);
    return std::move(text).str();
}

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

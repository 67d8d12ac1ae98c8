#pragma once

#include "metrics/counters.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::metrics {

/// Names and values. Values come from the code or the configuration, never from a request.
using label_list = std::vector<std::pair<std::string, std::string>>;

struct sample
{
    label_list labels;
    double     value = 0;
};

struct labelled_distribution
{
    label_list   labels;
    distribution value;
};

/// The metrics of the process: name, help text, and a function that reads the value. Modules count on their own; values
/// are read only when to_text() is called, on its thread. Filled at start; used by one thread at a time.
class metric_registry
{
public:
    using value_function         = std::function<double()>;
    using samples_function       = std::function<std::vector<sample>()>;
    using distributions_function = std::function<std::vector<labelled_distribution>()>;

    /// A value that only grows; its name ends in _total.
    void add_counter(std::string name, std::string help, value_function read);
    void add_counter(std::string name, std::string help, samples_function read);

    /// A value that rises and falls.
    void add_gauge(std::string name, std::string help, value_function read);
    void add_gauge(std::string name, std::string help, samples_function read);

    /// Durations; the name ends in _seconds.
    void add_histogram(std::string name, std::string help, distributions_function read);

    /// All metrics in the Prometheus text format 0.0.4. Exceptions of the functions pass through.
    std::string to_text() const;

private:
    struct entry
    {
        enum class kind
        {
            counter,
            gauge,
            histogram,
        };

        kind                   type;
        std::string            name;
        std::string            help;
        samples_function       samples;
        distributions_function distributions;
    };

    std::vector<entry> entries_;
};

/// The content type of metric_registry::to_text().
inline constexpr auto text_content_type = "text/plain; version=0.0.4; charset=utf-8";

/// Adds the standard process metrics of Prometheus clients: start time, CPU time, memory, open files and threads.
void add_process_metrics(metric_registry& registry);

} // namespace verbatim::core::metrics

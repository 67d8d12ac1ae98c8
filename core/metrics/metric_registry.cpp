#include "metrics/metric_registry.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <sstream>

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

} // namespace verbatim::core::metrics

#include "metrics/catalogue.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <sstream>

namespace verbatim::core::metrics {

namespace {

prometheus::ClientMetric labelled(const labels& of)
{
    prometheus::ClientMetric made;
    for (const auto& [name, value] : of) made.label.push_back({name, value});
    return made;
}

prometheus::ClientMetric::Histogram histogram(const distribution& from)
{
    prometheus::ClientMetric::Histogram made;
    made.sample_count = from.count;
    made.sample_sum   = from.sum;
    for (const auto& [bound, count] : from.up_to) made.bucket.push_back({count, bound});
    return made;
}

catalogue::readings without_labels(catalogue::reading now)
{
    return [now = std::move(now)] { return std::vector<sample>{{{}, now()}}; };
}

} // namespace

void catalogue::counts(std::string name, std::string sentence, reading now)
{
    counts(std::move(name), std::move(sentence), without_labels(std::move(now)));
}

void catalogue::counts(std::string name, std::string sentence, readings now)
{
    entries_.push_back({entry::kind::counter, std::move(name), std::move(sentence), std::move(now), {}});
}

void catalogue::shows(std::string name, std::string sentence, reading now)
{
    shows(std::move(name), std::move(sentence), without_labels(std::move(now)));
}

void catalogue::shows(std::string name, std::string sentence, readings now)
{
    entries_.push_back({entry::kind::gauge, std::move(name), std::move(sentence), std::move(now), {}});
}

void catalogue::times(std::string name, std::string sentence, distributions now)
{
    entries_.push_back({entry::kind::histogram, std::move(name), std::move(sentence), {}, std::move(now)});
}

std::string catalogue::page() const
{
    std::vector<prometheus::MetricFamily> families;
    for (const auto& one : entries_)
    {
        auto& family = families.emplace_back(prometheus::MetricFamily{one.name, one.sentence, {}, {}});
        switch (one.what)
        {
        case entry::kind::counter:
            family.type = prometheus::MetricType::Counter;
            for (const auto& each : one.values())
                (family.metric.emplace_back(labelled(each.of))).counter.value = each.value;
            break;
        case entry::kind::gauge:
            family.type = prometheus::MetricType::Gauge;
            for (const auto& each : one.values())
                (family.metric.emplace_back(labelled(each.of))).gauge.value = each.value;
            break;
        case entry::kind::histogram:
            family.type = prometheus::MetricType::Histogram;
            for (const auto& each : one.spreads())
                (family.metric.emplace_back(labelled(each.of))).histogram = histogram(each.value);
            break;
        }
    }
    std::ostringstream text;
    prometheus::TextSerializer{}.Serialize(text, families);
    return std::move(text).str();
}

} // namespace verbatim::core::metrics

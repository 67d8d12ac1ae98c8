#pragma once

#include <map>
#include <set>
#include <string>

namespace verbatim::e2e {

/// Parses a metrics page by the rules of the Prometheus text format. Throws std::runtime_error at the first violation:
/// a sample without HELP and TYPE, a duplicate series, an invalid name or number.
struct metrics_page
{
    explicit metrics_page(const std::string& page);

    /// The value of a series such as `name{label="value"}`. Throws if it does not exist.
    double value(const std::string& series) const;

    std::map<std::string, double>      series;
    std::map<std::string, std::string> types; ///< by family

    std::set<std::string> names() const; ///< of the series
};

} // namespace verbatim::e2e

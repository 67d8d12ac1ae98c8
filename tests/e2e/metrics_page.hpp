#pragma once

#include <map>
#include <set>
#include <string>

namespace verbatim::e2e {

/// A page of figures, read by the rules of Prometheus's text format. Throws std::runtime_error at the first line that
/// breaks them: a sample without its HELP and TYPE before it, a series told twice, a name or a number that is none.
struct metrics_page
{
    explicit metrics_page(const std::string& page);

    /// The value of a series, spelled as on the page: `name{label="value"}`. Throws when there is none.
    double value(const std::string& series) const;

    std::map<std::string, double>      series;
    std::map<std::string, std::string> types; ///< of families, by name

    std::set<std::string> names() const; ///< of the series
};

} // namespace verbatim::e2e

#pragma once

#include "metrics/durations.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace verbatim::core::metrics {

/// Name and value; values are names of ours or of the configuration, never something a caller sent.
using labels = std::vector<std::pair<std::string, std::string>>;

struct sample
{
    labels of;
    double value = 0;
};

struct labelled_distribution
{
    labels       of;
    distribution value;
};

/// Every figure of the process that an operator may watch: a name, a sentence, and who knows the number. Counting is
/// the rooms' business; they are asked only when somebody reads the page. Filled at start; read by one thread at a
/// time.
class catalogue
{
public:
    using reading       = std::function<double()>;
    using readings      = std::function<std::vector<sample>()>;
    using distributions = std::function<std::vector<labelled_distribution>()>;

    /// What only grows; its name ends in _total.
    void counts(std::string name, std::string sentence, reading now);
    void counts(std::string name, std::string sentence, readings now);

    /// What rises and falls.
    void shows(std::string name, std::string sentence, reading now);
    void shows(std::string name, std::string sentence, readings now);

    /// How long something took; its name ends in _seconds.
    void times(std::string name, std::string sentence, distributions now);

    /// All of it, in Prometheus's text format 0.0.4. Throws what a reading throws.
    std::string page() const;

private:
    struct entry
    {
        enum class kind
        {
            counter,
            gauge,
            histogram,
        };

        kind          what;
        std::string   name;
        std::string   sentence;
        readings      values;
        distributions spreads;
    };

    std::vector<entry> entries_;
};

/// The content type of `page`.
inline constexpr auto page_type = "text/plain; version=0.0.4; charset=utf-8";

} // namespace verbatim::core::metrics

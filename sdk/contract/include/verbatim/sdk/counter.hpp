#pragma once

#include "verbatim/sdk/export.hpp"
#include "verbatim/sdk/literal.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace verbatim::sdk {

/// A counter of a plugin's own. Names and label values are literals, so neither their number nor their text depends on
/// a request.
struct counter_description
{
    literal              name;        ///< a-z, 0-9 and _: "records_read"
    literal              help;        ///< one sentence
    literal              label  = {}; ///< the name of its label; empty: it has none
    std::vector<literal> values = {}; ///< of the label; at least one if there is a label
};

/// Counts events of a plugin for the metrics page of the server, as `verbatim_plugin_<plugin>_<name>_total`. Lives as
/// long as the process. [any thread]
class VERBATIM_SDK_API counter
{
public:
    counter()                          = default;
    counter(const counter&)            = delete;
    counter& operator=(const counter&) = delete;
    virtual ~counter();

    /// `value` is an index of the label's values; 0 without a label. Other values are ignored.
    virtual void add(std::size_t value, std::uint64_t count) noexcept = 0;

    void increment(std::size_t value = 0) noexcept { add(value, 1); }
};

} // namespace verbatim::sdk

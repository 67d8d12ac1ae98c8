#pragma once

#include "verbatim/sdk/error.hpp"
#include "verbatim/sdk/usage_reader.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::testing {

/// Returns the usage that a test sets, and stores the queries.
class fixed_usage final : public sdk::usage_reader
{
public:
    struct query
    {
        sdk::usage_window          window;
        std::optional<std::string> tenant;

        std::optional<sdk::usage_period> period;
    };

    sdk::usage_report        response;
    std::optional<sdk::errc> error; ///< set: every query fails with it
    std::vector<query>       queries;

    sdk::task<sdk::usage_report> report(sdk::usage_window window, std::optional<std::string_view> tenant,
                                        std::optional<sdk::usage_period> period) override;
};

} // namespace verbatim::testing

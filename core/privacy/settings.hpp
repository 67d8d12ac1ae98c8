#pragma once

#include "settings/setting_problem.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace verbatim::sdk {
class schema_builder;
}

namespace verbatim::core::privacy {

/// The settings ANONYMIZER_ANALYZER_…: a server with the API of Presidio's analyzer.
struct analyzer_settings
{
    std::string                   url;                      ///< base URL; empty: no analyzer
    bool                          allow_plain_http = false; ///< for hosts other than loopback
    bool                          required         = true;  ///< a failure of the analyzer fails the request
    std::chrono::duration<double> timeout{10};              ///< seconds, per request to the analyzer
    std::string                   language  = "en";
    double                        min_score = 0.4; ///< 0..1; findings below it are dropped
    std::vector<std::string>      ignored_kinds{"DATE_TIME"};
    std::size_t                   batch_size      = 1; ///< texts per request
    std::size_t                   max_concurrency = 8;
};

/// The settings ANONYMIZER_….
struct settings
{
    /// ANONYMIZER_TERMS_PATH: the operator's list of terms to redact; see terms.hpp. Empty for none.
    std::string       terms_path;
    analyzer_settings analyzer = {};

    /// ANONYMIZER_REDACT_IDS: false turns detect_verified off.
    bool redact_ids = true;
};

void declare(sdk::schema_builder& schema, settings& s);

/// Values that cannot work; they stop the start. The defaults have no problems.
core::settings::setting_problems problems(const settings& s);

} // namespace verbatim::core::privacy

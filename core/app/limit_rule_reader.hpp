#pragma once

#include "app/configuration.hpp"
#include "limits/rules.hpp"
#include "registry/operation_table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core::app {

/// Reads LIMITS_FILE at the start and on each reload, and checks it against the other settings.
class limit_rule_reader
{
public:
    limit_rule_reader(const configuration& config, const registry::operation_table& operations);

    /// An empty path has no rules. Throws settings::setting_error with all problems.
    limits::rules read(const std::string& path) const;

private:
    std::vector<std::string_view> operations_;      ///< ids; they live as long as the plugins
    bool                          has_all_;         ///< false: plugins were skipped, whose ids are not known
    settings::setting_problems    budget_problems_; ///< why there can be no budget
};

} // namespace verbatim::core::app

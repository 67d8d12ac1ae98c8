#pragma once

#include "verbatim/sdk/schema.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

/// Settings of single tenants: a list of declared structs with a member `tenant_id`, which an operator writes as JSON.
/// Copied into the operation at load; a change needs a restart.
namespace verbatim::feedback {

/// The entry of a tenant; null without one. A view into `entries`.
template <class Entry>
const Entry* find_tenant(const std::vector<Entry>& entries, std::string_view tenant_id)
{
    const auto found = std::ranges::find(entries, tenant_id, &Entry::tenant_id);
    return found == entries.end() ? nullptr : &*found;
}

/// For a rule of the settings: a second entry of a tenant would never be used, so it is a problem of the setting.
template <class Entry>
void refuse_repeated_tenants(std::string_view setting, const std::vector<Entry>& entries,
                             sdk::validation_issues& issues)
{
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
        if (std::ranges::find(entries.begin(), entry, entry->tenant_id, &Entry::tenant_id) != entry)
        {
            issues.add(setting, "Should have one entry for each tenant_id");
            return;
        }
}

} // namespace verbatim::feedback

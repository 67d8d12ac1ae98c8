#include "limits/limit_kind.hpp"

#include <string>

namespace verbatim::core::limits {

sdk::error limit_error(limit_kind kind, std::chrono::seconds retry_after)
{
    const bool        is_forbidden = kind == limit_kind::operations;
    const std::string name{to_string(kind)};
    sdk::error        failure{is_forbidden ? sdk::errc::forbidden : sdk::errc::tenant_limit_exceeded, name};
    failure.message =
        is_forbidden ? "The tenant may not use this operation" : "The tenant has reached its limit: " + name;
    if (!is_forbidden) failure.retry_after = retry_after;
    return failure;
}

} // namespace verbatim::core::limits

#pragma once

#include "verbatim/sdk/text_types.hpp"

#include <optional>

namespace verbatim::core::identity {

/// Access tokens for one resource. Lives as long as the process. [any thread] [never waits]
class token_source
{
public:
    virtual ~token_source() = default;

    /// The current token; none if there is no valid one. Contains only characters that a header may contain.
    virtual std::optional<sdk::secret> token() const = 0;

    /// The resource rejected this token, so it should be renewed soon.
    virtual void report_rejection(const sdk::secret& token) noexcept = 0;
};

} // namespace verbatim::core::identity

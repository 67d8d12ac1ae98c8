#pragma once

#include "identity/token_source.hpp"

#include <optional>
#include <string>
#include <vector>

namespace verbatim::support {

/// Returns the current token, and records the rejected ones.
struct scripted_tokens final : core::identity::token_source
{
    explicit scripted_tokens(std::string token)
        : current{sdk::secret{std::move(token)}}
    {}

    std::optional<sdk::secret> token() const override { return current; }
    void report_rejection(const sdk::secret& token) noexcept override { rejected.push_back(token.reveal()); }

    std::optional<sdk::secret> current;
    std::vector<std::string>   rejected;
};

} // namespace verbatim::support

#pragma once

#include "exec/published_value.hpp"
#include "identity/token_source.hpp"

#include <utility>

namespace verbatim::core::app {

/// The password of new connections to a database, which a reload may replace. [any thread]
class login_password final : public identity::token_source
{
public:
    explicit login_password(sdk::secret password)
        : password_{std::move(password)}
    {}

    std::optional<sdk::secret> token() const override { return *password_.get(); }
    void                       report_rejection(const sdk::secret&) noexcept override {} // the operator replaces it

    void replace(sdk::secret password) { password_.replace(std::move(password)); }

private:
    exec::published_value<sdk::secret> password_;
};

} // namespace verbatim::core::app

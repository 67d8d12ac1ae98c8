#pragma once

#include <stdexcept>

namespace verbatim::core::settings {

/// Why the start stops: one sentence that names the setting and never its value.
class setting_error final : public std::runtime_error
{
public:
    using runtime_error::runtime_error;
};

} // namespace verbatim::core::settings

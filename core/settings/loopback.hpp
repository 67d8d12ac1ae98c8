#pragma once

#include <string_view>

namespace verbatim::core::settings {

/// Whether `host` is this machine by its spelling alone: localhost, or an address of the loopback network, with or
/// without brackets. Names are not resolved. Data for such a host crosses no network.
bool is_loopback(std::string_view host);

} // namespace verbatim::core::settings

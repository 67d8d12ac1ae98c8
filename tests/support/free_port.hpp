#pragma once

#include "verbatim/testing/server_process.hpp"

namespace verbatim::support {

using testing::free_port;

} // namespace verbatim::support

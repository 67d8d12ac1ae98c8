#pragma once

#include "verbatim/testing/free_port.hpp"

namespace verbatim::support {

using testing::free_port;

} // namespace verbatim::support

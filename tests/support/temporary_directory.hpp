#pragma once

#include "verbatim/testing/temporary_directory.hpp"

namespace verbatim::support {

using testing::temporary_directory;

} // namespace verbatim::support

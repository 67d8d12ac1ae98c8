#pragma once

#include "verbatim/testing/raw_client.hpp"

namespace verbatim::support {

using testing::raw_client;
using testing::raw_response;
using testing::send_request;

} // namespace verbatim::support

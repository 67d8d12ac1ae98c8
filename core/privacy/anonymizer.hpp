#pragma once

#include "exec/on_pool.hpp"
#include "privacy/settings.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <memory>

namespace verbatim::core::privacy {

/// The built-in anonymizer. detect_verified finds nothing if ANONYMIZER_REDACT_IDS is false. Searches requests of more
/// than 64 KiB with `run_on_pool`; smaller ones, and all if it is empty, on the caller's thread. Throws std::exception
/// if the file of ANONYMIZER_TERMS_PATH is invalid.
std::unique_ptr<sdk::anonymizer> make_anonymizer(const settings& configuration, exec::pool_runner run_on_pool = {});

} // namespace verbatim::core::privacy

#pragma once

#include "privacy/settings.hpp"
#include "verbatim/sdk/anonymizer.hpp"

#include <functional>
#include <memory>

namespace verbatim::core::privacy {

/// Runs its argument on a thread where computing may take long, and returns when it is done. The argument is borrowed
/// until then.
using pool_runner = std::function<sdk::task<>(const std::function<void()>&)>;

/// The built-in engine. Requests of more than 64 KiB are searched through `hop`; smaller ones, and all when `hop` is
/// empty, on the caller's thread. Throws std::exception with one sentence when the file of ANONYMIZER_TERMS_PATH
/// is unfit.
std::unique_ptr<sdk::anonymizer> make_anonymizer(const settings& configuration, pool_runner run_on_pool = {});

} // namespace verbatim::core::privacy

#pragma once

#include "llm/figures.hpp"
#include "usage/ledger.hpp"

#include "verbatim/sdk/llm.hpp"
#include "verbatim/sdk/log.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace verbatim::core::llm {

/// For whom a model is asked: what every attempt of a call is queued, bounded and accounted under.
struct client
{
    std::string                           tenant_id;
    std::string                           operation; ///< usage label
    std::string                           request_id;
    std::chrono::steady_clock::time_point deadline;
    std::shared_ptr<usage::ledger>        rows;
    sdk::log&                             log; ///< the call's
};

enum class connection
{
    main,
    judge,
};

/// The one way to a model. Nothing reaches a provider that did not come through here, so nothing goes unmetered. Lives as long as
/// the process; used from every I/O thread.
class door
{
public:
    virtual ~door() = default;

    /// A model as one call sees it; used on the call's thread, and gone before the call's log is.
    virtual std::unique_ptr<sdk::llm> open(client who, connection which) = 0;

    /// What has come and gone, and what is under way. [any thread]
    virtual door_figures figures() const = 0;
};

} // namespace verbatim::core::llm

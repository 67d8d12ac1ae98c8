#pragma once

#include "auth/keyring.hpp"
#include "exec/random.hpp"
#include "gateway/statistics.hpp"
#include "log/logger.hpp"
#include "tracing/request_trace.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace verbatim::core::gateway {

/// The fields of a request's log line, filled in as they become known; the line can be written at any time.
struct request_context
{
    request_context(log::logger& logger, route_statistics& route,
                    std::shared_ptr<tracing::request_trace> request_trace = nullptr,
                    std::string                             id            = exec::make_time_ordered_uuid())
        : trace{std::move(request_trace)}
        , request_id{std::move(id)}
        , call_log{logger, request_id, trace_id()}
        , statistics{route}
    {}

    std::string_view trace_id() const noexcept { return trace ? std::string_view{trace->id()} : std::string_view{}; }

    std::shared_ptr<tracing::request_trace> trace; ///< null: not traced

    const std::string                     request_id;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    log::call_log                         call_log;             ///< writes the ids on every line
    std::string_view                      tenant = "anonymous"; ///< as logged
    auth::identity                        identity;
    route_statistics&                     statistics;
    std::string_view                      code;              ///< of the error envelope; empty without one
    std::string                           note;              ///< the error's note for the log
    std::string                           stored_code;       ///< of a stored error; `code` refers to it
    std::string                           resembled_members; ///< see unknown_members::resembled_members()
};

} // namespace verbatim::core::gateway

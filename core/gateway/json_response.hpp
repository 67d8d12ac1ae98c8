#pragma once

#include "http/message.hpp"

#include "verbatim/sdk/schema.hpp"
#include "verbatim/sdk/text_types.hpp"

#include <chrono>
#include <optional>

namespace verbatim::core::gateway {

/// 200 with a declared value, which no cache may store.
template <class T>
http::response json_response(const T& value)
{
    http::response response;
    sdk::write(sdk::schema_of<T>(), &value, response.body);
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

using moment = std::chrono::sys_time<std::chrono::microseconds>;

/// A moment as responses show it, in UTC.
inline sdk::date_time date_time_of(moment time)
{
    return {.microseconds = time.time_since_epoch().count(), .has_offset = true};
}

inline std::optional<sdk::date_time> date_time_of(const std::optional<moment>& time)
{
    return time ? std::optional{date_time_of(*time)} : std::nullopt;
}

} // namespace verbatim::core::gateway

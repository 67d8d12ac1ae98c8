#pragma once

#include "call_back.hpp"
#include "process.hpp"

#include "verbatim/sdk/call.hpp"
#include "verbatim/sdk/error.hpp"

#include <string>
#include <string_view>

/// One request to a process over HTTP/1.1, and the call-backs of the process until it answers.
namespace verbatim::remote {

inline constexpr sdk::declared_error remote_unavailable{
    .code = "remote_unavailable", .status = 502, .message = "The process of this operation is not running."};
inline constexpr sdk::declared_error remote_failed{
    .code = "remote_failed", .status = 502, .message = "The process of this operation failed during the request."};
inline constexpr sdk::declared_error remote_invalid{
    .code = "remote_invalid", .status = 502, .message = "The process of this operation sent an invalid response."};
inline constexpr sdk::declared_error remote_timeout{
    .code = "remote_timeout", .status = 504, .message = "The process of this operation did not respond in time."};

struct process_response
{
    unsigned    status = 0;
    std::string body;
};

/// Sends the request to `/operations/<operation>` of the process and serves its call-backs, each with the token of this
/// call, until it has answered. Throws one of the errors above; the process is replaced if it was silent or sent what
/// is not HTTP. The arguments are borrowed until the task has ended. [call] [may wait]
sdk::task<process_response> exchange(sdk::call& call, process& process, std::string_view operation, std::string body,
                                     call_back& call_back, std::size_t max_call_backs);

} // namespace verbatim::remote

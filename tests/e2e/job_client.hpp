#pragma once

#include "e2e/test_server.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <string>
#include <vector>

namespace verbatim::e2e {

inline constexpr auto analyze = "/v1/analyze-bulk";

using fields = std::map<std::string, std::string>;

/// The header that makes a request a job.
inline const fields async{{"Prefer", "respond-async"}};

fields with_key(fields headers, const std::string& api_key = key);

support::raw_response post(test_server& server, const std::string& path, const std::string& body,
                           fields headers = async, const std::string& api_key = key);
support::raw_response send(test_server& server, const std::string& method, const std::string& path,
                           const std::string& api_key = key);

boost::json::object object_of(const support::raw_response& response);

/// A job that was accepted.
struct accepted_job
{
    std::string path;
    std::string id;
    std::string request_id;
};

/// Throws std::runtime_error unless it is a 202.
accepted_job accepted(const support::raw_response& response);

/// Reads the job until it has one of the states; a 503 counts as none. Throws std::runtime_error after a minute.
boost::json::object await_status(test_server& server, const std::string& path, const std::vector<std::string>& statuses,
                                 const std::string& api_key = key);
boost::json::object await_end(test_server& server, const std::string& path, const std::string& api_key = key);

/// A request for the event stream, as text.
std::string get_events(const accepted_job& job, const std::string& last_event_id = {});

struct event
{
    std::string id, name, data;
};

event last_event(const std::string& received);

std::string replaced(std::string text, const std::string& from, const std::string& to);

/// Settings of servers with jobs in their database, and `extra`, which takes precedence. The master key is the same
/// for all servers of the program.
support::server_process::environment stored_jobs_settings(support::server_process::environment extra = {});

} // namespace verbatim::e2e

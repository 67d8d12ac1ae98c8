#include "e2e/job_client.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace verbatim::e2e {

namespace json = boost::json;
using support::raw_response;

fields with_key(fields headers, const std::string& api_key)
{
    headers["Authorization"] = "Bearer " + api_key;
    return headers;
}

raw_response post(test_server& server, const std::string& path, const std::string& body, fields headers,
                  const std::string& api_key)
{
    return support::send_request(server.process.port(), "POST", path, body, with_key(std::move(headers), api_key));
}

raw_response send(test_server& server, const std::string& method, const std::string& path, const std::string& api_key)
{
    return support::send_request(server.process.port(), method, path, {}, with_key({}, api_key));
}

json::object object_of(const raw_response& response) { return json::parse(response.body).as_object(); }

accepted_job accepted(const raw_response& response)
{
    if (response.status != 202) throw std::runtime_error{"not accepted: " + response.body};
    return {response.field("location"), text(object_of(response), "job_id"), response.field("x-request-id")};
}

json::object await_status(test_server& server, const std::string& path, const std::vector<std::string>& statuses,
                          const std::string& api_key)
{
    json::object job;
    until(("the job does not become " + statuses.front()).c_str(), [&] {
        const auto response = send(server, "GET", path, api_key);
        if (response.status == 503) return false;
        job = object_of(response);
        return std::ranges::find(statuses, text(job, "status")) != statuses.end();
    });
    return job;
}

json::object await_end(test_server& server, const std::string& path, const std::string& api_key)
{
    return await_status(server, path, {"succeeded", "failed", "cancelled"}, api_key);
}

std::string get_events(const accepted_job& job, const std::string& last_event_id)
{
    return "GET " + job.path + "/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key +
           (last_event_id.empty() ? "" : "\r\nLast-Event-ID: " + last_event_id) + "\r\n\r\n";
}

event last_event(const std::string& received)
{
    const auto value = [&](const std::string& field) {
        const auto start = received.rfind("\n" + field + ": ") + field.size() + 3;
        return received.substr(start, received.find('\n', start) - start);
    };
    return {value("id"), value("event"), value("data")};
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

support::server_process::environment stored_jobs_settings(support::server_process::environment extra)
{
    static const support::temporary_directory folder;
    static const auto                         key_file = folder.file("jobs.key", std::string(64, '7') + "\n").string();
    extra.insert({{"JOBS_STORE", "database"}, {"JOBS_KEY_FILE", key_file}});
    return extra;
}

} // namespace verbatim::e2e

#include "cli/server/error_response.hpp"

#include "cli/json_access.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <charconv>
#include <map>

namespace verbatim::cli::server {

namespace json = boost::json;

namespace {

constexpr std::size_t max_lines = 10;

/// What a person can do about a code.
const char* advice(const error_response& error)
{
    static const std::map<std::string, const char*> texts{
        {"authentication_required", "Check the key: VERBATIM_KEY, or --key-file FILE"},
        {"payload_too_large", "Divide the file, or use fewer columns"},
        {"prompt_injection_detected", "Correct or remove these rows, or leave them out with --skip-rejected"},
        {"too_many_jobs", "Wait until other jobs have ended, then repeat the command"},
        {"overloaded", "Repeat the command later"},
        {"usage_backend_unavailable", "Repeat the command later"},
        {"server_stopped", "Repeat the command"},
        {"llm_rate_limited", "Repeat the command later"},
        {"analysis_timeout", "Repeat the command, or use fewer records"},
    };
    const auto found = texts.find(error.code);
    return found == texts.end() ? "" : found->second;
}

} // namespace

error_response::error_response(const http_response& response)
    : status{response.status}
{
    json::error_code unreadable;
    const auto       body     = json::parse(response.body, unreadable);
    const auto*      object   = unreadable ? nullptr : body.if_object();
    const auto*      envelope = object ? object->if_contains("error") : nullptr;
    if (!envelope || !envelope->is_object())
    {
        message = "is this a Verbatim server? Its response cannot be read";
        return;
    }
    const auto& error = envelope->get_object();
    code              = text_of(error, "code");
    message           = text_of(error, "message");
    request_id        = text_of(error, "request_id");
    for (const auto& item : list_of(error, "fields"))
        if (const auto* field = item.if_object())
            fields.emplace_back(text_of(*field, "field"), text_of(*field, "issue"));
}

exit_status error_response::exit() const noexcept
{
    switch (status)
    {
    case 401:
    case 403: return exit_status::refused_key;
    case 413:
    case 429: return exit_status::limit;
    case 503: return exit_status::unreachable;
    default: return exit_status::failed;
    }
}

std::optional<record_path> read_record_path(const std::string& field)
{
    for (const std::string_view list : {"feedback_records[", "records["})
    {
        if (!field.starts_with(list)) continue;
        const char* begin = field.data() + list.size();
        const char* end   = field.data() + field.size();
        record_path path;
        const auto  read = std::from_chars(begin, end, path.position);
        if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ']') return std::nullopt;
        path.member = std::string{read.ptr + 1, end};
        if (path.member.starts_with('.')) path.member.erase(0, 1);
        return path;
    }
    return std::nullopt;
}

std::string explain(const error_response& error, const std::function<std::string(std::size_t)>& place_of)
{
    std::string text = "the server answered " + std::to_string(error.status) + ": " + error.message;
    for (std::size_t n = 0; n != std::min(error.fields.size(), max_lines); ++n)
    {
        const auto& [field, issue] = error.fields[n];
        const auto path            = place_of ? read_record_path(field) : std::nullopt;
        text += "\n  " + (path ? place_of(path->position) + (path->member.empty() ? "" : ", " + path->member) : field) +
                ": " + issue;
    }
    if (error.fields.size() > max_lines) text += "\n  and " + std::to_string(error.fields.size() - max_lines) + " more";
    if (const std::string fix = advice(error); !fix.empty()) text += "\n" + fix;
    if (!error.request_id.empty()) text += "\nRequest id: " + error.request_id;
    return text;
}

} // namespace verbatim::cli::server

#include "e2e/test_server.hpp"
#include "e2e/untested_responses.hpp"

#include "support/recorded_responses.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::recorded_response;
namespace json = boost::json;

namespace {

/// The kind of a request, as seen from the document.
enum class request_kind
{
    route,      ///< a documented path and method
    wrong_verb, ///< a documented path with another method
    page,       ///< a file of /docs, /dashboard or /analyze, or the document itself
    unknown_path,
    no_request, ///< rejected before there was a request
};

/// Responses that the document does not list, and the reason.
struct exemption
{
    request_kind     kind;
    std::string_view status, code, reason;
};

// clang-format off
constexpr exemption exemptions[]{
    {request_kind::route,        "499", "",                   "never sent: the logged status of a client that disconnected before the response"},
    {request_kind::wrong_verb,   "405", "method_not_allowed", "the document lists the methods"},
    {request_kind::unknown_path, "404", "not_found",          "the document lists the paths"},
    {request_kind::page,         "200", "",                   "pages are for people and outside the API"},
    {request_kind::page,         "304", "",                   "the same, with a known entity tag"},
    {request_kind::no_request,   "400", "bad_request",        "invalid HTTP has no route"},
    {request_kind::no_request,   "408", "request_timeout",    "incomplete requests have no route"},
    {request_kind::no_request,   "431", "headers_too_large",  "requests with too many headers have no route"},
    {request_kind::no_request,   "503", "overloaded",         "rejected connections have no route"},
};
// clang-format on

/// The responses that the document of a server with all plugins lists.
class documented_responses
{
public:
    documented_responses()
    {
        const support::temporary_directory folder;
        const auto text     = support::run_server(default_settings(folder), {"--print-openapi"}).second;
        const auto document = json::parse(text);
        for (const auto& [path, verbs] : document.at("paths").as_object())
            for (const auto& [verb, operation] : verbs.as_object())
                for (const auto& [status, response] : operation.at("responses").as_object())
                    for (const auto& code : codes_of(status, resolved(document, response)))
                        responses_.insert({upper(verb), path, status, code});
    }

    const support::recorded_responses& responses() const { return responses_; }

    request_kind kind_of(const recorded_response& response) const
    {
        if (response.method.empty() && response.path.empty()) return request_kind::no_request;
        if (response.path == "/openapi.json" || begins(response.path, "/docs") || begins(response.path, "/dashboard") ||
            begins(response.path, "/analyze"))
            return response.status == "404"   ? request_kind::unknown_path
                   : response.status == "405" ? request_kind::wrong_verb
                                              : request_kind::page;
        const auto same_path = [&](const recorded_response& documented) { return documented.path == response.path; };
        const auto same      = [&](const recorded_response& documented) {
            return same_path(documented) && documented.method == response.method;
        };
        if (std::any_of(responses_.begin(), responses_.end(), same)) return request_kind::route;
        return std::any_of(responses_.begin(), responses_.end(), same_path) ? request_kind::wrong_verb
                                                                            : request_kind::unknown_path;
    }

private:
    static bool begins(const std::string& path, const std::string& page)
    {
        return path == page || path.starts_with(page + "/");
    }

    static std::string upper(std::string text)
    {
        std::transform(text.begin(), text.end(), text.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        return text;
    }

    support::recorded_responses responses_;
};

/// The path of the document for the path of a job or a key.
std::string with_template(const std::string& path)
{
    static const RE2 job{R"(/v1/jobs/[^/]+(/[^/]*)?)"};
    static const RE2 key{R"(/v1/auth/keys/[^/]+)"};
    std::string      rest;
    if (RE2::FullMatch(path, key)) return "/v1/auth/keys/{key_id}";
    return RE2::FullMatch(path, job, &rest) ? "/v1/jobs/{job_id}" + rest : path;
}

/// The responses of all servers of this test run; trailing slashes of paths are removed.
support::recorded_responses observed_responses()
{
    support::recorded_responses responses;
    for (auto response : support::stored_responses())
    {
        if (response.path.size() > 1 && response.path.ends_with('/')) response.path.pop_back();
        response.path = with_template(response.path);
        responses.insert(std::move(response));
    }
    return responses;
}

} // namespace

namespace verbatim::support {

std::ostream& operator<<(std::ostream& stream, const recorded_response& response)
{
    return stream << response.method << ' ' << response.path << ' ' << response.status << ' ' << response.code;
}

} // namespace verbatim::support

/// Runs after all other programs that start servers and compares what those servers logged. Run alone it has no data.
BOOST_AUTO_TEST_SUITE(documented)

BOOST_AUTO_TEST_CASE(every_observed_response_is_documented)
{
    const documented_responses document;

    for (const auto& response : observed_responses())
    {
        const auto kind    = document.kind_of(response);
        const auto excuses = [&](const exemption& row) {
            return row.kind == kind && row.status == response.status && row.code == response.code;
        };
        const bool excused = std::any_of(std::begin(exemptions), std::end(exemptions), excuses);
        BOOST_TEST((excused || document.responses().contains(response)), response);
    }
}

BOOST_AUTO_TEST_CASE(every_documented_response_has_been_observed)
{
    const documented_responses document;
    const auto                 observed = observed_responses();

    for (const auto& response : document.responses())
        BOOST_TEST((observed.contains(response) || is_untested(response.method, response.path, response.code)),
                   response);
}

BOOST_AUTO_TEST_CASE(every_exemption_is_needed)
{
    const documented_responses document;
    const auto                 observed = observed_responses();

    for (const auto& row : exemptions)
        BOOST_TEST(std::any_of(observed.begin(), observed.end(),
                               [&](const recorded_response& response) {
                                   return document.kind_of(response) == row.kind && response.status == row.status &&
                                          response.code == row.code;
                               }),
                   row.status << " " << row.code << ": " << row.reason);
}

BOOST_AUTO_TEST_SUITE_END()

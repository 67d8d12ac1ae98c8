#include "e2e/a_server.hpp"
#include "e2e/unprovoked.hpp"

#include "support/statuses.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

using namespace verbatim;
using namespace verbatim::e2e;
using support::answer;
namespace json = boost::json;

namespace {

/// What a request was for, as far as the document is concerned.
enum class asked
{
    route,      ///< a path of the document with a verb it has there
    wrong_verb, ///< a path of the document with another verb
    page,       ///< a file of /docs or /dashboard, or the document itself
    unknown_path,
    no_request, ///< refused before there was one
};

/// The answers that the document need not tell of, and why.
struct exempt
{
    asked            of;
    std::string_view status, code, reason;
};

// clang-format off
constexpr exempt exemptions[]{
    {asked::route,        "499", "",                   "never sent: how the log tells of a client that was gone before its answer"},
    {asked::wrong_verb,   "405", "method_not_allowed", "the document tells which verbs there are"},
    {asked::unknown_path, "404", "not_found",          "the document tells which paths there are"},
    {asked::page,         "200", "",                   "pages are for people and outside the API"},
    {asked::page,         "304", "",                   "the same, where a browser has them already"},
    {asked::no_request,   "400", "bad_request",        "what is not HTTP, or ambiguous, asks for no route"},
    {asked::no_request,   "408", "request_timeout",    "what never became whole asks for no route"},
    {asked::no_request,   "431", "headers_too_large",  "what is not read to its end asks for no route"},
    {asked::no_request,   "503", "overloaded",         "a connection that is turned away asks for no route"},
};
// clang-format on

/// What the server with all its plugins says it answers.
class told
{
public:
    told()
    {
        const support::scratch folder;
        const auto             text     = support::run_server(defaults(folder), {"--print-openapi"}).second;
        const auto             document = json::parse(text);
        for (const auto& [path, verbs] : document.at("paths").as_object())
            for (const auto& [verb, operation] : verbs.as_object())
                for (const auto& [status, response] : operation.at("responses").as_object())
                    for (const auto& code : codes_of(response)) all_.insert({upper(verb), path, status, code});
    }

    const support::statuses& all() const { return all_; }

    asked kind_of(const answer& one) const
    {
        if (one.method.empty() && one.path.empty()) return asked::no_request;
        if (one.path == "/openapi.json" || begins(one.path, "/docs") || begins(one.path, "/dashboard"))
            return one.status == "404" ? asked::unknown_path : one.status == "405" ? asked::wrong_verb : asked::page;
        const auto same_path = [&](const answer& other) { return other.path == one.path; };
        const auto same      = [&](const answer& other) { return same_path(other) && other.method == one.method; };
        if (std::any_of(all_.begin(), all_.end(), same)) return asked::route;
        return std::any_of(all_.begin(), all_.end(), same_path) ? asked::wrong_verb : asked::unknown_path;
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

    support::statuses all_;
};

/// What all servers of this run have answered, each path without the slash that may end it.
support::statuses answered()
{
    support::statuses all;
    for (auto one : support::kept_statuses())
    {
        if (one.path.size() > 1 && one.path.ends_with('/')) one.path.pop_back();
        all.insert(std::move(one));
    }
    return all;
}

} // namespace

namespace verbatim::support {

std::ostream& operator<<(std::ostream& to, const answer& one)
{
    return to << one.method << ' ' << one.path << ' ' << one.status << ' ' << one.code;
}

} // namespace verbatim::support

/// Runs behind all other programs that start servers, and reads what those servers answered: alone it has nothing to
/// read.
BOOST_AUTO_TEST_SUITE(documented)

BOOST_AUTO_TEST_CASE(no_route_has_answered_what_its_document_does_not_tell_of)
{
    const told document;

    for (const auto& one : answered())
    {
        const auto kind    = document.kind_of(one);
        const auto excuses = [&](const exempt& row) {
            return row.of == kind && row.status == one.status && row.code == one.code;
        };
        const bool excused = std::any_of(std::begin(exemptions), std::end(exemptions), excuses);
        BOOST_TEST((excused || document.all().contains(one)), one);
    }
}

BOOST_AUTO_TEST_CASE(every_status_and_every_code_of_every_route_has_been_answered_by_some_server)
{
    const told document;
    const auto all = answered();

    for (const auto& one : document.all()) BOOST_TEST((all.contains(one) || is_unprovoked(one.method, one.code)), one);
}

BOOST_AUTO_TEST_CASE(every_exemption_is_needed)
{
    const told document;
    const auto all = answered();

    for (const auto& row : exemptions)
        BOOST_TEST(std::any_of(all.begin(), all.end(),
                               [&](const answer& one) {
                                   return document.kind_of(one) == row.of && one.status == row.status &&
                                          one.code == row.code;
                               }),
                   row.status << " " << row.code << ": " << row.reason);
}

BOOST_AUTO_TEST_SUITE_END()

#include "e2e/a_server.hpp"

#include "support/statuses.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace verbatim;
using namespace verbatim::e2e;
namespace json = boost::json;

namespace {

json::object document()
{
    const support::scratch folder;
    return json::parse(support::run_server(defaults(folder), {"--print-openapi"}).second).at("paths").as_object();
}

/// What belongs to no route: HTTP that cannot be read, a server without the route's plugin, a body that stalls; and
/// 499, which is only logged, for a client that went away.
bool is_of_no_route(std::string_view status)
{
    return status == "400" || status == "404" || status == "408" || status == "499";
}

/// With a sanitizer no server runs out of memory in order, which is what 500 stands for in these tests.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
bool can_be_provoked(std::string_view status) { return status != "500"; }
#else
bool can_be_provoked(std::string_view) { return true; }
#endif

std::string upper(const std::string& verb) { return verb == "get" ? "GET" : "POST"; }

} // namespace

/// Runs behind all other programs that start servers, and reads what those servers answered: alone it has nothing to
/// read.
BOOST_AUTO_TEST_SUITE(documented)

BOOST_AUTO_TEST_CASE(no_route_has_answered_a_status_that_its_document_does_not_tell_of)
{
    const auto answered = support::kept_statuses();

    for (const auto& [path, verbs] : document())
        for (const auto& [verb, operation] : verbs.as_object())
        {
            const auto  prefix    = upper(verb) + " " + std::string{path} + " ";
            const auto& responses = operation.at("responses").as_object();
            for (auto one = answered.lower_bound(prefix); one != answered.end() && one->starts_with(prefix); ++one)
            {
                const auto status = one->substr(prefix.size());
                BOOST_TEST((responses.contains(status) || is_of_no_route(status)), *one);
            }
        }
}

BOOST_AUTO_TEST_CASE(every_status_of_every_route_has_been_answered_by_some_server)
{
    const auto answered = support::kept_statuses();

    for (const auto& [path, verbs] : document())
        for (const auto& [verb, operation] : verbs.as_object())
            for (const auto& [status, unused] : operation.at("responses").as_object())
            {
                const auto one = upper(verb) + " " + std::string{path} + " " + std::string{status};
                BOOST_TEST((answered.contains(one) || !can_be_provoked(status)), one);
            }
}

BOOST_AUTO_TEST_SUITE_END()

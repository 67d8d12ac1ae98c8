#include "library_checks.hpp"

#include "example_bodies.hpp"

#include "verbatim/testing/check_operation.hpp"
#include "verbatim/testing/event_loop.hpp"
#include "verbatim/testing/request.hpp"

#include <boost/json/serialize.hpp>

#include <cstddef>
#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__)
// Of the address sanitizer, which replaces malloc; g++ 12 comes without its header.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace verbatim::conformance {

namespace {

constexpr int warm_up_calls  = 20; ///< fill caches and tables that a call makes once
constexpr int measured_calls = 100;

/// Bytes of one call that stay allocated: below it is noise of containers that grow in steps.
constexpr std::size_t max_kept_bytes = 256;

std::size_t allocated_bytes()
{
#if defined(__SANITIZE_ADDRESS__)
    return ::__sanitizer_get_current_allocated_bytes();
#else
    const auto info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

void run_once(const sdk::operation& operation, const testing::parsed_request& request)
{
    testing::fake_call  call;
    testing::event_loop loop;
    call.llm.auto_reply();
    call.http.respond_as_expected();
    loop.run(testing::respond(operation, call, request.value()));
}

check_result check_memory(const sdk::operation& operation, const sdk::descriptor& descriptor)
{
    check_result result{.subject = std::string{descriptor.name}, .check = "memory"};
#if defined(__SANITIZE_THREAD__)
    result.skipped = "the thread sanitizer counts memory of its own";
    return result;
#endif
    const auto bodies = testing::example_bodies(descriptor.request.schema());
    if (bodies.empty())
    {
        result.skipped = "the request has no example";
        return result;
    }
    const testing::parsed_request request{descriptor.request, boost::json::serialize(bodies.front())};
    for (int n = 0; n != warm_up_calls; ++n) run_once(operation, request);
    const auto before = allocated_bytes();
    for (int n = 0; n != measured_calls; ++n) run_once(operation, request);
    const auto after = allocated_bytes();
    const auto kept  = after > before ? (after - before) / measured_calls : 0;
    if (kept > max_kept_bytes)
        result.problems.push_back("each call leaves " + std::to_string(kept) + " bytes allocated");
    return result;
}

} // namespace

std::vector<check_result> check_in_process(const sdk::operation& operation)
{
    const auto                descriptor = operation.definition();
    std::vector<check_result> results;
    for (const auto& rule : testing::check_rules(operation))
        results.push_back({.subject  = std::string{descriptor.name},
                           .check    = std::string{rule.name},
                           .problems = rule.problems,
                           .skipped  = {},
                           .duration = rule.duration});
    try
    {
        results.push_back(check_memory(operation, descriptor));
    }
    catch (const std::exception& failure)
    {
        results.push_back({.subject  = std::string{descriptor.name},
                           .check    = "memory",
                           .problems = {std::string{"a call ends with an exception: "} + failure.what()}});
    }
    return results;
}

} // namespace verbatim::conformance

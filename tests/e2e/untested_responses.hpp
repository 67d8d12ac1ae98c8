#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace verbatim::e2e {

/// Documented responses that no end-to-end test provokes. An empty `verb` matches all methods.
struct untested_response
{
    std::string_view verb, code, reason;
};

inline constexpr untested_response untested_responses[]
{
    {"", "analysis_timeout",
     "needs a request that is nearly two minutes old; unit tests of the model client and of deadlines use a test "
     "clock"},
    {"", "overloaded", "needs 30 s without memory for bodies, or 201 waiting reports; unit tests use small limits"},
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        {"POST", "internal_error",
         "needs a failed allocation, which aborts a program with a sanitizer; tested without sanitizers"},
#endif
};

inline bool is_untested(std::string_view verb, std::string_view code)
{
    return std::any_of(std::begin(untested_responses), std::end(untested_responses),
                       [&](const untested_response& entry) {
                           return entry.code == code && (entry.verb.empty() || entry.verb == verb);
                       });
}

} // namespace verbatim::e2e

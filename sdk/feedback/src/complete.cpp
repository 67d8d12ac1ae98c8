#include "verbatim/feedback/complete.hpp"

#include "verbatim/feedback/tokens.hpp"
#include "verbatim/sdk/text.hpp"

#include <utility>

namespace verbatim::feedback {

sdk::task<completion> complete(sdk::call& call, const prompt& prompt)
{
    std::size_t bytes = 0;
    for (const auto text : prompt.redacted) bytes += text.size();
    for (const auto text : prompt.unredacted) bytes += text.size();

    // Measured first: what is too large to be asked costs no search for personal data.
    sdk::chat_request request{
        .system = prompt.system, .user = {}, .output_schema = prompt.output_schema, .accept = prompt.parse};
    const auto limits  = call.model().limits();
    const auto measure = [&] {
        request.user = prompt.user(redaction{prompt.redacted});
        check_budget(sdk::utf8::count_code_points(request.system.text()) +
                         sdk::utf8::count_code_points(request.user.text()),
                     limits);
    };
    co_await compute_if_large(call, bytes, measure);

    redaction names{prompt.redacted};
    if (prompt.anonymize)
    {
        request.user = {};
        names        = co_await redact(call, prompt.redacted, prompt.unredacted);

        const auto write = [&] { return prompt.user(names); };
        request.user     = co_await compute_if_large(call, bytes, write);
    }

    if (prompt.offline) request.offline = [&] { return prompt.offline(names); };
    auto output = co_await call.model().complete(request);
    co_return completion{std::move(output.text), std::move(names)};
}

} // namespace verbatim::feedback

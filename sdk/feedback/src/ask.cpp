#include "verbatim/feedback/ask.hpp"

#include "verbatim/feedback/tokens.hpp"
#include "verbatim/feedback/unicode.hpp"

#include <utility>

namespace verbatim::feedback {

sdk::task<answer> ask(sdk::call& call, const question& what)
{
    std::size_t bytes = 0;
    for (const auto text : what.texts) bytes += text.size();
    for (const auto text : what.beside) bytes += text.size();

    // Measured first: what is too large to be asked costs no search for personal data.
    sdk::conversation           said{.system = what.system, .user = {}, .form = what.form, .fits = what.fits};
    const auto                  limits  = call.model().limits();
    const std::function<void()> measure = [&] {
        said.user = what.user(redaction{what.texts});
        check_budget(code_points(said.system.text()) + code_points(said.user.text()), limits);
    };
    co_await compute_if_large(call, bytes, measure);

    redaction names{what.texts};
    if (what.anonymize)
    {
        said.user = {};
        names     = co_await redact(call, what.texts, what.beside);

        const std::function<void()> write = [&] { said.user = what.user(names); };
        co_await compute_if_large(call, bytes, write);
    }

    auto reply = co_await call.model().complete(said);
    co_return answer{std::move(reply.text), std::move(names)};
}

} // namespace verbatim::feedback
